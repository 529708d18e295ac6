import { array, assert, boolean, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGlobSet } from './glob-set.ts';
import { matchGlob } from './glob.ts';
import { matchPath, type Places } from './match-path.ts';

const names = constantFrom('a', 'src', '.env', 'id_rsa', 'key.pem', 'x.tar.gz', 'README', 'Ab.TS', '[x]', 'b.ts');
const parts = constantFrom(
  'a',
  'src',
  '**',
  '*',
  '.env',
  '.env.*',
  '*.pem',
  '*.gz',
  'id_*',
  '?',
  '[ab]',
  '*rsa*',
  '*S',
  'README',
  '*.t?',
  '\\[x\\]',
  '[!a]*',
);
const paths = array(names, { minLength: 1, maxLength: 5 }).map((list) => list.join('/'));
const patterns = array(
  array(parts, { minLength: 1, maxLength: 4 }).map((list) => list.join('/')),
  { minLength: 1, maxLength: 12 },
);

describe('many patterns at once', () => {
  it('say the same as one by one', () => {
    assert(
      property(patterns, paths, boolean(), (globs, path, caseless) => {
        expect(createGlobSet(globs, caseless).some(path)).toBe(globs.some((glob) => matchGlob(glob, path, caseless)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('a list that is asked often answers as it did at first', () => {
    const prefixes = constantFrom('', '', '**/', '/', '~/', '../', './');
    const roots = constantFrom('/p', '/p/a', '/');
    const globs = array(
      patterns.chain(([glob = '*']) => prefixes.map((prefix) => `${prefix}${glob}`)),
      { minLength: 4, maxLength: 9 },
    );
    assert(
      property(
        globs,
        array(paths, { minLength: 1, maxLength: 4 }),
        roots,
        boolean(),
        integer({ min: 0, max: 2 }),
        (list, asked, root, caseless, base) => {
          const places: Places = { root, cwd: '/p/a', home: '/home/u', caseless };
          const directory = ['/p', '/home/u', '/p/a'][base] ?? '/';
          const ask = () =>
            asked.map((path) =>
              matchPath(list, { path: `${directory}/${path}`, recursive: false, reading: 'names' }, places),
            );
          const first = ask();
          for (let times = 0; times < 25; times++) ask();
          expect(ask()).toEqual(first);
        },
      ),
      { numRuns: 500 },
    );
  });
});
