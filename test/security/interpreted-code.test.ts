import { assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isStopped, readCalls, wrongRows } from './judge-rows.ts';

const ROWS = readCalls('interpreted-code');

test('code of other languages and the commands of consoles are judged by what they do', () => {
  const rows = ROWS.filter((row) => row.wanted === 'stopped');
  expect(rows.length).toBeGreaterThan(400);
  expect(wrongRows(rows)).toEqual([]);
});

test('everyday one-liners of every language are silent', () => {
  const rows = ROWS.filter((row) => row.wanted === 'silent');
  expect(rows.length).toBeGreaterThan(100);
  expect(wrongRows(rows)).toEqual([]);
});

/** Commands for a shell that are stopped when they are written plainly. Text only: parsed, never run. */
const ACTS = [
  'rm -rf ~',
  'rm -rf /home/user',
  'cat /home/user/.ssh/id_rsa',
  'git push --force origin main',
  'find /home/user -delete',
];

type Language = {
  /** The command line that runs a program of the language. */
  run: ((code: string) => string)[];
  /** Code that passes a string to a shell, given an expression for the string. */
  calls: ((text: string) => string)[];
  /** Expressions for a string. */
  texts: ((text: string) => string)[];
};

const quote = (text: string): string => JSON.stringify(text);
const word = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const codes = (text: string): string => [...text].map((char) => char.charCodeAt(0)).join(',');
const hexadecimal = (text: string): string =>
  [...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const reversed = (text: string): string => [...text].reverse().join('');
const escaped = (text: string): string =>
  `"${[...text].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}"`;
const halves = (text: string, join: string): string => `${quote(text.slice(0, 2))}${join}${quote(text.slice(2))}`;

const LANGUAGES: Record<string, Language> = {
  python: {
    run: [
      (code) => `python3 -c ${word(code)}`,
      (code) => `python3 <<< ${word(code)}`,
      (code) => `python3 - <<'PY'\n${code}\nPY`,
    ],
    calls: [
      (text) => `import os; os.system(${text})`,
      (text) => `__import__('o'+'s').popen(${text}).read()`,
      (text) => `import os; getattr(os,'sys'+'tem')(${text})`,
      (text) => `from os import system as s; s(${text})`,
      (text) => `import subprocess; subprocess.run(${text}, shell=True)`,
      (text) => `import subprocess; subprocess.run(['sh','-c',${text}])`,
      (text) => `import ctypes; ctypes.CDLL(None).system(${text})`,
      (text) => `import os; f = lambda c: os.system(c); f(${text})`,
      (text) => `import os; list(map(os.system, [${text}]))`,
      (text) => `import os; os.execvp('sh', ['sh','-c',${text}])`,
    ],
    texts: [
      quote,
      escaped,
      (text) => halves(text, '+'),
      (text) => `bytes([${codes(text)}]).decode()`,
      (text) => `''.join(chr(c) for c in [${codes(text)}])`,
      (text) => `bytes.fromhex('${hexadecimal(text)}').decode()`,
      (text) => `__import__('base64').b64decode('${base64(text)}').decode()`,
      (text) => `${quote(reversed(text))}[::-1]`,
      (text) => `'%s%s' % (${halves(text, ',')})`,
      (text) => `'{}{}'.format(${halves(text, ',')})`,
    ],
  },
  node: {
    run: [
      (code) => `node -e ${word(code)}`,
      (code) => `node <<< ${word(code)}`,
      (code) => `bun -e ${word(code)}`,
      (code) => `tsx -e ${word(code)}`,
    ],
    calls: [
      (text) => `require('child_process').execSync(${text})`,
      (text) => `require('child_'+'process')['ex'+'ec'](${text})`,
      (text) => `import('node:child_process').then(m => m.exec(${text}))`,
      (text) => `const {exec: e} = require('child_process'); e(${text})`,
      (text) => `require('child_process').spawn('sh', ['-c', ${text}])`,
      (text) => `const f = c => require('child_process').execSync(c); f(${text})`,
      (text) => `[${text}].forEach(c => require('child_process').execSync(c))`,
      (text) => `process.mainModule.require('child_process').execSync(${text})`,
      (text) => `require('child_process').execSync.call(null, ${text})`,
    ],
    texts: [
      quote,
      escaped,
      (text) => halves(text, '+'),
      (text) => `String.fromCharCode(${codes(text)})`,
      (text) => `Buffer.from('${base64(text)}','base64').toString()`,
      (text) => `Buffer.from('${hexadecimal(text)}','hex').toString()`,
      (text) => `atob('${base64(text)}')`,
      (text) => `${quote(reversed(text))}.split('').reverse().join('')`,
      (text) => `[${halves(text, ',')}].join('')`,
    ],
  },
  perl: {
    run: [(code) => `perl -e ${word(code)}`, (code) => `perl <<< ${word(code)}`],
    calls: [
      (text) => `system(${text})`,
      (text) => `exec(${text})`,
      (text) => `my $c = ${text}; system $c`,
      (text) => `open(F, "|sh"); print F ${text}`,
      (text) => `my $f = "sys"."tem"; &$f(${text})`,
      (text) => `print readpipe(${text})`,
    ],
    texts: [
      (text) => `"${text}"`,
      escaped,
      (text) => halves(text, '.'),
      (text) => `pack("H*","${hexadecimal(text)}")`,
      (text) => `join("",map{chr}${codes(text)})`,
      (text) => `scalar reverse("${reversed(text)}")`,
      (text) => `decode_base64("${base64(text)}")`,
    ],
  },
  ruby: {
    run: [(code) => `ruby -e ${word(code)}`, (code) => `ruby <<< ${word(code)}`],
    calls: [
      (text) => `system(${text})`,
      (text) => `Kernel.send(:system, ${text})`,
      (text) => `public_send("sys"+"tem", ${text})`,
      (text) => `method(:system).call(${text})`,
      (text) => `IO.popen(${text})`,
      (text) => `[${text}].each { |c| system(c) }`,
      (text) => `def f(c) system(c) end; f(${text})`,
    ],
    texts: [
      quote,
      escaped,
      (text) => halves(text, '+'),
      (text) => `[${codes(text)}].pack("c*")`,
      (text) => `["${hexadecimal(text)}"].pack("H*")`,
      (text) => `"${base64(text)}".unpack1("m")`,
      (text) => `"${reversed(text)}".reverse`,
    ],
  },
  php: {
    run: [(code) => `php -r ${word(`${code};`)}`, (code) => `php <<< ${word(`<?php ${code};`)}`],
    calls: [
      (text) => `system(${text})`,
      (text) => `$f = "sys"."tem"; $f(${text})`,
      (text) => `call_user_func("shell_exec", ${text})`,
      (text) => `array_map("system", [${text}])`,
      (text) => `$f = function($c) { system($c); }; $f(${text})`,
      (text) => `popen(${text}, "r")`,
    ],
    texts: [
      quote,
      escaped,
      (text) => halves(text, '.'),
      (text) => `hex2bin("${hexadecimal(text)}")`,
      (text) => `base64_decode("${base64(text)}")`,
      (text) => `strrev("${reversed(text)}")`,
      (text) => `implode("", array_map("chr", [${codes(text)}]))`,
    ],
  },
  lua: {
    run: [(code) => `lua -e ${word(code)}`, (code) => `lua <<< ${word(code)}`],
    calls: [
      (text) => `os.execute(${text})`,
      (text) => `io.popen(${text})`,
      (text) => `os["exe".."cute"](${text})`,
      (text) => `local f = os.execute; f(${text})`,
    ],
    texts: [
      quote,
      escaped,
      (text) => halves(text, '..'),
      (text) => `string.char(${codes(text)})`,
      (text) => `"${[...text].map((char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`).join('')}"`,
      (text) => `string.reverse("${reversed(text)}")`,
    ],
  },
};

test.each(Object.entries(LANGUAGES))('%s, every way to say a command and to run it', (_, { run, calls, texts }) => {
  const command = property(
    constantFrom(...run),
    constantFrom(...calls),
    constantFrom(...texts),
    constantFrom(...ACTS),
    (line, call, text, act) => isStopped(line(call(text(act)))),
  );
  assert(command, { numRuns: 300 });
});

/** The same programs with a harmless command: the way of writing alone is no reason to ask. */
test.each(Object.entries(LANGUAGES))('%s, the same ways with an everyday command', (_, { run, calls, texts }) => {
  const plain = texts.slice(0, 3);
  const command = property(
    constantFrom(...run),
    constantFrom(...calls),
    constantFrom(...plain),
    (line, call, text) => !isStopped(line(call(text('git status')))),
  );
  assert(command, { numRuns: 100 });
});
