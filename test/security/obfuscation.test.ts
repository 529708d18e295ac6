import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCaught, judgeCommand, policyOf } from '../packs/judge-command.ts';
import { DANGEROUS } from './dangerous-commands.ts';

const policy = policyOf('recommended');

/** How obfuscators write one word of a command, so that bash still makes the same word of it. */
const WORDS: Record<string, (word: string) => string> = {
  'empty parameters inside': (word) => between(word, '$@'),
  'empty braced parameters inside': (word) => between(word, '${@}'),
  'unset names inside': (word) => between(word, '${nothing}'),
  'empty quotes inside': (word) => between(word, "''"),
  backslashes: (word) => word.replaceAll(/[a-z]/g, (letter) => `\\${letter}`),
  'hex escapes': (word) => `$'${hex(word, '\\x')}'`,
  'octal escapes': (word) => `$'${octal(word)}'`,
  'printf in a substitution': (word) => `$(printf '${octal(word)}')`,
  'echo and rev': (word) => `$(echo ${[...word].reverse().join('')} | rev)`,
  'nested substitution': (word) => `$(echo $(echo ${word}))`,
};

/** How they write the whole text. */
const TEXTS: Record<string, (text: string) => string> = {
  base64: (text) => `echo ${base64(text)} | base64 -d | bash`,
  'base64 by eval': (text) => `eval "$(base64 -d <<< ${base64(text)})"`,
  'base64 to a source': (text) => `. <(echo ${base64(text)} | base64 --decode)`,
  hex: (text) => `echo ${hex(text, '')} | xxd -r -p | sh`,
  gzip: (text) => `echo ${gzipSync(text).toString('base64')} | base64 -d | gunzip | bash`,
  reversed: (text) => `bash -c "$(rev <<< ${quote([...text].reverse().join(''))})"`,
  'printf by eval': (text) => `eval "$(printf '${octal(text)}')"`,
  replaced: (text) => `x=${quote([...text].join('#'))}; eval "\${x//#/}"`,
  sliced: (text) => `x=${quote(`abc${text}`)}; eval "\${x:3}"`,
  '@E': (text) => `x='${octal(text)}'; eval "\${x@E}"`,
  'case changed': (text) =>
    /[A-Z]/.test(text) ? `eval ${quote(text)}` : `x=${quote(text.toUpperCase())}; eval "\${x,,}"`,
  'array joined': (text) => `a=(${[...text].map(quote).join(' ')}); eval "$(printf %s "\${a[@]}")"`,
  'array by index': (text) =>
    `a=(${[...new Set(text)].map(quote).join(' ')}); eval "${[...text].map((char) => `\${a[${[...new Set(text)].indexOf(char)}]}`).join('')}"`,
  'joined by IFS': (text) => `a=(${[...text].map(quote).join(' ')}); IFS=; eval "\${a[*]}"`,
  'here-string': (text) => `bash <<< ${quote(text)}`,
  'last parameter': (text) => `\${!#} <<< ${quote(text)}`,
  tr: (text) => `tr '${SHIFTED.from}' '${SHIFTED.to}' <<< ${quote(shifted(text))} | bash`,
  'braces for blanks': (text) => (/[,{}]/.test(text) ? text : `{${text.replaceAll(' ', ',')}}`),
  'IFS for blanks': (text) => text.replaceAll(' ', '${IFS}'),
  'arithmetic escapes': (text) =>
    `eval "$(for n in ${[...Buffer.from(text)].join(' ')}; do printf "\\\\$(printf %o $n)"; done)"`,
  'function with pieces': (text) => `f(){ eval "$*"; }; f ${text.split(' ').map(quote).join(' ')}`,
  'no parameters in front': (text) => `$@ ${text}`,
};

const SHIFTED = { from: 'nopqrstuvwxyzabcdefghijklm', to: 'abcdefghijklmnopqrstuvwxyz' };

function shifted(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => SHIFTED.from.charAt(SHIFTED.to.indexOf(letter)));
}

function between(word: string, filler: string): string {
  return word.replaceAll(/([a-z])(?=[a-z])/g, `$1${filler.replaceAll('$', '$$$$')}`);
}

function hex(text: string, prefix: string): string {
  return [...Buffer.from(text)].map((byte) => prefix + byte.toString(16).padStart(2, '0')).join('');
}

function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function obfuscated(): { how: string; command: string }[] {
  const plain = DANGEROUS.map((words) => words.map((word) => (word === '~' ? '/home/user' : word)));
  return plain.flatMap((words) => [
    ...Object.entries(WORDS).flatMap(([how, change]) => [
      { how, command: [change(words[0] ?? ''), ...words.slice(1)].join(' ') },
      { how, command: words.map(change).join(' ') },
    ]),
    ...Object.entries(TEXTS).map(([how, change]) => ({ how, command: change(words.join(' ')) })),
  ]);
}

function isStopped({ command }: { command: string }): boolean {
  return isCaught(judgeCommand(policy, command));
}

test('at least 97 % of obfuscated commands are stopped, by each of the techniques alone', () => {
  const all = obfuscated();
  const silent = all.filter((one) => !isStopped(one));
  expect(Object.keys(WORDS).length + Object.keys(TEXTS).length).toBeGreaterThanOrEqual(30);
  expect(
    silent.length / all.length,
    silent.map(({ how, command }) => `${how}: ${command}`).join('\n'),
  ).toBeLessThanOrEqual(0.03);
});

test('at least 97 % are stopped when techniques are put on top of each other', () => {
  const one = fc.record({
    words: fc.constantFrom(...DANGEROUS),
    inner: fc.constantFrom(...Object.keys(WORDS)),
    texts: fc.array(fc.constantFrom(...Object.keys(TEXTS)), { minLength: 1, maxLength: 2 }),
  });
  const all = fc.sample(one, { numRuns: 400, seed: 20_261_116 }).map(({ words, inner, texts }) => {
    const [program, ...args] = words.map((word) => (word === '~' ? '/home/user' : word));
    const plain = [WORDS[inner]?.(program ?? ''), ...args].join(' ');
    // Texts that change letters or blanks would change the inner technique; they only go on the inside.
    const usable = texts.filter((name) => !/^(?:case changed|braces|IFS for)/.test(name));
    return {
      how: [inner, ...usable].join(' < '),
      command: usable.reduce((text, name) => TEXTS[name]?.(text) ?? text, plain),
    };
  });
  const silent = all.filter((row) => !isStopped(row));
  expect(
    silent.length / all.length,
    silent.map(({ how, command }) => `${how}: ${command}`).join('\n'),
  ).toBeLessThanOrEqual(0.03);
});
