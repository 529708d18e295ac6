import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse, paths, splitCommands } from './index.ts';
import { tokenisePowerShell } from './powershell/tokenise.ts';

const here = { cwd: '/p', home: '/home/u' };
const LIMIT_MS = 3000;

const PIECES =
  "{ } ( ) [ [[ ]] $( ${ $(( )) ` \" ' \\ \n ; & | < > << <<< <( >( && || x rm -rf $x $@ ${x:- ${x// # ! ~ * ? @( {a, {1.. = x= a=( if then fi for do done while case esac ;; function f() time coproc <<E\n \nE\n $' eval sudo env xargs python3 node perl awk sed git find -exec bash -c -e echo printf curl cat ssh {} \\; :::".split(
    ' ',
  );
const soup = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 }), fc.constant(' ')), {
  maxLength: 60,
});

/**
 * Milliseconds for all three readers together. On a busy machine the clock counts the time of others too, and so does the processor time of a process
 * with several threads: the smaller one is nearer to the truth.
 */
function elapsed(text: string): number {
  const start = performance.now();
  const before = process.cpuUsage();
  analyse(text, here);
  splitCommands(text);
  tokenisePowerShell(text);
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

test('any soup of shell pieces gives an answer', () => {
  fc.assert(
    fc.property(soup, (pieces) => {
      expect(elapsed(pieces.join(''))).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 1500 },
  );
});

test('any unicode text gives an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(elapsed(text)).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 500 },
  );
});

test('any repeated piece, up to a megabyte, gives an answer in time', () => {
  const size = fc.constantFrom(100, 5000, 60_000, 1_000_000);
  const unit = fc
    .array(fc.constantFrom(...PIECES, ' '), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(unit, size, (text, length) => {
      expect(elapsed(text.repeat(Math.ceil(length / text.length)))).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 120 },
  );
});

test.each<[string, string, string]>([
  ['subshells', '( ', ' )'],
  ['substitutions', 'echo $(', ')'],
  ['groups', '{ ', ' ;}'],
  ['braces', '{a,', '}'],
  ['defaults', '${x:-', '}'],
  ['arithmetic', '$((', '))'],
  ['conditions', 'if true; then ', '; fi'],
  ['loops', 'for i in 1 2 3 4 5 6 7 8; do ', '; done'],
  ['wrappers', 'sudo ', ''],
  ['evals', 'eval ', ''],
  ['remotes', 'ssh h ', ''],
  ['functions', 'function f ', ''],
  ['pipes', 'ls | ', ''],
])('deep %s are given up, not followed', (_name, open, close) => {
  for (const depth of [30, 300, 3000]) {
    const text = open.repeat(depth) + 'rm x' + close.repeat(depth);
    expect(elapsed(text)).toBeLessThan(LIMIT_MS);
    const analysis = analyse(text, here);
    const seen = paths(analysis, 'delete').length > 0;
    expect(seen || !analysis.understood || analysis.marks.length > 0 || open === '{a,').toBe(true);
  }
});

test.each([
  ['at its beginning', `rm x # ${'a'.repeat(70_000)}`],
  ['at its end', `echo ${'a '.repeat(40_000)}; rm x`],
  ['behind a here-document', `cat > f <<'EOF'\n${'a line\n'.repeat(20_000)}EOF\nrm x`],
])('a text over the limit is marked, and read %s', (_where, text) => {
  const analysis = analyse(text, here);
  expect([analysis.understood, analysis.marks[0]?.kind, paths(analysis, 'delete')]).toEqual([
    false,
    'too-long',
    [`${here.cwd}/x`],
  ]);
});

const LONG = 'a'.repeat(270);

test.each([
  ['rename', `rename 's/(a+)+$/b/' ${LONG}-`],
  ['[[ =~ ]] in a loop', `x=${LONG}; for i in {1..500}; do [[ $x =~ ^[a-z]*[a-z]*[a-z]*-$ ]]; done`],
  ['grep', `echo ${LONG} | grep -E '(a*)*b' | sh`],
  ['expr', `expr ${LONG} : '.*.*.*.*b'`],
  ['extended patterns', `shopt -s extglob; x=${LONG}; case $x in *(*(a|aa))b) ls;; esac; echo \${x##*(*(*(a)))b}`],
])('an expression that could try too many ways takes no time: %s', (_where, command) => {
  expect(elapsed(command)).toBeLessThan(LIMIT_MS);
});

test('an array of many items takes no time', () => {
  expect(elapsed(`a=(${'x '.repeat(20_000)}); rm "\${a[@]}"`)).toBeLessThan(LIMIT_MS);
});

test('a long text of nothing but here-documents takes no time', () => {
  expect(elapsed('cat <<A\n'.repeat(400_000))).toBeLessThan(LIMIT_MS);
});

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const WRAPS: [string, (command: string) => string][] = [
  ['sudo', (c) => `sudo sh -c ${quote(c)}`],
  ['env', (c) => `env A=1 bash -c ${quote(c)}`],
  ['bash', (c) => `bash -lc ${quote(c)}`],
  ['eval', (c) => `eval ${quote(c)}`],
  ['subshell', (c) => `(${c}\n)`],
  ['group', (c) => `{ ${c}\n}`],
  ['substitution', (c) => `echo "$(${c}\n)"`],
  ['function', (c) => `f() { ${c}\n}; f`],
  ['condition', (c) => `if true; then ${c}\nfi`],
  ['and', (c) => `true && { ${c}\n}`],
  ['timeout', (c) => `timeout 5 sh -c ${quote(c)}`],
  ['here-string', (c) => `bash <<< ${quote(c)}`],
  ['pipe', (c) => `printf %s ${quote(c)} | sh`],
  ['variable', (c) => `X=${quote(c)}; eval "$X"`],
  ['python', (c) => `python3 -c ${quote(`import os; os.system(${JSON.stringify(c)})`)}`],
];
const COMMANDS = [
  'rm -rf /etc',
  'echo x > out.txt',
  'cp a "b c"',
  'find . -name x -delete',
  'sed -i s/a/b/ f',
  'git checkout -- a.txt',
  'mv a /tmp/',
  "tee 'o p' < in",
];

test('no wrapping loses a write or a delete', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...COMMANDS),
      fc.array(fc.constantFrom(...WRAPS), { minLength: 1, maxLength: 3 }),
      (command, wraps) => {
        const plain = analyse(command, here);
        const wrapped = analyse(
          wraps.reduce((text, [, wrap]) => wrap(text), command),
          here,
        );
        for (const kind of ['write', 'delete'] as const)
          expect(paths(wrapped, kind)).toEqual(expect.arrayContaining(paths(plain, kind)));
      },
    ),
    { numRuns: 600 },
  );
});
