import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

/** A source of numbers from 0 to 1. */
export type Random = () => number;
/** Writes a script so that bash still runs it. Scripts are made, never run. */
export type Technique = (text: string, random: Random) => string;

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function name(random: Random): string {
  return (
    Array.from({ length: 3 + Math.floor(random() * 4) }, () => pick(random, [...'abcdefgkmnpqrstuvwxyzABCDEFG'])).join(
      '',
    ) + '_'
  );
}

/** A command that prints its program → one that runs it. */
function run(random: Random, printing: string): string {
  return pick(random, [
    `${printing} | bash`,
    `eval "$(${printing})"`,
    `bash -c "$(${printing})"`,
    `bash <<< "$(${printing})"`,
    `. <(${printing})`,
    `source <(${printing})`,
    `\${!#} <<< "$(${printing})"`,
    `\${@:0:1} <(${printing})`,
    `${printing} | \${SHELL}`,
    `${printing} | sh -s`,
    `eval $(printf '%s' eval) '"$(${printing.replaceAll("'", String.raw`'\''`)})"'`,
    `x=$(${printing}); eval "$x"`,
  ]);
}

/** Junk that vanishes between the letters of a word. */
function padded(random: Random, word: string): string {
  const junk = ['$@', '${@}', '$*', '${*}', "''", '""', '${@,,}', '${*//x/y}', '"${@%%z}"', '${!@}', '${@:1:2}', '$()'];
  return [...word]
    .map((char, i) => (i > 0 && random() < 0.5 && /[a-z]/.test(char) ? pick(random, junk) + char : char))
    .join('');
}

const CIPHER = 'abcdefghijklmnopqrstuvwxyz';

/** After Bashfuscator's mutators, written anew. */
export const TECHNIQUES: Record<string, Technique> = {
  'case swap': (text, random) => {
    const swapped = text.replaceAll(/[a-zA-Z]/g, (char) =>
      char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
    );
    const x = name(random);
    return `${x}=${quote(swapped)}; ${run(random, `printf %s "\${${x}~~}"`)}`;
  },
  reverse: (text, random) => run(random, `rev <<< ${quote([...text].reverse().join(''))}`),
  'reverse by loop': (text, random) => {
    const x = name(random);
    const back = quote([...text].reverse().join(''));
    return `${x}=${back}; ${run(random, `for ((i=\${#${x}}-1;i>=0;i--)); do printf %s "\${${x}:i:1}"; done`)}`;
  },
  base64: (text, random) =>
    run(
      random,
      `${pick(random, ['base64 -d', 'base64 --decode', 'base64 -di'])} <<< ${Buffer.from(text).toString('base64')}`,
    ),
  'base64 by openssl': (text, random) =>
    run(random, `echo ${Buffer.from(text).toString('base64')} | openssl base64 -d -A`),
  hex: (text, random) =>
    run(
      random,
      `printf '${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`,
    ),
  octal: (text) => `eval $'${[...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`,
  xxd: (text, random) => run(random, `echo ${Buffer.from(text).toString('hex')} | xxd -r -p`),
  urlencode: (text, random) => {
    const x = name(random);
    return `${x}='${[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}'; ${run(random, `printf "\${${x}//%/\\\\x}"`)}`;
  },
  'rotated by tr': (text, random) => {
    const by = 1 + Math.floor(random() * 25);
    const turned = CIPHER.slice(by) + CIPHER.slice(0, by);
    return run(
      random,
      `tr ${turned} ${CIPHER} <<< ${quote(text.replaceAll(/[a-z]/g, (char) => turned.charAt(CIPHER.indexOf(char))))}`,
    );
  },
  gzip: (text, random) =>
    run(
      random,
      `printf %s ${gzipSync(text).toString('base64')} | base64 -d | ${pick(random, ['gunzip -c', 'gzip -d', 'zcat'])}`,
    ),
  'array by a for loop': (text, random) => {
    const x = name(random);
    const letters = shuffled(random, [...new Set(text)]);
    const order = [...text].map((char) => letters.indexOf(char)).join(' ');
    return `${x}=(${letters.map(quote).join(' ')}); ${run(random, `for i in ${order}; do printf %s "\${${x}[$i]}"; done`)}`;
  },
  'array by a for loop in braces': (text, random) => {
    const x = name(random);
    const letters = shuffled(random, [...new Set(text)]);
    const order = [...text].map((char) => letters.indexOf(char)).join(' ');
    return run(random, `${x}=(${letters.map(quote).join(' ')}); for i in ${order}; { printf %s "\${${x}[$i]}"; }`);
  },
  'array joined by a counted loop': (text, random) => {
    const [x, y, z] = [name(random), name(random), name(random)];
    const letters = shuffled(random, [...new Set(text)]);
    const order = [...text].map((char) => letters.indexOf(char)).join(' ');
    return `${x}=(${letters.map(quote).join(' ')}); ${y}=(${order}); for ((i=0;i<\${#${y}[@]};i++)); do ${z}+=\${${x}[\${${y}[i]}]}; done; eval "$${z}"`;
  },
  'glyphs by arithmetic': (text) => {
    const glyphs = [...new Set(text)].join('');
    const shown = [...text].map((char) => `\${g:$((${glyphs.indexOf(char) + 7} - 7)):1}`).join('');
    return `g=${quote(glyphs)}; eval "${shown}"`;
  },
  'letters of PATH and HOME': (text) => {
    const [program = '', ...args] = text.split(' ');
    return `p=\${PATH:0:1}; h=\${HOME:0:1}; ${program} ${args.join(' ').replaceAll('/', '${p}')}`;
  },
  'here-string cut by read': (text, random) => {
    const parts = text.split(' ');
    const delimiter = pick(random, [',', ':', '_', '+']);
    const names = parts.map(() => name(random));
    return parts.some((part) => part.includes(delimiter))
      ? `read -r a <<< ${quote(text)}; eval "$a"`
      : `IFS=${delimiter} read -r ${names.join(' ')} <<< ${quote(parts.join(delimiter))}; ${names.map((one) => `$${one}`).join(' ')}`;
  },
  'read into an array': (text) => `read -ra w <<< ${quote(text)}; "\${w[@]}"`,
  'a here-document on a descriptor': (text) => `exec 7<<'END'\n${text}\nEND\nbash <&7`,
  'junk inside of words': (text, random) =>
    text
      .split(' ')
      .map((word) => padded(random, word))
      .join(' '),
  'junk in front': (text, random) => `${pick(random, ['$@', '${*}', '"${@}"', '${!#} -c :; $*', '$()'])} ${text}`,
  'IFS for blanks': (text, random) => text.replaceAll(' ', () => pick(random, ['${IFS}', '${IFS:0:1}', '${IFS%??}'])),
  'own delimiter': (text) => `IFS=,; c=${quote(text.replaceAll(' ', ','))}; $c`,
  braces: (text) => `{${text.replaceAll(' ', ',')}}`,
  'printf with pieces': (text, random) =>
    run(random, `printf '%s' ${(text.match(/.{1,3}/gs) ?? []).map(quote).join(' ')}`),
  'printf -v': (text) => `printf -v v '%s ' ${text.split(' ').map(quote).join(' ')}; eval "$v"`,
  sed: (text, random) => run(random, `sed 's/Q//g' <<< ${quote([...text].join('Q'))}`),
  'sed in braces': (text, random) => run(random, `echo ${quote(text.replaceAll(' ', '@@'))} | sed 's/@@/ /g'`),
  awk: (text, random) =>
    run(
      random,
      `awk 'BEGIN{print "${[...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"}'`,
    ),
  cut: (text, random) => run(random, `cut -c4- <<< ${quote(`abc${text}`)}`),
  'cut by a delimiter': (text, random) => run(random, `echo ${quote(`x;${text};y`)} | cut -d ';' -f 2`),
  'unknown filter': (text, random) => run(random, `echo ${quote(text)} | paste -sd ' ' | nl -s '' -w 1 | tail -c +2`),
  'hash of letters': (text, random) =>
    run(
      random,
      `for w in ${Array.from(text, (_, i) => `k${i}`).join(' ')}; do printf "\\x$(printf %s $w | md5sum | cut -b 3-4)"; done`,
    ),
  'files by a glob': (text, random) =>
    `mkdir -p /tmp/q; ${[...text].map((char, i) => `printf %s ${quote(char)} > /tmp/q/${String(i).padStart(3, '0')}`).join('; ')}; ${run(random, 'cat /tmp/q/???')}`,
  'letters of a function': (text) => `f() { eval "$(printf %s "$@")"; }; f ${[...text].map(quote).join(' ')}`,
  'replaced letters': (text) => {
    const x = text.replaceAll('r', '#').replaceAll('-', '%');
    return `x=${quote(x)}; x="\${x//#/r}"; eval "\${x//%/-}"`;
  },
  'prompt expansion': (text) => `x=${quote(`$(${text})`)}; : "\${x@P}"`,
  subscript: (text) => `x=${quote(`a[$(${text})]`)}; ((x))`,
  'nameref and indirection': (text) => `x=${quote(text)}; declare -n r=x; y=r; eval "\${!y}"`,
  coprocess: (text) => `coproc bash; echo ${quote(text)} >&"\${COPROC[1]}"`,
  trap: (text) => `trap ${quote(text)} EXIT`,
  backslashes: (text) => text.replaceAll(/[a-z]/g, (char) => `\\${char}`),
};
