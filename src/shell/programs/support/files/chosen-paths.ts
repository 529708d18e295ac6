import { matches } from '../../../expand/pattern.ts';
import { baseName, isWithin } from '../../../files/paths.ts';
import type { Machine } from '../../../run/machine.ts';
import { globsOfExpression } from '../../../files/globs-of-expression.ts';
import { isNegated, type Term } from './find-tests.ts';

const MOST = 512;

/**
 * Which paths the tests of `find` choose, as patterns of the shell: `-path '*hookctl*' -name policy.yaml` chooses `./.*hookctl*` + `/policy.yaml`.
 * A star of find crosses directories and takes hidden names, so one test may become several patterns.
 */
export function chosenPaths(machine: Machine, roots: readonly string[], tests: readonly Term[]): string[] {
  const { names, paths } = patternsIn(tests);
  const chosen = new Set<string>();
  for (const root of roots.slice(0, MOST)) {
    if (paths.length === 0 && isChosen(root, names, tests)) chosen.add(root);
    for (const start of startsOf(machine, root)) {
      for (const path of paths) for (const one of belowStart(start, path, names)) chosen.add(one);
    }
    if (paths.length === 0)
      for (const name of names.flatMap(hiddenToo)) chosen.add(`${root.replace(/(.)\/+$/, '$1')}/**/${name}`);
  }
  return [...chosen].slice(0, MOST);
}

/** A path in a list that a program prints. A pattern says more than a hint can, so it is kept; for a plain name the hint is enough. */
export function asPrinted(machine: Machine, raw: string, path: string): string {
  return /[*?[]/.test(path) && !/\/\*\*\/[^.][^/]*$/.test(path) ? path : machine.unknown(raw, 'value', path);
}

/** The root itself is found too: `find ~/.netrc -exec cat {} +`. */
function isChosen(root: string, names: readonly string[], tests: readonly Term[]): boolean {
  // A root with a dot in its name may be a file; a directory such as `/tmp` is there for what it holds.
  if (!/[^.].*\.|\.[^.]/.test(baseName(root)) || tests.some(([word]) => word === '-mindepth')) return false;
  return names.length === 0 || names.some((name) => matches(baseName(root), name));
}

function patternsIn(tests: readonly Term[]): { names: string[]; paths: string[] } {
  const names: string[] = [];
  const paths: string[] = [];
  for (const [i, [test, pattern = '']] of tests.entries()) {
    if (isNegated(tests, i)) continue;
    if (/^-i?name$/.test(test)) names.push(pattern);
    else if (/^-i?(?:path|wholename)$/.test(test)) paths.push(pattern);
    else if (/^-i?regex$/.test(test)) paths.push(...globsOfExpression(pattern, { whole: true }));
  }
  const says = (pattern: string) => /[A-Za-z]/.test(pattern) && pattern.length < 200;
  return { names: names.filter((name) => says(name) && !name.includes('/')), paths: paths.filter(says) };
}

/** Where a test that begins with `*` may begin to say names: at the root, and at the project and the home when they are below it. */
function startsOf(machine: Machine, root: string): string[] {
  const bare = root.replace(/\/+$/, '');
  const below = [machine.project, machine.home].filter(
    (place): place is string => place !== null && root.startsWith('/') && place !== root && isWithin(root, place),
  );
  return [bare, ...below];
}

function belowStart(start: string, path: string, names: readonly string[]): string[] {
  const floats = path.startsWith('*');
  const said = floats ? path.replace(/^\*+\/|^\*+/, (stars) => (stars.endsWith('/') ? '' : '*')) : path;
  const heads = floats ? hiddenToo(said).map((one) => `${start}/${one}`) : [said];
  return heads.flatMap((head) => {
    const directory = head.replace(/\/\*+$/, '');
    if (names.length > 0) return names.map((name) => `${directory}/${name}`);
    // After a pattern one star is enough: what it may be is compared name by name.
    const inside = `${directory}/${/[*?[]/.test(directory) ? '*' : '**'}`;
    if (directory !== head) return [inside];
    return head.endsWith('*') ? [head, inside] : [head];
  });
}

/** `*env` of find takes `.env` as well. */
export function hiddenToo(name: string): string[] {
  if (/^\*+[A-Za-z_]{3}/.test(name)) return [name, `.${name}`];
  if (/^\*+\.\w.*\*/.test(name)) return [name, name.replace(/^\*+/, '')];
  return /^[?[]/.test(name) ? [name, name.replace(/^\?|^\[[^\]]*\]/, '.')] : [name];
}
