import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName } from '../../files/paths.ts';
import { programKind } from '../program-kind.ts';
import { makeDirectory } from './copying.ts';
import { passThrough } from './reading.ts';

const TOUCH = defineOptions('d,date= t= r,reference= time= a m c,no-create h help version A=');
const MKDIR = defineOptions('p,parents m,mode= v Z? context? help version');
const TRUNCATE = defineOptions('s,size= r,reference= c,no-create o,io-blocks help version');
const SPLIT = defineOptions(
  'l,lines= b,bytes= C,line-bytes= n,number= a,suffix-length= t,separator= additional-suffix= d numeric-suffixes? x filter= e help',
);
const CSPLIT = defineOptions('f,prefix= b,suffix-format= n,digits= k z s q');
const MKTEMP = defineOptions('d,directory u,dry-run q,quiet p,tmpdir= suffix= t');
const TEE = defineOptions('a,append i p output-error? help version');
const FALLOCATE = defineOptions('l,length= o,offset= n p,punch-hole z,zero-range c d x');
const MKNOD = defineOptions('m,mode= p,parents Z? help version');

export const creating: Record<string, Handler> = {
  touch: files(TOUCH, 'create'),
  mkdir: (call, machine) => {
    const { has, operands } = parseOptions(call.args, MKDIR);
    if (!has('help')) for (const path of operands) makeDirectory(call, machine, path);
    return '';
  },
  truncate: (call, machine) => {
    const { has, operands, value } = parseOptions(call.args, TRUNCATE);
    if (has('help') || has('version')) return '';
    const empties = /^[0</]+$/.test(value('size') ?? '0');
    for (const path of operands) machine.write(call, path, 'truncate', { empties, append: false });
    return '';
  },
  fallocate: files(FALLOCATE, 'create'),
  mkfifo: (call, machine) => {
    files(MKNOD, 'create')(call, machine);
    for (const path of parseOptions(call.args, MKNOD).operands) openPipe(call, machine, path);
    return '';
  },
  mknod: (call, machine) => {
    const [path] = parseOptions(call.args, MKNOD).operands;
    if (path !== undefined) machine.write(call, path, 'create');
    if (path !== undefined && call.args.at(-1) === 'p') openPipe(call, machine, path);
    return '';
  },
  mktemp,
  tempfile: (call, machine) => mktemp({ ...call, args: [] }, machine),
  split: (call, machine) => {
    const { operands, value } = parseOptions(call.args, SPLIT);
    if (operands[0] !== undefined) machine.read(call, operands[0]);
    const filter = value('filter');
    if (filter !== undefined) machine.script(call, filter, { wrapper: 'split', via: 'option', capture: false });
    machine.write(call, `${operands[1] ?? 'x'}*`, 'output');
    return '';
  },
  csplit: (call, machine) => {
    const { operands, value } = parseOptions(call.args, CSPLIT);
    if (operands[0] !== undefined) machine.read(call, operands[0]);
    machine.write(call, `${value('prefix') ?? 'xx'}*`, 'output');
    return '';
  },
  tee,
  sponge: (call, machine) => {
    const append = call.args.includes('-a');
    const file = call.args.find((arg) => !arg.startsWith('-'));
    if (file === undefined) return call.io.stdin?.text;
    machine.write(call, file, 'tee', { append, content: call.io.stdin?.text });
    return '';
  },
  patch,
  mkfile: (call, machine) => call.args.slice(1).forEach((path) => machine.write(call, path, 'create')),
};

function files(spec: ReturnType<typeof defineOptions>, via: 'create'): Handler {
  return (call, machine) => {
    const { has, operands, value } = parseOptions(call.args, spec);
    if (has('help') || has('version') || has('no-create')) return '';
    const reference = value('reference');
    if (reference !== undefined) machine.read(call, reference);
    for (const path of operands) machine.write(call, path, via, { append: true });
    return '';
  };
}

/** A shell that was started earlier may read what is written to a named pipe later: `sh < p & echo cmd > p`. */
function openPipe(call: Call, machine: Machine, path: string): void {
  const at = machine.locate(call, path);
  if (at === '?') return;
  const from = machine.analysis.invocations.length;
  machine.sinks.set(at, (writer, text) => {
    const started = machine.analysis.invocations.slice(from);
    if (started.some(({ program }) => programKind(program) === 'shell' || /^(?:source|\.|eval)$/.test(program)))
      machine.script(writer, text, { via: 'script', stdin: null, capture: false });
  });
}

/** The name is random but its directory is not; the template keeps its X. */
function mktemp(call: Call, machine: Machine): string {
  const { has, operands, value } = parseOptions(call.args, MKTEMP);
  const directory = value('tmpdir') ?? (has('t') || operands.length === 0 ? '/tmp' : undefined);
  const name = operands[0] ?? 'tmp.XXXXXXXXXX';
  const path = directory === undefined ? name : `${directory}/${name}`;
  if (!has('dry-run')) {
    machine.write(call, operands.length === 0 ? `${directory ?? '/tmp'}/**` : path, 'create');
    if (has('directory')) machine.directories.add(machine.locate(call, path));
  }
  return `${path}\n`;
}

function tee(call: Call, machine: Machine): string | undefined {
  const { has, operands } = parseOptions(call.args, TEE);
  if (has('help') || has('version')) return '';
  const text = passThrough(call, machine, []);
  for (const path of operands)
    machine.write(call, path, 'tee', { append: has('append'), content: text ?? machine.unknown('$(tee)', 'stdin') });
  return text;
}

const PATCH = defineOptions(
  'p,strip= i,input= d,directory= o,output= R,reverse N,forward dry-run b,backup r,reject-file= F,fuzz= s E t f u l',
);

function patch(call: Call, machine: Machine): string {
  const { has, operands, value } = parseOptions(call.args, PATCH);
  if (has('dry-run')) return '';
  const file = value('input') ?? operands[1];
  if (file !== undefined) machine.read(call, file);
  const base = value('directory');
  const inner = base === undefined ? call : { ...call, scope: { ...call.scope, cwd: machine.locate(call, base) } };
  const output = value('output') ?? operands[0];
  if (output !== undefined) machine.write(inner, output, 'patch');
  else
    patchedFiles(
      inner,
      machine,
      file === undefined ? call.io.stdin?.text : machine.content(call, file),
      Number(value('strip') ?? -1),
    );
  return '';
}

/** Files named by a patch; `"?"` when its text is not at hand. */
export function patchedFiles(call: Call, machine: Machine, text: string | undefined, strip: number): void {
  if (text === undefined || !/^\+\+\+ /m.test(text)) {
    machine.write(call, machine.unknown('patch'), 'patch');
    return;
  }
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    if (!line.startsWith('+++ ')) return;
    const name = stripped(line.slice(4).replace(/\t.*$/, ''), strip);
    const old = stripped((lines[i - 1] ?? '').slice(4).replace(/\t.*$/, ''), strip);
    if (name === '/dev/null') machine.remove(call, old, 'other');
    else machine.write(call, name, 'patch');
  });
}

function stripped(name: string, strip: number): string {
  if (name === '/dev/null') return name;
  if (strip < 0) return baseName(name);
  return name.split('/').slice(strip).join('/');
}
