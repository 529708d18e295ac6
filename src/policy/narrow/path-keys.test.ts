import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { expect, it, test } from 'vitest';
import { matchPath } from '../match/match-path.ts';
import type { Places } from '../match/target.ts';
import { keysInReach, keysOfGlob, keysOfPath } from './path-keys.ts';

test.each([
  ['**/.git/hooks/**', ['path dot .git', 'path within **/.git']],
  ['/etc/**/x', ['path name x', 'path within /etc', 'path within **/x']],
  ['~/.ssh', ['path dot .ssh', 'path within ~/.ssh']],
  ['/etc/passwd', ['path name passwd', 'path within /etc', 'path within /etc/passwd']],
  ['/home/*/.ssh/**', ['path dot .ssh', 'path within /home']],
  ['src/**', ['path top src', 'path within src']],
  ['src/', ['path top src', 'path within src']],
  ['~/Library/*/**', ['path home library', 'path within ~/library']],
  ['**/.env.*', ['path begins .en']],
  ['**/*key*.PEM', ['path extension .pem']],
  ['a/*.env.local', ['path extension .local', 'path within a']],
  ['~/.*_History', ['path ends ory']],
  ['/home/*/.*password', ['path ends ord', 'path within /home']],
  ['**/Start Menu/**', ['path through start menu', 'path within **/start menu']],
  ['**/node_modules/pkg/[*]', ['path through pkg', 'path within **/node_modules']],
  ['*/bin/*', ['path through bin']],
  ['**/[ab]*', null],
  ['*', null],
  ['~', null],
  ['~/*', null],
  ['.', null],
  ['../x', null],
  ['a\\*', null],
])('%s is found by %j', (glob, keys) => {
  expect(keysOfGlob(glob)).toEqual(keys);
});

const names = [
  'a',
  'A',
  'src',
  '.env',
  '.env.x',
  'x.ts',
  'abc.ts',
  'p',
  'home',
  'u',
  'é.ts',
  'abç',
  'xabc',
  '.abc',
  'éabc',
];
const part = constantFrom(
  ...names,
  '*',
  '**',
  '*.ts',
  'abc*',
  'ab*',
  '?',
  '[ab]',
  '.e*',
  '*.x',
  '*abc',
  '.*abc',
  '[é]abc',
  '.',
  '..',
  '',
  'ab[c',
);
const start = constantFrom('', '/', '~/', './', '**/', '/p/', '/home/u/');
const places = record<Places>({
  root: constantFrom('/p', '/home/u/p', '/', '/home/u', '/p/'),
  home: constantFrom('/home/u', '/home/u/', '/', '/p/a'),
  cwd: constantFrom('/p', '/home/u/p/src'),
  caseless: boolean(),
});

it('no path that fits a pattern, and no tree that reaches it, lacks all of its keys', () => {
  let fitting = 0;
  assert(
    property(
      start,
      array(part, { minLength: 1, maxLength: 4 }),
      constantFrom('/', '/p/', '/home/u/', '/home/u/p/'),
      array(constantFrom(...names, '*', '*.ts', '**'), { maxLength: 4 }),
      boolean(),
      constantFrom('names' as const, 'reaches' as const),
      places,
      (begin, parts, from, segments, recursive, reading, where) => {
        const glob = `${begin}${parts.join('/')}`;
        const keys = keysOfGlob(glob);
        const path = `${from}${segments.join('/')}`.replace(/(.)\/$/, '$1');
        if (keys === null || matchPath([glob], { path, recursive, reading }, where) === false) return;
        fitting++;
        const shown = reading === 'names' ? keysOfPath(path, where) : keysInReach(path, where);
        if (shown !== null)
          expect({ glob, path, where, keys, shown: shown.filter((key) => keys.includes(key)) }).not.toMatchObject({
            shown: [],
          });
      },
    ),
    { numRuns: 30_000 },
  );
  expect(fitting).toBeGreaterThan(500);
});
