import { below, many, pick, type Random, randomFrom } from './random.ts';
import { conditionalStatements, furtherStatements, type Makers } from './further-statements.ts';

/**
 * Bash programs of builtins and one marker, `zzargs`, whose words show what bash makes of expansions, assignments and redirections. Nothing in them
 * starts a program, leaves its directory or runs for long. The same seed gives the same programs.
 */
export function expansionPrograms(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => programOf(many(random, 1, 4, () => statement(random, 2))));
}

const SCALARS = ['x', 'y', 'z'];
const ARRAYS = ['a', 'b'];
/** Hidden, so that no star finds them. */
const FILES = ['.f1', '.f2', '.f3'];
const VALUES = [
  '',
  'p',
  'pq',
  'p q',
  ' p',
  'p  q ',
  'p:q',
  ':p::q',
  'Pq.R',
  'aXbXc',
  'abcabc',
  'p\tq',
  '*',
  'p?',
  '12',
  '-3',
];
const PATTERNS = [
  'p',
  'p*',
  '*q',
  '?',
  '[pq]',
  '[!p]*',
  'X',
  '*X*',
  ':',
  'abc',
  "'*'",
  '"p"',
  '\\*',
  '[[:upper:]]',
  '@(p|ab)',
  '?(p)q',
  '$x',
  '"$z"p',
];
const OFFSETS = ['0', '1', '2', ' -1', ' -2', '1+1', 'n', '$n', '(n)'];
const ESCAPES = ["$'a\\tb'", "$'\\x41\\102'", "$'\\u00e9'", "$'it\\'s'", "$'\\\\'", "$'a\\nb'"];
const BRACES = [
  '{p,q}',
  '{1..3}',
  '{c..a}',
  '{01..3}',
  'p{q,}r',
  '{p,q}{1,2}',
  '{p}',
  '{1..5..2}',
  '{10..1..-4}',
  '{a..i..3}',
  '{-2..4..2}',
  '{,p}',
  "{'p q',r}",
];

/** Lists in quotes. With other expansions in the same quotes bash has rules that no manual has. */
const LISTS = [
  '"$@"',
  '"p$@"',
  '"${@}q"',
  '"${a[@]}"',
  '"p${a[@]}q"',
  '"${b[@]}"',
  '"${a[@]:1}"',
  '"${@:2}"',
  '"${a[@]/p/q}"',
  '"${!a[@]}"',
  '"${a[@]@Q}"',
  '"${*}"',
  '"p${a[*]}"',
  '"${a[@]: -2}"',
  '"${a[@]:1:1}"',
  '"${@: -1}"',
  '"${@:0:0}"',
  '"${!pre@}"',
  '"${a[@]#p}"',
  '"${a[@]^^}"',
  '"${@/#/q}"',
  '"${a[@]:-p q}"',
  '"${b[@]-none}"',
];

/**
 * What a word is made of; `quoted`: inside double quotes. Inside of `${…}` a brace closes what is around it, so there are none, and no lists: how bash joins
 * those has no rule in any manual.
 */
function piece(random: Random, depth: number, quoted: boolean, isInner: boolean): string {
  const kind = below(random, 20);
  if (kind < 4)
    return quoted
      ? pick(random, ['p', 'q ', ':', '\\$', "'", '*', '\\"'])
      : pick(random, ['p', 'q', 'r.s', '\\ ', '\\*', "''"]);
  if (kind < 6 && !quoted) return pick(random, [`'${pick(random, VALUES)}'`, '""', ...ESCAPES]);
  if (kind < 7 && !quoted) return pick(random, isInner ? ESCAPES : BRACES);
  if (kind < 8 && !quoted && !isInner) return pick(random, LISTS);
  if (kind < 10 && !quoted && depth > 0) return `"${pieces(random, depth - 1, true, isInner)}"`;
  if (kind < 12 && depth > 0) return `$(${printing(random, depth - 1)})`;
  if (kind < 13) return random() < 0.8 ? `$((${sum(random, 2)}))` : `$[${sum(random, 1)}]`;
  return parameter(random, depth, quoted || isInner);
}

function pieces(random: Random, depth: number, quoted: boolean, isInner = false): string {
  return many(random, 1, 3, () => piece(random, depth, quoted, isInner)).join('');
}

/** `isOne`: only what gives one text. */
function parameter(random: Random, depth: number, isOne: boolean): string {
  const scalar = pick(random, SCALARS);
  const array = pick(random, ARRAYS);
  const lists = isOne ? [] : [`${array}[@]`, `${array}[*]`, '@', '*'];
  const name = pick(random, [
    scalar,
    scalar,
    scalar,
    `${array}[${pick(random, ['0', '1', 'n', '-1', 'n-1', '$n', '${#x}'])}]`,
    '1',
    '2',
    ...lists,
  ]);
  const inner = () => (depth > 0 ? pieces(random, depth - 1, isOne, true) : 'p');
  const forms: (() => string)[] = [
    () => `\${${name}}`,
    () => `\${${name}}`,
    () => `$${pick(random, isOne ? ['1', '#', '2'] : ['@', '*', '1', '#', '2'])}`,
    () => `\${${name}${pick(random, [':-', '-', ':+', '+'])}${inner()}}`,
    () => `\${u${pick(random, [':-', '-', ':+', '+'])}${inner()}}`,
    () => `\${#${pick(random, [...SCALARS, `${array}[@]`, `${array}[*]`, '@', `${array}[0]`, array])}}`,
    () => `\${${name}${pick(random, ['#', '##', '%', '%%'])}${pick(random, PATTERNS)}}`,
    () =>
      `\${${name}${pick(random, ['/', '//', '/#', '/%'])}${pick(random, PATTERNS)}/${pick(random, ['', '_', 'p', '$x', '"$y"', '<&>', '\\&', '"&"', '${#x}'])}}`,
    () => `\${${name}//${pick(random, PATTERNS)}}`,
    () => `\${${name}:${pick(random, OFFSETS)}}`,
    () => `\${${name}:${pick(random, OFFSETS)}:${pick(random, ['0', '1', '2', 'n'])}}`,
    () => `\${${name}${pick(random, ['^', '^^', ',', ',,', '^^[pq]', '^p'])}}`,
    () => `\${${name}@${pick(random, ['U', 'L', 'u', 'Q', 'E', 'P'])}}`,
    () => `\${!${pick(random, ['i', 'j'])}${pick(random, ['', '', ':-q', '#p', ':0:1', '^^'])}}`,
    () => (isOne ? '${!pre*}' : pick(random, ['${!pre@}', '${!pre*}'])),
    () => `\${${name}${pick(random, ['~', '~~'])}}`,
    () => (isOne ? `\${!i}` : `\${!${array}[@]}`),
    () => `\${m[${pick(random, ['k', '"k l"', '$h', 'none'])}]}`,
  ];
  return pick(random, forms)();
}

function sum(random: Random, depth: number): string {
  if (depth === 0) return pick(random, ['1', '7', 'n', '$n', 'n+1', '0x1f', '010', '2#101', '${#x}', 'w', '-2']);
  const one = () => sum(random, depth - 1);
  return pick(random, [
    () => `${one()} ${pick(random, ['+', '-', '*', '<', '>', '<=', '==', '!=', '&', '|', '^', '&&', '||'])} ${one()}`,
    () => `(${one()}) ${pick(random, ['/', '%', '**'])} ${pick(random, ['2', '3'])}`,
    () => `${one()} ? ${one()} : ${one()}`,
    () =>
      pick(random, [
        'n++',
        '++n',
        '(n--)',
        '(n += 2)',
        '(n = 3)',
        '(w = n, w + 1)',
        '!n',
        '~n',
        '(n *= 2)',
        'a[3] + 1',
        '(a[3] = n)',
        '(n <<= 1)',
        'n >> 1',
        '(n > 1 && (w = 5))',
        '(n, w)',
        '(n ? w++ : n++)',
        'm[none] + 1',
      ]),
    one,
  ])();
}

/** A command that prints, for substitutions. */
function printing(random: Random, depth: number): string {
  return pick(random, [
    () => `echo ${words(random, depth)}`,
    () => `printf %s ${words(random, depth)}`,
    () => `printf '%s\\n' ${words(random, depth)}`,
    () => `printf '%s-%d:' ${pick(random, ['p 1', 'q 2 r 3', '"$x" 4', "'' 07"])}`,
    () => `printf '%5s|%-3s|%03d|%x' p q ${below(random, 20)} ${below(random, 200)}`,
    () => `x=${text(random, depth)}; echo "$x"`,
    () => `echo -e 'p\\tq\\x41'; echo -n r`,
    () => `printf '%b|%q|%c|%.2s|%%' 'p\\tq' ${quotedValue(random)} pq abc`,
    () => `printf '%*d|%-*s|' 4 7 3 p`,
    () => `echo -n; printf '\\x41\\102\\n'; echo -E 'p\\tq'`,
    () => `echo \`echo ${pick(random, ['p', '"p q"', '$x'])}\` q`,
    () => `cat_() { local l; while read -r l; do echo "<$l>"; done; }; cat_ <<< ${quotedValue(random)}`,
  ])();
}

function words(random: Random, depth: number): string {
  return many(random, 1, 3, () => pieces(random, depth, false)).join(' ');
}

/** The value of an assignment. */
function text(random: Random, depth: number): string {
  return random() < 0.4 ? `'${pick(random, VALUES)}'` : pieces(random, depth, false).replaceAll(/^~/g, '');
}

function quotedValue(random: Random): string {
  return `'${pick(random, VALUES)}'`;
}

function statement(random: Random, depth: number): string {
  const scalar = pick(random, SCALARS);
  const array = pick(random, ARRAYS);
  const file = pick(random, FILES);
  const marker = () => `zzargs ${words(random, 2)}`;
  const block = () => (depth > 0 ? many(random, 1, 3, () => statement(random, depth - 1)).join('; ') : marker());
  const lines = `${pick(random, VALUES)}\n${pick(random, VALUES)}\n`;
  const forms: (() => string)[] = [
    marker,
    marker,
    marker,
    marker,
    () => `${scalar}=${text(random, 2)}`,
    () => `${scalar}=${text(random, 2)} ${pick(random, SCALARS)}=${text(random, 1)}`,
    () => `${scalar}+=${text(random, 1)}`,
    () => `${array}=(${words(random, 1)})`,
    () => `${array}+=(${words(random, 1)})`,
    () => `${array}[${pick(random, ['0', '1', 'n', '3'])}]=${text(random, 1)}`,
    () => `m[${pick(random, ['k', '"k l"', '$h'])}]=${text(random, 1)}`,
    () => `printf -v ${pick(random, [scalar, `${array}[1]`])} '%s<%s>' ${words(random, 1)}`,
    () =>
      `${pick(random, ['', 'IFS=: ', 'IFS= '])}read ${pick(random, ['-r', ''])} ${scalar} ${pick(random, SCALARS)} <<< ${quotedValue(random)}`,
    () =>
      `IFS=${pick(random, ["' ,'", "' :'"])} read -r ${scalar} ${pick(random, SCALARS)} <<< ${pick(random, ["' p , q,,r '", "'p : q:'", "':p : :q'"])}`,
    () => `read ${scalar} <<< ${pick(random, [String.raw`'p\q\\r'`, String.raw`'\p q'`])}`,
    () => `read -r${pick(random, ['n 2', 'N 2', 'd q', 'd :'])} ${scalar} <<< ${quotedValue(random)}`,
    () => `${pick(random, ['', 'IFS=: '])}read -ra ${array} <<< ${pick(random, [quotedValue(random), `"$${scalar}"`])}`,
    () => `mapfile -t${pick(random, ['', 'd :', 's 1', 'n 1'])} ${array} <<'E'\n${lines}E\n:`,
    () =>
      `read -r -d '' ${scalar} <<E\n${many(random, 1, 2, () => piece(random, 1, true, false).replaceAll('"', '')).join(' ')}\nE\n:`,
    () => `set -- ${words(random, 1)}`,
    () => 'shift',
    () => `unset ${pick(random, [scalar, array, `'${array}[0]'`, `'m[k]'`])}`,
    () => `IFS=${pick(random, ["':'", "' '", "''", "','", "$' \\t\\n'", "'pX'"])}`,
    () => 'unset IFS',
    () => `n=$((${sum(random, 2)}))`,
    () => `((${sum(random, 2)}))`,
    () => `let ${pick(random, ['n++', 'n+=2', "'n = n * 2'"])}`,
    () => `declare ${pick(random, ['', '-u ', '-l ', '-x '])}v=${text(random, 1)}; zzargs "$v"`,
    () => `declare -i v=${pick(random, ['n+1', '7', "'2 * 3'", '$((n + 1))'])}; v+=2; zzargs "$v"; declare +i v`,
    () => `${pick(random, ['export', 'declare', 'readonly'])} v${below(random, 1000)}=${text(random, 1)}`,
    () => `for v in ${words(random, 1)}; do ${block()}; zzargs "$v"; done`,
    () => `for ((k = 0; k < ${below(random, 4)}; k++)); do zzargs $k ${words(random, 1)}; done`,
    () => `while IFS=${pick(random, ['', ':'])} read -r v w; do zzargs "$v" "$w"; done <<'E'\n${lines}E\n:`,
    () => `( ${block()} )`,
    () => `{ ${block()}; }`,
    () =>
      `f() { local ${scalar}=${text(random, 1)}${pick(random, ['', ` ${array}=(${words(random, 0)})`])}; ${block()}; }; f ${words(random, 1)}`,
    () =>
      `g() { ${scalar}=${text(random, 1)}; zzargs "$${scalar}" "$@"; }; h() { local ${scalar}=${text(random, 1)}; g ${words(random, 1)}; zzargs "$${scalar}"; }; h`,
    () =>
      `f() { declare -g ${scalar}=${text(random, 1)}; declare ${pick(random, SCALARS)}=p; zzargs "$1" "$#" "$*"; }; f ${words(random, 1)}`,
    () => `f() { local -n ref=$1; ref=${text(random, 1)}; zzargs "$ref"; }; f ${scalar}`,
    () =>
      `f() { local ${scalar}; zzargs "\${${scalar}-none}" "$#"; unset ${scalar}; zzargs "\${${scalar}-none}"; }; f ${words(random, 1)}`,
    () => `printf '%s\\n' ${words(random, 1)} ${pick(random, ['>', '>>', '>|'])} ${file}; read -r ${scalar} < ${file}`,
    () => `echo ${words(random, 1)} > "$(printf %s ${file})"; ${scalar}=$(<${file})`,
    () => `t=${file}; echo ${words(random, 1)} > $t; mapfile -t ${array} < "\${t}"`,
    () =>
      `exec 3> ${file}; echo ${words(random, 1)} >&3; printf %s ${words(random, 1)} >&3; exec 3>&-; ${scalar}=$(<${file})`,
    () => `exec 4<<< ${text(random, 1)}; read -r ${scalar} <&4; read -r -u 4 ${pick(random, SCALARS)}; exec 4<&-`,
    () => `exec {d}<<< ${text(random, 1)}; read -r ${scalar} <&$d; exec {d}<&-`,
    () => `{ read -r ${scalar}; read -r ${pick(random, SCALARS)}; } <<'E'\n${lines}E\n:`,
    () => `read -r ${scalar} < <(${printing(random, 1)})`,
    () => `echo ${words(random, 1)} | read -r ${scalar}`,
    () => `{ ${printing(random, 1)}; } | { read -r v; zzargs "$v"; }`,
    () => `eval ${quote(`${scalar}=${text(random, 1)}; zzargs ${words(random, 1)}`)}`,
    () => `${scalar}=${text(random, 0)} eval 'zzargs "$${scalar}"'`,
    () => `: "\${${pick(random, ['u', scalar])}:=${pick(random, ['p', 'p q', '$y'])}}"`,
    () => `zzargs "\${!v@}" \${u=p}`,
    () => `zzargs ~ ~/p "~" p~ ${pick(random, ['~+/p', "~'/'p", 'p=~/q'])}; ${scalar}=~/p:~/q`,
    ...furtherStatements(random, { ...makersOf(random), scalar, array }),
    () => `zzargs ${pick(random, ['*.none', '[x]', 'p*', 'f?', '"*"', '@(p|q)'])}`,
  ];
  return pick(random, forms)();
}

function makersOf(random: Random): Makers {
  return {
    scalar: pick(random, SCALARS),
    array: pick(random, ARRAYS),
    words: (depth) => words(random, depth),
    text: (depth) => text(random, depth),
    value: () => quotedValue(random),
  };
}

function quote(written: string): string {
  return `'${written.replaceAll("'", String.raw`'\''`)}'`;
}

const FIRST =
  "shopt -s extglob\nx=p y='p q' z= n=2 w=1 i=x j='a[1]' h=k\na=(p 'q r' '') b=() v=\ndeclare -A m=([k]=p ['k l']='q r')\nunset u; pre1=p pre2='q r'; OPTIND=1\nset -- p 'q r'";
const SHOW = `zzargs "$x" "$y" "$z" "$n" "$v" "$@"; x=p y='p q' z= n=2 v=; set -- p 'q r'`;
const LAST =
  'zzargs "$x" "$y" "$z" "$n" "$w" "$v"\nzzargs "${a[@]}"\nzzargs "${b[@]}"\nzzargs "$@"\nzzargs "${!a[@]}" "${m[k]}"';

function programOf(statements: readonly string[]): string {
  return [FIRST, ...statements, LAST].join('\n');
}

/** Programs in which a condition decides what a variable holds. Each shows its variables and sets them again, so that nothing unknown goes on. */
export function conditionalPrograms(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () =>
    programOf(
      many(random, 1, 3, () => {
        const makers = makersOf(random);
        const one = random() < 0.6 ? pick(random, conditionalStatements(random, makers))() : statement(random, 1);
        return `${one}\n${SHOW}`;
      }),
    ),
  );
}
