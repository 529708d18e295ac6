import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, type Parsed, parseOptions } from '../options.ts';
import { below, resolve } from '../../files/paths.ts';
import { chosenPaths } from './chosen-paths.ts';

const GREP = defineOptions(
  'e,regexp= f,file= A,after-context= B,before-context= C,context= m,max-count= d,directories= D,devices= include= exclude= exclude-dir= exclude-from= label= color? colour? binary-files= r,recursive R,dereference-recursive i n l L c v w x o q s h H E F P G z a b U I 0 1 2 3 4 5 6 7 8 9 Z T',
);
const RG = defineOptions(
  'e,regexp= f,file= A,after-context= B,before-context= C,context= m,max-count= g,glob= iglob= t,type= T,type-not= type-add= M,max-columns= j,threads= E,encoding= r,replace= d,max-depth= sort= sortr= pre= pre-glob= ignore-file= max-filesize= color= colors= path-separator= engine= hostname-bin= files files-with-matches l i n S s w x v c o u,unrestricted z,search-zip p P F U N H I 0 hidden no-ignore',
);

export const searching: Record<string, Handler> = {
  grep: search(GREP),
  egrep: search(GREP),
  fgrep: search(GREP),
  ggrep: search(GREP),
  rg: search(RG),
  ag: search(
    defineOptions('A= B= C= G= g= m= p= W= ignore= ignore-dir= depth= file-search-regex= pager= i l n v w c s S'),
  ),
  ack: search(defineOptions('A= B= C= m= g= type= ignore-dir= pager= output= i l n v w c')),
  fd: fd,
  fdfind: fd,
  locate: () => undefined,
};

/** The first operand is a pattern unless an option gave one; the rest are files. */
function search(spec: ReturnType<typeof defineOptions>): Handler {
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    for (const file of parsed.all('file')) machine.read(call, file);
    for (const option of ['pre', 'pager', 'hostname-bin']) {
      const program = parsed.value(option);
      if (program !== undefined && program !== '')
        machine.script(call, program, { wrapper: call.program, via: 'option', capture: false });
    }
    const given = parsed.has('regexp') || parsed.has('file') || parsed.has('files');
    for (const path of parsed.operands.slice(given ? 0 : 1)) machine.read(call, path, 'search');
    return undefined;
  };
}

const FD = defineOptions(
  'e,extension= t,type= d,max-depth= min-depth= exact-depth= E,exclude= S,size= changed-within= changed-before= o,owner= j,threads= c,color= base-directory= search-path= max-results= H,hidden I,no-ignore u g,glob F i s a,absolute-path l L p 0 1 q',
);

function fd(call: Call, machine: Machine): string | undefined {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  const parsed = parseOptions(at < 0 ? call.args : call.args.slice(0, at), FD);
  const [pattern = '', ...roots] = parsed.operands;
  if (at < 0) return undefined;
  const root = roots[0]?.replace(/\/+$/, '') ?? '.';
  const found = `${root}/**${fdFilter(parsed, pattern)}`;
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
  const picks = ['extension', 'size', 'changed-within', 'changed-before', 'owner'];
  return all && !picks.some((name) => parsed.has(name)) ? '' : '/*';
}

/** Options of find that take words of their own, by how many. */
const FIND_ARGUMENTS: Record<string, number> = { '-fprintf': 2, '-D': 1, '-O': 0 };
const FIND_ONE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -samefile -fstype -printf -used -regextype -context -files0-from -fprint -fprint0 -fls -newermt'.split(
    ' ',
  ),
);

/** `find roots… tests… actions…` */
export function find(call: Call, machine: Machine): string | undefined {
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
