import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { expect, it, test } from 'vitest';
import { analyse } from '../../shell/index.ts';
import { parseCommandPattern } from '../language/command-pattern.ts';
import { matchCommands } from '../match/match-command.ts';
import { keysOfPatterns, showPrograms } from './program-keys.ts';

const FACTS = { memo: <T>(_subject: object, _what: string, compute: () => T): T => compute() };

const patternOf = (text: string) => {
  const pattern = parseCommandPattern(text);
  if (pattern === null) throw new Error(text);
  return pattern;
};

test.each([
  ['rm -rf *', ['program rm']],
  ['/usr/bin/git push', ['program git push']],
  [
    'npm|pnpm i|publish',
    ['program npm install', 'program npm publish', 'program pnpm install', 'program pnpm publish'],
  ],
  ['git *', ['program git']],
  ['mkfs* /dev/sda', ['programs mkf']],
  ['*sh', null],
])('%s is found by %j', (text, keys) => {
  expect(keysOfPatterns([patternOf(text)])).toEqual(keys);
});

const program = constantFrom(
  'git',
  'npm',
  'npx',
  'yarn',
  'pip',
  'pip3.11',
  'git.exe',
  './bin/git',
  'rm',
  'mkfs.ext4',
  'sudo',
  'cargo',
  'GIT',
  '$X',
);
const word = constantFrom(
  'push',
  'i',
  'install',
  'run',
  'exec',
  'test',
  'git',
  'rm',
  '-C',
  '-f',
  '+nightly',
  '$Y',
  '/dev/sda',
  'PUSH',
  '--',
);
const command = tuple(program, array(word, { maxLength: 4 })).map(([name, words]) => [name, ...words].join(' '));
const pattern = tuple(
  constantFrom('git', 'npm', 'pip', 'rm', 'mkfs*', 'git|yarn', '*/git', 'bin/git', 'sudo', 'cargo', 'python*', 'g*'),
  array(constantFrom('push', 'i', 'install', '*', 'p*', 'test', '-f', '!-C', 'rm|push'), { maxLength: 3 }),
).map(([name, words]) => [name, ...words].join(' '));

it('no command that fits a pattern lacks all of its keys', () => {
  let fitting = 0;
  assert(
    property(pattern, command, (text, line) => {
      const wanted = patternOf(text);
      const keys = keysOfPatterns([wanted]);
      for (const invocation of analyse(line, { cwd: '/p' }).invocations) {
        // What is started by a name only known at run time is asked for in another way (`open`).
        if (keys === null || invocation.program === '' || matchCommands([wanted], invocation, FACTS) === false)
          continue;
        fitting++;
        const shown = new Set<string>();
        const prefixes = new Set<string>();
        showPrograms(invocation, FACTS, { keys: shown, prefixes });
        const found = keys.some((key) => shown.has(key) || [...prefixes].some((prefix) => key.startsWith(prefix)));
        expect({ text, line, keys, shown: [...shown], found }).toMatchObject({ found: true });
      }
    }),
    { numRuns: 10_000 },
  );
  expect(fitting).toBeGreaterThan(100);
});
