import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { otherPath } from '../../files/other-path.ts';
import { referred, runArithmeticText, runSubscripts } from '../../run/variables.ts';
import { declare } from './declaring.ts';
import { mapfile, read } from './reading-input.ts';

/** Commands of the shell itself: they change what later commands mean. */
export const builtins: Record<string, Handler> = {
  cd,
  chdir: cd,
  pushd: (call, machine) => {
    const target = call.args.find((arg) => !/^[-+]/.test(arg));
    // Without a directory the two topmost change places.
    if (target === undefined && call.args.length === 0) {
      const other = call.scope.stack.pop() ?? null;
      call.scope.stack.push(call.scope.cwd);
      call.scope.previous = call.scope.cwd;
      call.scope.cwd = other;
      return '';
    }
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
  unset: (call, machine) => {
    for (const name of call.args) {
      if (name.startsWith('-')) continue;
      runSubscripts(machine, name, call);
      if (call.args[0] === '-n') call.scope.references?.delete(name);
      else call.scope.vars.set(referred(call.scope, name), []);
      call.scope.functions.delete(name);
    }
    return '';
  },
  let: (call, machine) => {
    for (const text of call.args) runArithmeticText(machine, text, call);
    return '';
  },
  test: evaluated,
  '[': evaluated,
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
  hash: (call) => {
    const at = call.args.indexOf('-p');
    const [path, ...names] = at < 0 ? [] : call.args.slice(at + 1);
    for (const name of names) if (path !== undefined) call.scope.hashed = new Map(call.scope.hashed).set(name, path);
    return '';
  },
  compgen: completion,
  complete: completion,
  bind: (call, machine) => {
    const { value } = parseOptions(call.args, defineOptions('x= f= m= q= u= r='));
    const text = value('x');
    if (text !== undefined)
      machine.script(call, text.replace(/^[^:]*:/, ''), { wrapper: 'bind', via: 'deferred', capture: false });
    return '';
  },
  fc: (call, machine) => {
    const text = parseOptions(call.args, defineOptions('e= l n r s')).value('e');
    if (text !== undefined && text !== '-') machine.script(call, text, { wrapper: 'fc', capture: false });
    return undefined;
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
    const written = `${searched(scope.vars.get('CDPATH'), target)}${target}`;
    const path = machine.locate(call, written);
    // `cd .s${x}sh`: a name in pieces is read without what is unknown in it.
    const other = path === '?' ? otherPath(machine, written) : undefined;
    scope.cwd = path !== '?' ? path : other === undefined ? null : known(machine.locate(call, other));
    if (path === '?') machine.mark('dynamic-path', `cd ${machine.render(target)}`, call.frame);
    else machine.directories.add(path);
  }
  scope.previous = old;
}

function known(path: string): string | null {
  return path === '?' ? null : path;
}

/** A text that sets CDPATH means `cd name` to look there; the disk is not asked which entry has it. */
function searched(cdpath: string | string[] | undefined, target: string): string {
  if (typeof cdpath !== 'string' || /^(?:\/|\.{1,2}(?:\/|$)|~)/.test(target)) return '';
  const entry = cdpath.split(':').find((one) => one !== '' && one !== '.');
  return entry === undefined ? '' : `${entry}/`;
}

function completion(call: Call, machine: Machine): string {
  const { value } = parseOptions(call.args, defineOptions('C= F= W= o= A= G= P= S= X= D E'));
  const text = value('C');
  if (text !== undefined) machine.script(call, text, { wrapper: call.program, via: 'deferred', capture: false });
  const words = value('W');
  if (words !== undefined && /[$`]/.test(words)) machine.expandText(words, call);
  return '';
}

/** `test -v name` evaluates the name's subscript. */
function evaluated(call: Call, machine: Machine): string {
  call.args.forEach((arg, i) => {
    if (call.args[i - 1] === '-v') runSubscripts(machine, arg, call);
  });
  return '';
}
