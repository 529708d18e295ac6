import type { Call, Handler, Machine } from '../machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { hasUnknown, originOf } from '../unknown.ts';
import { runsByVariable } from '../effects/variables.ts';

/** Commands of the shell itself: they change what later commands mean. */
export const builtins: Record<string, Handler> = {
  cd,
  chdir: cd,
  pushd: (call, machine) => {
    const target = call.args.find((arg) => !/^[-+]/.test(arg));
    call.scope.stack.push(call.scope.cwd);
    if (target !== undefined) go(call, machine, target);
    return '';
  },
  popd: (call) => {
    call.scope.previous = call.scope.cwd;
    if (call.scope.stack.length > 0) call.scope.cwd = call.scope.stack.pop() ?? null;
    else call.scope.cwd = null;
    return '';
  },
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  read,
  unset: (call) => {
    for (const name of call.args) {
      if (name.startsWith('-')) continue;
      call.scope.vars.set(name, '');
      call.scope.functions.delete(name);
    }
    return '';
  },
  set: (call) => {
    const at = call.args.indexOf('--');
    const plain = call.args.length > 0 && !/^[-+]/.test(call.args[0] ?? '');
    if (at >= 0) call.scope.positional = call.args.slice(at + 1);
    else if (plain) call.scope.positional = call.args;
    return '';
  },
  shift: (call) => {
    const n = Number(call.args[0] ?? 1);
    call.scope.positional = call.scope.positional?.slice(Number.isInteger(n) ? n : 1) ?? null;
    return '';
  },
  alias: (call) => {
    for (const arg of call.args) {
      const equals = arg.indexOf('=');
      if (equals > 0) call.scope.aliases.set(arg.slice(0, equals), arg.slice(equals + 1));
    }
    return '';
  },
  unalias: (call) => {
    for (const arg of call.args) call.scope.aliases.delete(arg);
    return '';
  },
  trap: (call, machine) => {
    const [text] = call.args[0] === '--' ? call.args.slice(1) : call.args;
    if (text !== undefined && text !== '-' && !/^-[lp]/.test(text))
      machine.script(call, text, { wrapper: 'trap', via: 'deferred', capture: false });
    return '';
  },
  mapfile,
  readarray: mapfile,
  history: (call, machine) => {
    const file = call.args.find((arg, i) => i > 0 && !arg.startsWith('-') && /^-[awrn]$/.test(call.args[i - 1] ?? ''));
    if (file === undefined) return undefined;
    if (/^-[aw]$/.test(call.args.find((arg) => /^-[awrn]$/.test(arg)) ?? ''))
      machine.write(call, file, 'output', { append: true });
    else machine.read(call, file);
    return '';
  },
  hash: () => '',
  complete: (call, machine) => {
    const { value } = parseOptions(call.args, defineOptions('C= F= W= o= A= G= P= S= X= D E'));
    const text = value('C');
    if (text !== undefined) machine.script(call, text, { wrapper: 'complete', via: 'deferred', capture: false });
    return '';
  },
  bind: (call, machine) => {
    const { value } = parseOptions(call.args, defineOptions('x= f= m= q= u= r='));
    const text = value('x');
    if (text !== undefined)
      machine.script(call, text.replace(/^[^:]*:/, ''), { wrapper: 'bind', via: 'deferred', capture: false });
    return '';
  },
  enable: (call, machine) => {
    const at = call.args.indexOf('-f');
    if (at >= 0) machine.emit(call, { kind: 'code', source: 'file', interpreter: 'bash' });
    return '';
  },
};

function cd(call: Call, machine: Machine): string {
  const words = call.args.filter((arg, i) => !(/^-[LPe@]+$/.test(arg) || (arg === '--' && i === 0)));
  go(call, machine, words[0] ?? machine.home ?? machine.unknown('$HOME'));
  return '';
}

function go(call: Call, machine: Machine, target: string): void {
  const { scope } = call;
  const old = scope.cwd;
  if (target === '-') scope.cwd = scope.previous;
  else {
    const path = machine.locate(call, target);
    scope.cwd = path === '?' ? null : path;
    if (path === '?') machine.mark('dynamic-path', `cd ${machine.render(target)}`, call.frame);
    else machine.directories.add(path);
  }
  scope.previous = old;
}

function declare(call: Call, machine: Machine): string {
  const set = new Map<string, string>();
  const exports = call.args.some((arg) => /^-[a-z]*f|^-[a-z]*x/.test(arg));
  for (const arg of call.args) {
    const definition = exports ? call.scope.functions.get(arg) : undefined;
    if (definition !== undefined) call.scope.functions.set(arg, { ...definition, exported: true });
    const equals = arg.indexOf('=');
    if (equals <= 0 || arg.startsWith('-')) continue;
    const name = arg.slice(0, equals).replace(/\+$/, '');
    const value = arg.slice(equals + 1);
    // Array values were stored while the words were cooked.
    if (!value.startsWith('(')) call.scope.vars.set(name, value);
    set.set(name, value);
  }
  if (set.size > 0) runsByVariable({ ...call, assignments: set }, machine);
  return '';
}

const READ = defineOptions('r s e a= d= i= n= N= p= t= u=');

/** Takes the next line of known input; anything else is unknown but keeps its origin. */
function read(call: Call, machine: Machine): string {
  const { operands, value } = parseOptions(call.args, READ);
  const input = call.io.stdin;
  const names = operands.length === 0 ? [value('a') ?? 'REPLY'] : operands;
  if (input === null || hasUnknown(input.text)) {
    const origin = input === null ? 'stdin' : originOf(machine.unknowns, input.text);
    for (const name of names) call.scope.vars.set(name, machine.unknown(`$${name}`, origin));
    return '';
  }
  const end = input.text.indexOf('\n');
  const line = end < 0 ? input.text : input.text.slice(0, end);
  input.text = end < 0 ? '' : input.text.slice(end + 1);
  const words = line.trim().split(/[ \t]+/);
  names.forEach((name, i) =>
    call.scope.vars.set(name, i === names.length - 1 ? words.slice(i).join(' ') : (words[i] ?? '')),
  );
  return '';
}

const MAPFILE = defineOptions('C= c= d= n= O= s= t u=');

function mapfile(call: Call, machine: Machine): string {
  const { operands, value } = parseOptions(call.args, MAPFILE);
  const callback = value('C');
  if (callback !== undefined)
    machine.script(call, callback, { wrapper: 'mapfile', via: 'script', stdin: null, capture: false });
  const text = call.io.stdin?.text;
  const name = operands[0] ?? 'MAPFILE';
  if (text === undefined || hasUnknown(text))
    call.scope.vars.set(name, [
      machine.unknown(`$${name}`, text === undefined ? 'stdin' : originOf(machine.unknowns, text)),
    ]);
  else call.scope.vars.set(name, text.replace(/\n$/, '').split('\n'));
  return '';
}
