import { globsOfExpression } from '../files/globs-of-expression.ts';
import { everythingBelow } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { hiddenToo } from './support/files/chosen-paths.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

/** Those in front of `-x`: a separate command follows it. */
const FD = defineOptions(
  'e,extension= t,type= d,max-depth= min-depth= exact-depth= E,exclude= S,size= changed-within= changed-before= o,owner= j,threads= c,color= C,base-directory= search-path= and= max-results= H,hidden I,no-ignore u,unrestricted g,glob F,fixed-strings p,full-path i s a,absolute-path l L 0 1 q ignore-file= path-separator= x,exec= X,exec-batch= batch-size=',
);
/** Also as the last of several letters: `-HIx`. */
const EXEC = /^(?:-[HIugFpisalL01]*[xX]|--exec|--exec-batch)$/;

export const fd = defineProgram({ names: 'fd fdfind', options: FD, effects: findFiles });

function findFiles(call: Call, machine: Machine): string | undefined {
  const at = call.args.findIndex((arg) => EXEC.test(arg));
  const front = at < 0 ? call.args : [...call.args.slice(0, at), ...lettersOf(call.args[at] ?? '')];
  const parsed = parseOptions(front, FD);
  const [pattern = '', ...more] = parsed.operands;
  const base = parsed.value('base-directory');
  const named = [...more, ...parsed.all('search-path')];
  const roots = (named.length === 0 ? [base ?? '.'] : named).map((root) => root.replace(/(.)\/+$/, '$1'));
  const filters = filtersOf(parsed, pattern);
  if (at < 0) return printed(call, machine, roots, filters);
  const found = roots.flatMap((root) => filters.map((filter) => `${root}/**${filter}`));
  let output: string | undefined;
  for (const command of commandsBehind(call.args.slice(at + 1))) {
    for (const path of found) {
      const words = command.some((word) => /\{.{0,2}\}/.test(word))
        ? command.map((word) => word.replace(/\{(\/|\/\/|\.|\/\.)?\}/g, path))
        : [...command, path];
      output = machine.run(call, words, { wrapper: call.program, via: 'batch', stdin: null });
    }
  }
  return found.length === 1 ? output : undefined;
}

/** The letters in front of the last of `-HIx`. */
function lettersOf(word: string): string[] {
  return /^-\w{2,}$/.test(word) ? [word.slice(0, -1)] : [];
}

/** `-x a {} ';' -x b {}` runs two commands. */
function commandsBehind(words: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === ';') commands.push([]);
    else if (!(EXEC.test(word) && commands.length > 1 && commands.at(-1)?.length === 0)) commands.at(-1)?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}

function printed(call: Call, machine: Machine, roots: readonly string[], filters: readonly string[]): string {
  const hints = roots.flatMap((root) => {
    const path = machine.locate(call, root);
    return filters.map((filter) => (path === '?' ? undefined : everythingBelow(path) + filter));
  });
  return hints.map((hint) => machine.unknown('$(fd)', 'value', hint)).join('\n');
}

/** As `nameFilters`, for the tests of fd; its pattern is a regular expression unless -g or -F is given. */
function filtersOf(parsed: Parsed, pattern: string): string[] {
  const extensions = parsed.all('extension');
  if (extensions.length > 0) return extensions.map((extension) => `/*.${extension.replace(/^\./, '')}`);
  const all = /^[.*^$]*$/.test(pattern);
  const picks = ['size', 'changed-within', 'changed-before', 'owner'];
  if (all) return [picks.some((name) => parsed.has(name)) ? '/*' : ''];
  const names = namesOf(parsed, pattern);
  if (names.length === 0) return ['/*'];
  const seesHidden = parsed.has('hidden') || parsed.has('unrestricted');
  return [...new Set(seesHidden ? names.flatMap(withHidden) : names)].map((name) => `/${name}`);
}

/** What ends with `.env` may be `.env` itself. */
function withHidden(name: string): string[] {
  return /^\*\.\w+$/.test(name) ? [name, name.slice(1)] : hiddenToo(name);
}

function namesOf(parsed: Parsed, pattern: string): string[] {
  if (parsed.has('glob')) return [pattern.replace(/^\*\*\//, '')];
  // A plain word is a part of the name, and most often the whole.
  if (/^[\w-]+$/.test(pattern)) return [pattern];
  if (parsed.has('fixed-strings')) return [`*${pattern}*`];
  // Of a whole path, the part that the expression says: the directories above it are any.
  return globsOfExpression(pattern, {}).map((glob) => (parsed.has('full-path') ? glob.replace(/^\*\/?/, '') : glob));
}
