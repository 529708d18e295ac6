import { everythingBelow, resolve } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { asPrinted, chosenPaths } from './support/files/chosen-paths.ts';
import { isEverything, isNegated, nameFilters, type Term, termsOf, testsBefore } from './support/files/find-tests.ts';
import { addUnknown } from '../expand/unknown.ts';
import { defineProgram } from './support/define-program.ts';
import { asGuess } from '../run/scope.ts';

export const find = defineProgram({ names: 'find gfind bfs', role: 'batch', oneDash: true, effects: findPaths });

/** `find roots… tests… actions…` */
function findPaths(call: Call, machine: Machine): string | undefined {
  const { args } = call;
  let at = 0;
  while (/^-[HLP]$|^-O\d|^-D$/.test(args[at] ?? '')) at += args[at] === '-D' ? 2 : 1;
  const roots: string[] = [];
  while (at < args.length && !/^(-.|\(|!)/.test(args[at] ?? '')) roots.push(args[at++] as string);
  if (roots.length === 0) roots.push('.');
  const terms = termsOf(args.slice(at));
  const limit = terms.find(([word]) => word === '-maxdepth')?.[1];
  for (const [i, [word, ...values]] of terms.entries()) {
    if (/^-f(print0?|ls|printf)$/.test(word)) machine.write(call, values[0] ?? '', 'output');
    if (word !== '-delete' && !/^-(exec|ok)(dir)?$/.test(word)) continue;
    const tests = testsBefore(terms, i);
    const paths = chosenPaths(machine, roots, tests);
    if (word === '-delete') {
      const remove = isOfEmptyDirectories(tests) ? removeEmptyDirectory : removeAll;
      for (const path of [...foundBelow(roots, deleteFilters(tests)), ...pathsOf(tests)]) remove(call, machine, path);
      // What the tests choose is a guess at names.
      for (const path of paths) remove(asGuess(call), machine, path);
    } else {
      const command = values.filter((value, n) => n < values.length - 1 || !/^\\?;$|^\+$/.test(value));
      runFor(call, machine, command, limit === '0' ? roots : foundBelow(roots, nameFilters(tests)));
      runFor(asGuess(call), machine, command, paths);
    }
  }
  return call.io.capture ? printedPaths(call, machine, roots, terms) : '';
}

/** What is printed: paths of the form that the tests choose. */
function printedPaths(call: Call, machine: Machine, roots: string[], terms: readonly Term[]): string {
  const at = terms.findIndex(([word]) => word.startsWith('-print'));
  const tests: readonly Term[] = at < 0 ? [['('], ...terms, [')']] : testsBefore(terms, at);
  const raw = `$(find ${roots.map((root) => machine.render(root)).join(' ')})`;
  const root = roots.length === 1 ? everythingBelow(resolve(call.scope.cwd, roots[0] ?? '.')) : '?';
  const hints: (string | undefined)[] = root === '?' ? [undefined] : nameFilters(tests).map((only) => root + only);
  const others = chosenPaths(machine, roots, tests)
    .map((path) => machine.locate(call, path))
    .filter((path) => path !== '?' && !hints.includes(path));
  const printed = others.map((path) => asPrinted(machine, raw, path));
  const isNul = terms.some(([word]) => word === '-print0');
  const written = terms.find(([word, format = '']) => word === '-printf' && /\w\s/.test(format))?.[1];
  if (written !== undefined)
    return addUnknown(machine.unknowns, { raw, origin: 'value', written: filledIn(written, roots[0] ?? '.') });
  return [...hints.map((hint) => machine.unknown(raw, 'value', hint)), ...printed].join(isNul ? '\0' : '\n');
}

/** The format with its placeholders replaced by paths. */
function filledIn(format: string, root: string): string {
  const below = `${root.replace(/\/+$/, '')}/*`;
  const paths: Record<string, string> = { p: below, h: root, H: root, P: below, f: '*' };
  return format.replaceAll(/\\[n0]/g, '\n').replaceAll(/%([phHPf])/g, (_whole, letter: string) => paths[letter] ?? '');
}

/** Only `-path './.git/*'` decides: `./.git/**`, since a star of find crosses directories. */
function pathsOf(tests: readonly Term[]): string[] {
  const at = tests.findIndex(([word]) => /^-i?(path|wholename)$/.test(word));
  const pattern = tests[at]?.[1] ?? '';
  if (at < 0 || isNegated(tests, at) || tests.some(([word]) => word === '-o' || word === '-prune')) return [];
  if (isEverything(pattern) || /^\*[^/]/.test(pattern)) return [];
  return [pattern.replace(/^\*\//, './').replace(/\/\*$/, '/**')];
}

function removeAll(call: Call, machine: Machine, path: string): void {
  machine.remove(call, path, 'find', { recursive: true, force: true });
}

function removeEmptyDirectory(call: Call, machine: Machine, path: string): void {
  machine.remove(call, path, 'rmdir');
}

/** `-type d -empty -delete` is what `rmdir` does. */
function isOfEmptyDirectories(tests: readonly Term[]): boolean {
  const demands = (wanted: string) =>
    tests.some(([word, value], at) => [word, value].join(' ').trim() === wanted && !isNegated(tests, at));
  return demands('-empty') && demands('-type d');
}

/** `-delete` takes a directory only when it is empty. */
function deleteFilters(tests: readonly Term[]): string[] {
  const filters = nameFilters(tests);
  const isEmptied = tests.some(([word, value], at) => word === '-type' && value === 'd' && !isNegated(tests, at));
  return isEmptied ? filters.map((only) => only || '/*') : filters;
}

function foundBelow(roots: readonly string[], filters: readonly string[]): string[] {
  return roots.flatMap((root) => filters.map((only) => `${root.replace(/(.)\/+$/, '$1')}/**${only}`));
}

function runFor(call: Call, machine: Machine, words: string[], paths: readonly string[]): void {
  for (const found of paths) {
    machine.run(
      call,
      words.map((word) => word.replaceAll('{}', found)),
      { wrapper: 'find', via: 'batch', stdin: null, capture: false },
    );
  }
}
