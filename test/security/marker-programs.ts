/**
 * Bash programs around one harmless program, `zzmark`: nested, quoted, padded, and many of them broken. Nothing else in them does anything, whatever
 * is inserted or left out. The same seed gives the same programs.
 */
export function markerPrograms(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const maker = MAKERS[index % MAKERS.length] as Maker;
    return maker({ random, name: index });
  });
}

interface Source {
  random: () => number;
  /** Makes names of functions unique, so that no mistake makes one call itself. */
  name: number;
}
type Maker = (source: Source) => string;
type Wrap = (text: string, source: Source) => string;

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>({ random }: Source, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const LEAVES = [
  'zzmark',
  'zzmark a b',
  'zz"ma"rk',
  String.raw`\zzmark`,
  "'zzmark' x",
  "zz''mark",
  "$'zzmark'",
  String.raw`$'zz\x6dark'`,
  'm=zzmark; $m',
  'm=mark; zz${m}',
  'command zzmark',
  'env zzmark',
  'exec zzmark',
  'builtin eval zzmark',
  'nohup zzmark',
  '>out zzmark',
  'X=1 zzmark >>out 2>&1',
  'zzmark <<<x',
  'set -- zzmark; "$@"',
  'a=(zzmark b); "${a[@]}"',
  'echo zzmark | sh',
  'echo zzmark | xargs -n1 env',
  'printf "zz%s\\n" mark | bash',
  'zz\\\nmark',
];

/** Each runs the text it is given, if that text is whole. */
const WRAPS: Wrap[] = [
  (t) => `:; ${t}`,
  (t) => `${t}\n:`,
  (t) => `: && ${t}`,
  (t) => `false || { ${t}\n}`,
  (t) => `true && { ${t}\n} || :`,
  (t) => `if true; then ${t}\nfi`,
  (t) => `if ${t}\nthen :; fi`,
  (t) => `if false; then :; else ${t}\nfi`,
  (t) => `if false; then :\nelif true; then ${t}\nfi`,
  (t) => `for i in 1; do ${t}\ndone`,
  (t) => `for i\ndo ${t}\ndone; for j in 1\ndo\n${t}\ndone`,
  (t) => `for ((k=0; k<1; k++)); do ${t}\ndone`,
  (t) => `until [ "$u" ]; do u=1; ${t}\ndone`,
  (t) => `printf 'a\\n' | while read -r line; do ${t}\ndone`,
  (t) => `case a in b) ;; a) ${t}\nesac`,
  (t) => `case a in (a|b) ${t}\n;; esac`,
  (t) => `case a in a) ;;& *) ${t}\n;; esac`,
  (t) => `( ${t}\n)`,
  (t) => `{ ${t}\n}`,
  (t) => `{ ${t}\n} >out 2>&1`,
  (t, { name }) => `f${name}() { ${t}\n}; f${name}`,
  (t, { name }) => `function g${name} { ${t}\n}\ng${name}`,
  (t, { name }) => `h${name}() ( ${t}\n)\nh${name} a b`,
  (t) => `eval ${quote(t)}`,
  (t) => `eval "$(printf %s ${quote(t)})"`,
  (t) => `bash -c ${quote(t)}`,
  (t) => `sh -c ${quote(t)} x y`,
  (t) => `bash -ec ${quote(t)}`,
  (t) => `env A=1 bash -c ${quote(t)}`,
  (t) => `bash <<'END'\n${t}\nEND`,
  (t) => `bash -s a <<-'END'\n${t}\n\tEND`,
  (t) => `bash <<< ${quote(t)}`,
  (t) => `printf %s ${quote(t)} | bash`,
  (t) => `printf '%s\\n' ${quote(t)} | sh -s`,
  (t) => `bash < <(printf %s ${quote(t)})`,
  (t) => `. <(printf '%s\\n' ${quote(t)})`,
  (t) => `source /dev/stdin <<'END'\n${t}\nEND`,
  (t) => `cat > s.sh <<'END'\n${t}\nEND\nbash s.sh`,
  (t) => `x=${quote(t)}; eval "$x"`,
  (t) => `x=${quote(t)}\nbash -c "$x"`,
  (t) => `: $(${t}\n)`,
  (t) => `x=$(${t}\n)`,
  (t) => `: "a $(${t}\n) b"`,
  (t) => `: "\${x:-$(${t}\n)}"`,
  (t) => `[[ -n $(${t}\n) ]]`,
  (t) => `a=(1 $(${t}\n))`,
  (t) => `case $(${t}\n) in *) ;; esac`,
  (t) => `cat <<END\n$(${t}\n)\nEND`,
  (t) => `cat <(${t}\n)`,
  (t) => (/[`\\$]/.test(t) ? `{ ${t}\n}` : `: \`${t}\n\``),
  (t) => `trap ${quote(t)} EXIT`,
  (t) => `trap ${quote(t)} USR1; kill -USR1 $BASHPID`,
  (t) => `{ ${t}\n} | cat`,
  (t) => `: | { ${t}\n}`,
  (t) => `{ ${t}\n} &\nwait`,
  (t) => `! { ${t}\n}`,
  (t) => `time { ${t}\n}`,
  (t) => `coproc { ${t}\n} </dev/null\nwait`,
  (t, { name }) => `shopt -s expand_aliases\nalias m${name}=${quote(t.includes('\n') ? 'zzmark' : t)}\nm${name}`,
  (t) => `find . -maxdepth 0 -exec bash -c ${quote(t)} \\;`,
  (t) => `timeout 5 bash -c ${quote(t)}`,
  (t) => `let 'y=1'; ((y)) && { ${t}\n}`,
];

/** Lines that are right in bash and hard to read. */
const LINES = [
  ':',
  '',
  '# it\'s a "note" (',
  '[[ a =~ [)] ]]',
  '[[ a =~ (b|a) ]]',
  '[[ "a b" == *" "* ]]',
  ': ${x/\\)/}',
  ': "${x:-"a b"}" ${x:-\')\'}',
  'echo $((1<<2)) >/dev/null',
  '((z=(1+2)*3))',
  "cat <<A <<B >/dev/null\na )\nA\nb '\nB",
  'cat <<-X >/dev/null\n\t)\n\tX',
  'cat <<"E F" >/dev/null\n\'\nE F',
  'cat <<\\E >/dev/null\n$(\nE',
  'q=(1 2\n 3)',
  ': \\\n a',
  'echo {a,b}{1..3} >/dev/null',
  ": '\\'",
  ": $'\\''",
  ': "\\"" \\\' \\"',
  ': `echo a`',
  'p() { :; }; p',
  'case x in (x) ;; y) esac',
  'shopt -s extglob\n: !(a|b) @(c)',
  'if :; then :; fi; for i in; do :; done',
  'x=a#b; : $#',
  ': "$(echo ")")"',
  ': $(case x in x) ;; esac)',
  'time :',
  '! :',
  '{ :; } 2>/dev/null',
];

/** Lines that bash refuses, after it has run those before them. */
const BREAKS = [
  ')',
  '))',
  'fi',
  'done',
  'esac',
  '}',
  ';;',
  '&&',
  '|| :',
  '| cat',
  "echo 'x",
  'echo "x',
  'ls |',
  '(',
  '{',
  'if :',
  'while :; do',
  'case x in',
  '$(',
  'echo `',
  'f() (',
  'for',
  'x=(',
  'echo >',
  '<',
  '[[ a',
  '((1',
  'then',
  'do',
  'in )',
  'cat <<E\n)',
  '${',
  'echo ${x',
  '& &',
  '; ;',
  '!(',
  'function',
];

/** What a slip of the hand leaves in a script. */
const SLIPS = [
  ...`'"\`()[]{}$\\;&|<>#! \n=*?`,
  ';;',
  '<<E\n',
  '$(',
  '${',
  '((',
  '))',
  '\nfi\n',
  '\ndone\n',
  '\n)\n',
  '\\\n',
  '&&',
  '||',
  '[[',
  ']]',
  "$'",
];

const BLOCKS: [string, string][] = [
  ['for i in 1; do ', '\ndone'],
  ['if :; then ', '\nfi'],
  ['case a in a) ', '\nesac'],
  ['{ ', '\n}'],
  ['( ', '\n)'],
  ['eval eval ', ''],
  ['command ', ''],
];

function nested(source: Source, depth = 1 + Math.floor(source.random() * 4)): string {
  let text = pick(source, LEAVES);
  for (let level = 0; level < depth; level++) text = pick(source, WRAPS)(text, source);
  return text;
}

function lines(source: Source, most: number): string[] {
  return Array.from({ length: Math.floor(source.random() * (most + 1)) }, () => pick(source, LINES));
}

/** A whole program among other lines. */
const whole: Maker = (source) => [...lines(source, 2), nested(source), ...lines(source, 2)].join('\n');

/** The same, and then a line that bash refuses, perhaps followed by more, perhaps inside another script. */
const broken: Maker = (source) => {
  const text = [
    ...lines(source, 2),
    nested(source),
    ...lines(source, 1),
    pick(source, BREAKS),
    ...lines(source, 1),
  ].join('\n');
  return source.random() < 0.3 ? pick(source, WRAPS)(text, source) : text;
};

/** One to three slips anywhere in a whole program. */
const slipped: Maker = (source) => {
  let text = whole(source);
  for (let slips = 1 + Math.floor(source.random() * 3); slips > 0; slips--) {
    const at = Math.floor(source.random() * (text.length + 1));
    text =
      text.slice(0, at) +
      (source.random() < 0.6 ? pick(source, SLIPS) : '') +
      text.slice(at + Math.floor(source.random() * 2));
  }
  return text;
};

/** Long and deep: comments, empty commands or blocks around it. Rare, because bash takes its time for them as well. */
const padded: Maker = (source) => {
  const kind = source.random();
  const end = source.random() < 0.5 ? `\n${pick(source, BREAKS)}` : '';
  const text = nested(source, 1) + end;
  if (kind < 0.3) return `# ${'x'.repeat(17_000 + Math.floor(source.random() * 60_000))}\n${text}`;
  if (kind < 0.5) return `${': a\n'.repeat(300 + Math.floor(source.random() * 3000))}${text}`;
  if (kind < 0.6) return `: ${'a '.repeat(18_000)}\n${text}\n: ${'a '.repeat(18_000)}`;
  const [open, close] = pick(source, BLOCKS);
  const depth = 10 + Math.floor(source.random() * 290);
  return `${open.repeat(depth)}zzmark${close.repeat(depth)}${end}`;
};

const MAKERS: readonly Maker[] = [
  ...Array(10).fill(whole),
  ...Array(12).fill(broken),
  ...Array(17).fill(slipped),
  padded,
];
