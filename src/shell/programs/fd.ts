import { everythingBelow } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

/** Those in front of `-x`: a separate command follows it. */
const FD = defineOptions(
  'e,extension= t,type= d,max-depth= min-depth= exact-depth= E,exclude= S,size= changed-within= changed-before= o,owner= j,threads= c,color= base-directory= search-path= max-results= H,hidden I,no-ignore u g,glob F i s a,absolute-path l L p 0 1 q ignore-file= path-separator= x,exec= X,exec-batch= batch-size=',
);

export const fd = defineProgram({ names: 'fd fdfind', options: FD, effects: findFiles });

function findFiles(call: Call, machine: Machine): string | undefined {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  const parsed = parseOptions(at < 0 ? call.args : call.args.slice(0, at), FD);
  const [pattern = '', ...roots] = parsed.operands;
  const root = roots[0]?.replace(/(.)\/+$/, '$1') ?? '.';
  const filter = fdFilter(parsed, pattern);
  const path = machine.locate(call, root);
  if (at < 0) return machine.unknown('$(fd)', 'value', path === '?' ? undefined : everythingBelow(path) + filter);
  const found = `${root}/**${filter}`;
  const command = call.args.slice(at + 1).filter((arg) => arg !== ';');
  const words = command.some((word) => /\{.{0,2}\}/.test(word))
    ? command.map((word) => word.replace(/\{(\/|\/\/|\.|\/\.)?\}/g, found))
    : [...command, found];
  return machine.run(call, words, { wrapper: call.program, via: 'batch', stdin: null });
}

/** As `nameFilter`, for the tests of fd; its pattern is a regular expression unless -g or -F is given. */
function fdFilter(parsed: Parsed, pattern: string): string {
  const [extension, ...more] = parsed.all('extension');
  if (extension !== undefined && more.length === 0) return `/*.${extension.replace(/^\./, '')}`;
  const all = /^[.*^$]*$/.test(pattern);
  if (parsed.has('glob') && !all && !pattern.includes('/')) return `/${pattern}`;
  // A plain word is a part of the name, and most often the whole.
  if (/^[\w-]+$/.test(pattern)) return `/${pattern}`;
  const picks = ['extension', 'size', 'changed-within', 'changed-before', 'owner'];
  return all && !picks.some((name) => parsed.has(name)) ? '' : '/*';
}
