import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GuardPlace, World } from '../../system/ports.ts';
import { isGlob, matchGlob } from './glob.ts';
import { guardFiles } from './guard-globs.ts';
import { matchPath } from './match-path.ts';
import type { Places, Target } from './target.ts';

const name = fc.constantFrom('a', 'b', '.claude', 'settings.json', 'x[1]', 'A');
const directory = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/${names.join('/')}`);
const files = fc.constantFrom(['**'], ['settings.json'], ['a', 'b/**'], ['*.json', 'A']);
const part = fc.constantFrom('program' as const, 'settings' as const);
const place: fc.Arbitrary<GuardPlace> = fc.record({ part, directory, files });
const path = fc.array(fc.constantFrom('a', 'b', '.claude', 'settings.json', 'x[1]', 'A', '*', '.c*', '**'), {
  maxLength: 4,
});
const target: fc.Arbitrary<Target> = fc.record({
  path: path.map((names) => `/${names.join('/')}`),
  recursive: fc.boolean(),
  reading: fc.constantFrom('names' as const, 'reaches' as const),
});

/** A machine where some names are links, and the directories of every second place are there. */
function worldOf(places: GuardPlace[], links: [string, string][]): World {
  const realpath = (asked: string) => {
    const link = links.find(([from]) => asked === from || asked.startsWith(`${from}/`));
    return link === undefined ? asked : `${link[1]}${asked.slice(link[0].length)}`;
  };
  const entries = (asked: string) => {
    const at = places.findIndex((one) => one.directory === asked);
    return at % 2 === 0 ? places.filter((one) => one.directory === asked).flatMap((one) => [...one.files]) : null;
  };
  return { guardPlaces: () => places, realpath, entries, hardLink: () => null } as unknown as World;
}

/** The plain way: every pattern of every place, as it is named and with symlinks resolved. */
function allGlobs(world: World, glob: string): string[] {
  const escaped = (text: string) => text.replace(/[*?[\\]/g, '\\$&');
  const own = [...world.guardPlaces(), { part: 'policy', directory: '/p/.hookctl', files: ['**'] }];
  return own
    .filter((one) => glob === '<hookctl>' || glob === `<hookctl ${one.part}>`)
    .flatMap((one) => {
      const named = one.files.map((file) => `${escaped(one.directory)}/${file}`);
      const present = one.files[0] === '**' ? undefined : world.entries(one.directory);
      if (present === null) return named;
      const real = world.realpath(one.directory) ?? one.directory;
      const behind = one.files.map((file) =>
        isGlob(file) || present?.includes(file) !== true
          ? `${escaped(real)}/${file}`
          : escaped(world.realpath(`${one.directory}/${file}`) ?? ''),
      );
      return [...named, ...behind];
    });
}

test('a path is compared with the places of the guard as with all of their patterns', () => {
  const links = fc.array(fc.tuple(directory, directory), { maxLength: 2 });
  const glob = fc.constantFrom('<hookctl>', '<hookctl program>');
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 4 }),
      links,
      glob,
      target,
      fc.boolean(),
      (all, linked, asked, at, caseless) => {
        const world = worldOf(all, linked);
        const plain: Places = { root: '/p', cwd: '/p', home: '/h', caseless };
        const places: Places = { ...plain, guard: guardFiles(world, { projectRoot: '/p', settingsFiles: [] }) };
        const globs = allGlobs(world, asked);
        const expected =
          at.reading === 'names' ? globs.some((one) => matchGlob(one, at.path, caseless)) : matchPath(globs, at, plain);
        expect(matchPath([asked], at, places)).toBe(expected);
      },
    ),
    { numRuns: 3_000 },
  );
});
