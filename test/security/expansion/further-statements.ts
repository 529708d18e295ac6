import { pick, type Random } from './random.ts';

/** The words and values that the statements are made of. */
export type Makers = {
  scalar: string;
  array: string;
  words: (depth: number) => string;
  text: (depth: number) => string;
  value: () => string;
};

/** Statements about arrays, references, options and what a command leaves behind; the forms that people write less often. */
export function furtherStatements(
  random: Random,
  { scalar, array, words, text, value }: Makers,
): readonly (() => string)[] {
  const all = `"\${${array}[@]}"`;
  return [
    () => `zzargs \${${array}[@]:1} ${all} "\${${array}[*]:0:2}" \${#${array}[1]}`,
    () => `${array}=(${all} ${words(0)}); ${array}=("\${${array}[@]:1}")`,
    () => `${array}=([2]=${text(0)} ${words(0)} [0]=p [n]+=q)`,
    () => `printf -v '${array}[n]' %s ${words(0)}`,
    () => `printf -v 'm[k l]' '%s,' ${words(0)}; zzargs "\${m[k l]}"`,
    () => `declare -n r=${array}; r+=(${words(0)}); r[1]=p; zzargs "\${r[@]}" "\${!r}" "\${#r[@]}"; unset -n r`,
    () => `declare -n r='${array}[1]'; r=${text(0)}; zzargs "$r"; unset -n r`,
    () => `declare -n r; for r in x y; do r=\${r}q; done; unset -n r`,
    () => `f() { local -n r=$1; local i; for i in "\${!r[@]}"; do r[i]=\${r[i]}q; done; }; f ${array}`,
    () => `f() { local -; set -f; set -- p $1; zzargs "$@"; }; f ${words(0)}`,
    () => `f() { local -a l=("$@"); l+=(p); zzargs "\${l[@]: -2}"; }; f ${words(1)}`,
    () => `f() { local ${scalar}=\${${scalar}}q; ${scalar}+=r; zzargs "$${scalar}"; }; f`,
    () => `f() { zzargs "$#"; shift; zzargs "$@"; set -- q "$@"; zzargs "$1"; }; f ${words(0)}`,
    () => `set -- "\${@:1:1}" ${words(0)} "\${@:2}"`,
    () => `shift ${pick(random, ['0', '1', '2', '9'])}`,
    () => `set ${pick(random, ['p q', '- p', '-f', '+f', '-- -p'])}`,
    () => `mapfile -t -O 2 ${array} <<< ${value()}`,
    () => `mapfile -d ${pick(random, [':', "''", 'q'])} ${array} <<< ${value()}`,
    () => `readarray -t ${array} < <(printf '%s\\n' ${words(0)})`,
    () =>
      `read -r ${scalar} ${pick(random, ['x', 'y'])} z <<< ${pick(random, ['$y', '"$y"', '$y*', `"\${a[@]}"`, `"p $x"`, '~'])}`,
    () =>
      `IFS=${pick(random, [':', "', '", "$'\\t'"])} read -r -a ${array} <<< ${pick(random, ['"p:q::r:"', '" p , q"', "$'p\\tq\\t\\tr'", '":p"'])}`,
    () => `read -r -d '' ${scalar} <<-E\n\tp $x\n\t\t\${a[1]} \\$x \`echo q\`\n\tE\n:`,
    () => `${scalar}=$(cat_() { while IFS= read -r l; do printf '%s;' "$l"; done; }; cat_ <<< ${text(0)})`,
    () => `zzargs ${words(0)}; zzargs "$_"`,
    () => `: ${words(0)}; ${scalar}=$_`,
    () => `coproc { echo ${words(0)}; read -r l; echo "<$l>"; }; read -r ${scalar} <&"\${COPROC[0]}"`,
    () => `for ${scalar}; do :; done`,
    () => `for v in ${words(0)}; do ${scalar}=$v; ${pick(random, ['break', 'continue'])}; ${scalar}=none; done`,
    () => `while ((n < 6)); do ((n += 2)); ${scalar}+=p; done`,
    () => `until ((n > 4)); do n=$((n + 1)); done`,
    () => `while (($#)); do ${scalar}=$1; shift; done`,
    () => `while :; do ${scalar}+=q; break; done`,
    () => `readonly v9${Math.floor(random() * 1000)}=p; ( unset v9; ${scalar}=q ); export ${scalar}`,
    () => `unset -v ${scalar}; zzargs "\${${scalar}-none}" "\${${scalar}:=p}" "\${${scalar}+q}"`,
    () => `${scalar}=(${words(0)}); zzargs "\${#${scalar}[@]}" "$${scalar}"; unset ${scalar}; ${scalar}=p`,
    () => `eval "${array}=(\${${array}[@]@Q})"; zzargs ${all}`,
    () => `alias p=q; unalias p; hash -r; ${scalar}=\${v:+p}`,
    () => `{ ${scalar}=q; } > .f2; ( ${scalar}=r ); : | ${scalar}=s`,
    () => `IFS=: ; zzargs "$*" $* "\${${array}[*]}"; ${scalar}=$*; unset IFS`,
    () => `set -- ${words(0)}; IFS=; zzargs "$*" $* "$@"; unset IFS`,
    () => `${scalar}='p  q:r'; IFS=' :'; zzargs $${scalar} "$${scalar}"x$${scalar}; unset IFS`,
    () => `echo ${words(0)} &> .f1; echo q >> .f1; mapfile -t ${array} < .f1`,
  ];
}

/** Statements whose outcome a condition or a signal decides, or that print what only bash can know: most of them leave an unknown value behind. */
export function conditionalStatements(random: Random, { scalar, text, words }: Makers): readonly (() => string)[] {
  return [
    () => `for v in p q r; do [[ $v == q ]] && ${pick(random, ['break', 'continue'])}; ${scalar}=$v; done`,
    () => `while [ "$n" -lt 5 ]; do n=$((n + 1)); done`,
    () => `while [[ \${#${scalar}} -lt 4 ]]; do ${scalar}=\${${scalar}}p; done`,
    () => `select v in p 'q r' s; do ${scalar}=$v; break; done <<< ${pick(random, ['1', '2', '7', 'p'])}`,
    () =>
      `case ${pick(random, ['$x', 'p', '"$y"'])} in p) ${scalar}=${text(0)};${pick(random, [';', '&', ';&'])} p*) ${scalar}=\${${scalar}}q;; *) z=r;; esac`,
    () => `case $x in @(p|q)) y=$x ;& none) z=$y ;; *) : ;; esac`,
    () => `if [[ $x == p ]]; then ${scalar}=q; elif [[ -z $x ]]; then ${scalar}=r; else ${scalar}=s; fi`,
    () => `[[ -n $x ]] ${pick(random, ['&&', '||'])} ${scalar}=q`,
    () => `${pick(random, ['true', 'false'])} ${pick(random, ['&&', '||'])} { ${scalar}=q; }`,
    () =>
      `trap '${scalar}=q' ${pick(random, ['ERR', 'EXIT', 'RETURN', 'USR1'])}; ${pick(random, [':', 'false'])}; trap - ERR EXIT RETURN`,
    () => `trap '${scalar}=q' DEBUG; :; trap - DEBUG`,
    () =>
      `OPTIND=1; getopts ${pick(random, ['ab:', ':ab:'])} o ${pick(random, ['-a', '-b p', '-bp', '-ab p', 'p', '-z', '-b'])}; zzargs "$o" "$OPTARG" "$OPTIND"`,
    () => `[[ ${pick(random, ['pqr', '"$y"', 'p:q', 'none'])} =~ ^(p)(.)(.*)$ ]]; zzargs "\${BASH_REMATCH[@]}"`,
    () => `${pick(random, ['true', 'false', '((0))', '[[ p == q ]]', '! :'])}; zzargs $?`,
    () => `true | false; zzargs "\${PIPESTATUS[@]}"`,
    () => `declare -a c=(${words(0)}); declare -p c > .f1; read -r ${scalar} < .f1`,
    () => `exec 5<> .f3; echo ${words(0)} >&5; exec 5>&-; read -r ${scalar} < .f3`,
    () => `{ echo p; echo q >&2; } > .f1 2> .f2; read -r ${scalar} < .f2`,
    () => `read ${pick(random, ['x y', 'x', 'y z'])} <<'E'\np \\\nq\\ r s\nE`,
    () => `zzargs "\${x//+(p)/_}" "\${y%%!(p)}" "\${x##*([a-p])}"`,
    () => `zzargs "\${x@a}" "\${a[@]@a}" "\${a[@]@A}" "\${x@A}" "\${FUNCNAME[0]}"`,
  ];
}
