import { below, resolve } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { chosenPaths } from './support/files/chosen-paths.ts';
import { defineProgram } from './support/define-program.ts';

export const find = defineProgram({ names: 'find gfind bfs', role: 'batch', oneDash: true, effects: findPaths });

/** Options of find that take words of their own, by how many. */
const FIND_ARGUMENTS: Record<string, number> = { '-fprintf': 2, '-D': 1, '-O': 0 };

const FIND_ONE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -samefile -fstype -printf -used -regextype -context -files0-from -fprint -fprint0 -fls -newermt'.split(
    ' ',
  ),
);

/** `find roots… tests… actions…` */
export function findPaths(call: Call, machine: Machine): string | undefined {
  const { args } = call;
  let at = 0;
  while (/^-[HLP]$|^-O\d|^-D$/.test(args[at] ?? '')) at += args[at] === '-D' ? 2 : 1;
  const roots: string[] = [];
  while (at < args.length && !/^(-.|\(|!)/.test(args[at] ?? '')) roots.push(args[at++] as string);
  if (roots.length === 0) roots.push('.');
  let limit = Infinity;
  const only = nameFilter(args.slice(at));
  const chosen = pathFilter(args.slice(at));
  const paths = chosenPaths(machine, roots, args.slice(at));
  for (; at < args.length; at++) {
    const word = args[at] as string;
    if (word === '-maxdepth') limit = Number(args[at + 1]);
    if (word === '-delete') {
      removeBelow(call, machine, roots, only);
      if (chosen !== undefined) machine.remove(call, chosen, 'find', { recursive: true, force: true });
      for (const path of paths) machine.remove(perhaps(call), path, 'find', { recursive: true, force: true });
    } else if (/^-(exec|execdir|ok|okdir)$/.test(word)) {
      const end = endOfExec(args, at + 1);
      const command = args.slice(at + 1, end);
      runFor(
        call,
        machine,
        command,
        roots.slice(0, 16).map((root) => (limit === 0 ? root : inside(root) + only)),
      );
      runFor(perhaps(call), machine, command, paths);
      at = end;
    } else if (word === '-fprint' || word === '-fprint0' || word === '-fls' || word === '-fprintf') {
      machine.write(call, args[at + 1] ?? '', 'output');
      at += word === '-fprintf' ? 2 : 1;
    } else if (Object.hasOwn(FIND_ARGUMENTS, word)) at += FIND_ARGUMENTS[word] ?? 0;
    else if (FIND_ONE.has(word)) at += 1;
  }
  if (!call.io.capture) return '';
  const raw = `$(find ${roots.map((root) => machine.render(root)).join(' ')})`;
  const hint = roots.length === 1 ? below(resolve(call.scope.cwd, roots[0] ?? '.'))?.concat(only) : undefined;
  // A pattern says more than a hint can, so it is printed as it is; of a plain name the hint says enough.
  const others = paths.map((path) => machine.locate(call, path)).filter((path) => path !== '?' && path !== hint);
  const printed = others.map((path) =>
    /[*?[]/.test(path) && !/\/\*\*\/[^.][^/]*$/.test(path) ? path : machine.unknown(raw, 'value', path),
  );
  return [machine.unknown(raw, 'value', hint), ...printed].join(args.includes('-print0') ? '\0' : '\n');
}

/** What the tests choose is a guess at names; what is done to them is listed apart. */
function perhaps(call: Call): Call {
  return { ...call, frame: { ...call.frame, assumed: true } };
}

/** Tests that leave most files alone, whatever their names. */
const FIND_PICKS =
  /^-(i?path|i?wholename|i?regex|[acm]time|[acm]min|size|empty|newer\w*|anewer|cnewer|perm|user|group|i?lname|samefile|inum)$/;

/** Which of the files below the roots are meant: `/*.pyc` for `-name '*.pyc'`, `/*` for tests on something else, nothing for all. */
function nameFilter(tests: string[]): string {
  const names: string[] = [];
  let picks = false;
  for (const [i, word] of tests.entries()) {
    const negated = tests[i - 1] === '!' || tests[i - 1] === '-not';
    if (/^-exec|^-ok/.test(word) || word === '-delete') break;
    if (FIND_PICKS.test(word) && !negated && !isEverything(tests[i + 1] ?? '')) picks = true;
    if (/^-i?name$/.test(word) && !negated) names.push(tests[i + 1] ?? '*');
  }
  const [first] = names;
  const alternatives = tests.includes('-o') || tests.includes('-or');
  if (first === undefined) return picks && !alternatives ? '/*' : '';
  if (names.length === 1 && !alternatives) return first.includes('/') || /^\*+$/.test(first) ? '' : `/${first}`;
  return names.some((name) => /^[.*?[]*\*?$/.test(name) || name.startsWith('.')) ? '' : '/*';
}

/** Only `-path './.git/*'` decides: `./.git/**`, since a star of find crosses directories. */
function pathFilter(tests: string[]): string | undefined {
  const at = tests.findIndex((word) => /^-i?(path|wholename)$/.test(word));
  const pattern = tests[at + 1] ?? '';
  const negated = tests[at - 1] === '!' || tests[at - 1] === '-not';
  if (at < 0 || negated || tests.includes('-prune') || tests.includes('-o') || isEverything(pattern)) return undefined;
  if (/^\*[^/]/.test(pattern)) return undefined;
  return pattern.replace(/^\*\//, './').replace(/\/\*$/, '/**');
}

/** `-regex '.*'` and `-path './*'` leave nothing out. */
function isEverything(pattern: string): boolean {
  return pattern !== '' && /^[.*/^$]*$/.test(pattern) && pattern.includes('*');
}

function removeBelow(call: Call, machine: Machine, roots: string[], only: string): void {
  for (const root of roots) machine.remove(call, inside(root) + only, 'find', { recursive: true, force: true });
}

function inside(root: string): string {
  return `${root.replace(/(.)\/+$/, '$1')}/**`;
}

function endOfExec(args: string[], from: number): number {
  for (let i = from; i < args.length; i++) {
    if (args[i] === ';' || args[i] === '\\;' || (args[i] === '+' && args[i - 1] === '{}')) return i;
  }
  return args.length;
}

function runFor(call: Call, machine: Machine, words: string[], paths: readonly string[]): void {
  const command = words.at(-1) === '+' ? words.slice(0, -1) : words;
  for (const found of paths) {
    machine.run(
      call,
      command.map((word) => word.replaceAll('{}', found)),
      { wrapper: 'find', via: 'batch', stdin: null, capture: false },
    );
  }
}
