import { eitherOf } from '../expand/unknown.ts';
import { showVariables } from '../files/loaded-files.ts';
import type { Call, Machine } from '../run/machine.ts';
import { adopt, join, wayOf } from '../run/ways/join.ts';
import { branch } from '../run/scope.ts';
import { keepForLater } from '../run/text/run-later.ts';
import { leave } from '../run/ways/landings.ts';
import {
  noteTested,
  runArithmeticText,
  runSubscripts,
  setElement,
  setVariable,
  unsetVariable,
} from '../run/variables.ts';
import { defineProgram, type Effects, type Definition } from './support/define-program.ts';
import { setsVariable } from './support/start/variable-commands.ts';
import type { Parsed } from './support/options.ts';

/** Commands of the shell itself: they change what later commands mean. */
export const builtins = [
  builtin('unset', (call, machine) => {
    for (const name of call.args) {
      if (name.startsWith('-')) continue;
      runSubscripts(machine, name, call);
      if (call.args[0] === '-n') call.scope.references.delete(name);
      else if (call.args[0] !== '-f') {
        unsetVariable(call.scope, name);
        setsVariable(call, machine, name, '');
      }
      if (call.args[0] !== '-v') call.scope.functions.delete(name);
    }
  }),
  builtin('let', (call, machine) => {
    for (const text of call.args) runArithmeticText(machine, text, call);
  }),
  // `test -v name` evaluates the name's subscript.
  builtin('test [', (call, machine) =>
    call.args.forEach((arg, i) => {
      const operator = call.args[i - 1] ?? '';
      if (operator === '-v') runSubscripts(machine, arg, call);
      noteTested(machine, call.scope, operator, arg);
    }),
  ),
  builtin('set', (call, machine) => {
    if (call.args.length === 0) showVariables(call, machine);
    if (call.args.some((arg, i) => /^-[A-Za-z]*u/.test(arg) || (arg === 'nounset' && call.args[i - 1]?.endsWith('o'))))
      call.scope.nounset = true;
    const positional = positionalOf(call.args);
    if (positional !== undefined) call.scope.positional = positional;
  }),
  builtin('shift', (call) => {
    const n = Number(call.args[0] ?? 1);
    const { positional } = call.scope;
    // With more than there are, nothing moves.
    if (positional !== null && Number.isInteger(n) && n <= positional.length)
      call.scope.positional = positional.slice(n);
  }),
  defineProgram({
    names: 'return break continue',
    role: 'prints',
    effects: (call, machine) => {
      leave(call, machine);
      return '';
    },
  }),
  builtin('getopts', getopts),
  builtin('alias', (call) => {
    for (const arg of call.args) {
      const equals = arg.indexOf('=');
      if (equals > 0) call.scope.aliases.set(arg.slice(0, equals), [arg.slice(equals + 1)]);
    }
  }),
  builtin('unalias', (call) => call.args.forEach((arg) => call.scope.aliases.delete(arg))),
  builtin('trap', (call, machine) => {
    const [text, ...signals] = call.args[0] === '--' ? call.args.slice(1) : call.args;
    if (text === undefined || text === '-' || /^-[lp]/.test(text)) return;
    keepForLater(machine, call, text);
    const before = wayOf(machine, call);
    const scope = branch(machine, call.scope);
    machine.script({ ...call, scope }, text, { wrapper: 'trap', via: 'deferred', capture: false, inPlace: true });
    // The text runs when the signal comes, perhaps between the next two commands; at the exit nothing follows.
    if (signals.every((signal) => /^(?:EXIT|0)$/.test(signal))) return;
    adopt(call.scope, scope);
    join(machine, call, before);
  }),
  builtin('hash', (call) => {
    const at = call.args.indexOf('-p');
    const [path, ...names] = at < 0 ? [] : call.args.slice(at + 1);
    for (const name of names) if (path !== undefined) setElement(call.scope, 'BASH_CMDS', name, path);
    if (path !== undefined) return;
    for (const name of call.args)
      if (/^\w[\w.+-]*$/.test(name)) setElement(call.scope, 'BASH_CMDS', name, `/usr/bin/${name}`);
  }),
  defineProgram({ names: 'compgen complete', options: 'C= F= W= o= A= G= P= S= X= D E c', effects: completion }),
  builtin(
    'bind',
    (call, machine, { value }) => {
      const text = value('x')?.replace(/^[^:]*:/, '');
      if (text !== undefined) machine.script(call, text, { wrapper: 'bind', via: 'deferred', capture: false });
    },
    'x= f= m= q= u= r=',
  ),
  builtin(
    'enable',
    (call, machine, { has }) => {
      if (has('f')) machine.emit(call, { kind: 'code', source: 'file', interpreter: 'bash' });
    },
    'a d n p s f=',
  ),
  defineProgram({
    names: 'fc',
    options: 'e= l n r s',
    effects: (call, machine, { value }) => {
      const text = value('e');
      if (text !== undefined && text !== '-') machine.script(call, text, { wrapper: 'fc', capture: false });
    },
  }),
  defineProgram({ names: 'history', effects: history }),
];

/** Each call takes the next option; we model all calls as one, so option and argument are alternatives. */
function getopts({ args, scope }: Call, machine: Machine): void {
  const [letters = '', name = '', ...given] = args;
  const words = given.length > 0 ? given : (scope.positional ?? []);
  const found: { letter: string; argument: string | undefined }[] = [];
  for (let at = 0; at < words.length && /^-[^-]/.test(words[at] ?? ''); at++) {
    const word = words[at] ?? '';
    for (let i = 1; i < word.length; i++) {
      const takes = letters.includes(`${word.charAt(i)}:`);
      const argument = !takes ? undefined : i + 1 < word.length ? word.slice(i + 1) : words[++at];
      found.push({ letter: word.charAt(i), argument });
      if (takes) break;
    }
  }
  const either = (raw: string, values: readonly string[]): string =>
    values.length === 1 ? (values[0] ?? '') : eitherOf(machine.unknowns, raw, values);
  if (/^[A-Za-z_]\w*$/.test(name))
    setVariable(
      scope,
      name,
      either(
        `$${name}`,
        found.map(({ letter }) => letter),
      ),
    );
  setVariable(
    scope,
    'OPTARG',
    either(
      '$OPTARG',
      found.flatMap(({ argument }) => argument ?? []),
    ),
  );
  setVariable(scope, 'OPTIND', machine.unknown('$OPTIND'));
}

/** `set -- p q`, `set p q`, `set -f p`, `set - p`. Undefined where options alone are set. */
function positionalOf(args: readonly string[]): string[] | undefined {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') return args.slice(at + 1);
    if (arg === '-') return at + 1 < args.length ? args.slice(at + 1) : undefined;
    if (!/^[-+]/.test(arg)) return args.slice(at);
    if (arg.endsWith('o')) at++;
  }
  return undefined;
}

/** Prints nothing. */
function builtin(names: string, effects: (...given: Parameters<Effects>) => void, options = ''): Definition {
  return defineProgram({
    names,
    options,
    effects: (...given) => {
      effects(...given);
      return '';
    },
  });
}

function history(call: Call, machine: Machine): string | undefined {
  const file = call.args.find((arg, i) => i > 0 && !arg.startsWith('-') && /^-[awrn]$/.test(call.args[i - 1] ?? ''));
  if (file === undefined) return undefined;
  if (/^-[aw]$/.test(call.args.find((arg) => /^-[awrn]$/.test(arg)) ?? ''))
    machine.write(call, file, 'output', { append: true });
  else machine.read(call, file);
  return '';
}

function completion(call: Call, machine: Machine, { has, operands, value }: Parsed): string {
  const text = value('C');
  if (text !== undefined) machine.script(call, text, { wrapper: call.program, via: 'deferred', capture: false });
  const words = value('W');
  if (words !== undefined && /[$`]/.test(words)) machine.expandText(words, call);
  // Among the commands that begin like this is the one that is meant.
  if (call.program === 'compgen' && (has('c') || value('A') === 'command')) return `${operands[0] ?? ''}\n`;
  if (call.program !== 'compgen' || value('A') !== 'function') return '';
  const names = [...call.scope.functions.keys()].filter((name) => name.startsWith(operands[0] ?? ''));
  return names
    .sort()
    .map((name) => `${name}\n`)
    .join('');
}
