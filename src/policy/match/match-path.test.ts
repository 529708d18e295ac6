import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { expandBraces } from '../language/expand-braces.ts';
import { matchGlob } from './glob.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import { matchPath } from './match-path.ts';
import { type Places, resolvePattern } from './target.ts';

const places = { root: '/p', cwd: '/p/sub', home: '/home/u', caseless: false };

const NAMES: [glob: string, path: string, fits: unknown][] = [
  ['src/**', '/p/src/a/b', true],
  ['src/**', '/p/src', true],
  ['src/**', '/p/src2/a', false],
  ['src/', '/p/src/a', true],
  ['*.ts', '/p/a.ts', true],
  ['*.ts', '/p/x/a.ts', false],
  ['**/*.ts', '/p/.hidden/a.ts', true],
  ['**/*.pem', '/etc/x.pem', true],
  ['*.pem', '/etc/x.pem', false],
  ['.env', '/p/.env', true],
  ['.env', '/p/x/.env', false],
  ['./a', '/p/a', true],
  ['/etc/*', '/etc/passwd', true],
  ['/*', '/etc/passwd', false],
  ['/*', '/*', true],
  ['~', '/home/u', true],
  ['~/.ssh/**', '/home/u/.ssh/id', true],
  ['..', '/p', true],
  ['../x', '/p/x', true],
  ['a[0-9]', '/p/a5', true],
  ['a[!0-9]', '/p/a5', false],
  ['a?c', '/p/abc', true],
  ['**', '/anything/at/all', true],
  ['**', '?', true],
  ['src/**', '?', 'uncertain'],
];

test.each(NAMES)('%s names %s: %s', (glob, path, fits) => {
  expect(matchPath([glob], { path, recursive: false, reading: 'names' }, places)).toBe(fits);
});

const REACHES: [glob: string, path: string, recursive: boolean, fits: boolean][] = [
  ['.env', '/p', true, true],
  ['src/**', '/p', true, true],
  ['src/**', '/p/*', true, true],
  ['.env', '/p/*', true, false],
  ['.env', '/p/.e*', false, true],
  ['**/.env', '/p/build', true, false],
  ['**/.env', '/p', true, true],
  ['/etc/**', '/', true, true],
  ['src/a.ts', '/p/src/*.ts', false, true],
  ['src/a.ts', '/p/src/*.js', false, false],
  ['src/x/**', '/p/src/**', true, true],
  ['lib/**', '/p/src', true, false],
  ['**/.claude/settings.json', '/p/.claude', true, true],
  ['**/.claude/settings.json', '/p/.claude/*', true, true],
  ['**/.claude/settings.json', '/p/a/.claude', true, true],
  ['**/.claude/settings.json', '/home/u/.claude', true, true],
  ['**/.claude/settings.json', '/p/.claude/commands', true, false],
  ['**/.claude/settings.json', '/p/.claude/*.md', false, false],
  ['db/**/seed/keep.sql', '/p/db/a/seed', true, true],
  ['db/**/seed/keep.sql', '/p/seed', true, false],
  ['**/.env', '/p/build/*', true, false],
];

test.each(REACHES)('%s is reached from %s (recursive %s): %s', (glob, path, recursive, fits) => {
  expect(matchPath([glob], { path, recursive, reading: 'reaches' }, places)).toBe(fits);
});

/** Files that a call picks by a pattern in many directories. */
const SEARCHES: [how: 'read' | 'laidOut', path: string, glob: string, fits: boolean][] = [
  // By format: a list that names the format itself.
  ['read', '/p/**/*.json', '**/secrets.json', false],
  ['read', '/p/**/*.json', '**/*.json', true],
  ['read', '/p/**/*.pem', '**/*.pem', true],
  ['read', '/p/**/*.json', 'secrets.json', true],
  // By a part of a name: half of the name, and nothing that only a home holds.
  ['read', '/p/**/.e*', '**/.env', false],
  ['read', '/p/**/.en*', '**/.env', true],
  ['read', '/p/**/*credential*', '**/credentials.json', true],
  ['read', '/p/**/*sql*', '**/.psql_history', false],
  ['read', '/p/**/*conf*', '**/.kube/config', false],
  // Laid out: patterns, not single names, unless a hidden directory is named.
  ['laidOut', '/p/**/*.json', '**/*.json', true],
  ['laidOut', '/p/**/*.json', '**/package.json', false],
  ['laidOut', '/p/.github/**/*.yml', '**/.github/deploy.yml', true],
];

test.each(SEARCHES)('%s %s reaches %s: %s', (how, path, glob, fits) => {
  expect(matchPath([glob], { path, recursive: false, reading: 'reaches', [how]: true }, places)).toBe(fits);
});

test('agrees with picomatch on the common part', () => {
  const segment = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '**', '?', '.a');
  // Whether `*/**` means `a` itself is picomatch's own business; `src/**` means `src` for both.
  const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => [...parts, 'b'].join('/'));
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'abb', '.a'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(glob, path, (pattern, text) => {
      expect([pattern, text, matchGlob(pattern, text)]).toEqual([
        pattern,
        text,
        picomatch(pattern, { dot: true })(text),
      ]);
    }),
    { numRuns: 2000 },
  );
});

test('a pattern made to be slow is not', () => {
  const start = performance.now();
  matchGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(5_000));
  matchGlob('**/a/'.repeat(100), 'a/'.repeat(2_000));
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('braces', () => {
  expect(expandBraces('a/{b,c{d,e}}/*')).toEqual(['a/b/*', 'a/cd/*', 'a/ce/*']);
  expect(expandBraces('{a')).toBe(null);
  expect(expandBraces('{a,b}'.repeat(12))).toBe(null);
});

/** Without a look at single characters first. */
function plainlyNamed(glob: string, path: string, where: Places): boolean {
  const pattern = resolvePattern(glob, where);
  if (pattern.startsWith('/')) return matchGlob(pattern, path);
  const inside = relativeTo(where.root, path);
  if (inside !== null) return matchGlob(pattern, inside);
  return pattern.startsWith('**') && matchGlob(pattern, path.slice(1));
}

test('no pattern that names a path is ruled out by its looks', () => {
  const plain = ['a', 'b', 'src', '.env', 'x.ts', 'y]', 'u', 'home'];
  const wild = ['*', '**', '*.ts', '?', '', '[ab]', '[xy].ts', 'x.?s', '\\x.ts', '*]', '.', '..', 'a\\', '[b'];
  const glob = fc
    .tuple(
      fc.constantFrom('', '/', '~/', './', '../', '**/'),
      fc.array(fc.constantFrom(...plain, ...wild), { minLength: 1, maxLength: 4 }),
    )
    .map(([start, parts]) => `${start}${parts.join('/')}`);
  const path = fc.array(fc.constantFrom(...plain, 'p'), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const where = fc.record<Places>({
    root: fc.constantFrom('/p', '/', '/home/u'),
    home: fc.constantFrom('/home/u', '/home/u/', '/', '/p/a'),
    cwd: fc.constant('/p/src'),
    caseless: fc.constant(false),
  });
  let fitting = 0;
  fc.assert(
    fc.property(glob, path, where, (one, at, here) => {
      const expected = plainlyNamed(one, at, here);
      if (expected) fitting++;
      expect(matchPath([one], { path: at, recursive: false, reading: 'names' }, here)).toBe(expected);
    }),
    { numRuns: 30_000 },
  );
  expect(fitting).toBeGreaterThan(300);
});

test('no pattern that a path reaches is ruled out by its looks', () => {
  const names = ['a', 'b', 'ab', '.env', 'x.ts', 'y]'];
  const wild = ['*', '**', '*.ts', '?', '[ab]', 'x.?s', 'a*', '*b', '.e*', '@(a|b)', '[b', '\\x.ts', 'a\\'];
  const glob = fc
    .tuple(
      fc.constantFrom('', '/', '/p/', '~/', './', '../', '**/'),
      fc.array(fc.constantFrom(...names, ...wild, '', '.', '..'), { minLength: 1, maxLength: 3 }),
    )
    .map(([start, parts]) => `${start}${parts.join('/')}`);
  const path = fc
    .array(fc.constantFrom(...names, ...wild, 'p'), { maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`);
  let fitting = 0;
  fc.assert(
    fc.property(glob, path, fc.boolean(), fc.boolean(), (one, at, recursive, read) => {
      const target = { path: at, recursive, reading: 'reaches', ...(read ? { read } : {}) } as const;
      // Where case does not matter single letters are not looked at; all of these are small.
      const expected = matchPath([one], target, { ...places, caseless: true });
      if (expected === true && !recursive) fitting++;
      expect([one, at, matchPath([one], target, places)]).toEqual([one, at, expected]);
    }),
    { numRuns: 30_000 },
  );
  expect(fitting).toBeGreaterThan(50);
});
