import type { Assignment, Invocation, Word } from '../analysis.ts';
import { copyOf } from '../files/copies.ts';
import { runsByVariable } from '../programs/support/start/variable-commands.ts';
import type { Call, Here, Machine } from './machine.ts';
import { assignedFor, assignmentFields, gluedTo, keep } from './assignments.ts';
import type { Command, WordNode } from '../parse/parse.ts';
import { baseName } from '../files/paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import { findProgram, isDescribed, isWindowsPath, programIn } from '../programs/support/find-program.ts';
import { runProgram } from '../programs/support/run-program.ts';
import { genericOutput } from '../programs/support/undescribed/generic-output.ts';
import { runDefined } from './text/run-defined.ts';
import { runWritten } from './run-written.ts';
import { worksOnTestDatabase } from '../programs/support/databases/test-database.ts';
import {
  closeRedirects,
  type Opened,
  openDescriptors,
  openRedirects,
  printTo,
  pseudoCall,
  stdoutOf,
} from './redirects.ts';
import { asGuess, branch, type Frame, type Io } from './scope.ts';
import { hasUnknown, isBadSubstitution, lookup, originOf } from '../expand/unknown.ts';
import { asSecondReading, isWorthRunning, otherReadings, runInEachDirectory } from './second-reading.ts';
import { markCut } from './add-mark.ts';
import { lineInScript, scriptPlace } from './script-files.ts';
import { hide, type Locals, restoreLocals } from './variables.ts';
import { runGuess } from '../programs/support/guesses.ts';
import { cookText, cookWord, type Field, meantTilde } from '../expand/words.ts';

/** A simple command: assignments, redirects, words, then what the program does. */
export function runCommand(machine: Machine, node: Command, here: Here): string {
  const { scope } = here;
  const frame = frameOf(machine, node, here);
  // Words keep the outer frame: a substitution inside them has its own place in the text.
  const opened = openRedirects(machine, node.redirects, here);
  const redirectCall = pseudoCall({ scope, frame, io: here.io });
  const io = ioBehind(opened, here);
  const close = openDescriptors(opened, scope);
  const glued = new Map<string, string>();
  const fields = node.name === undefined ? [] : cookAll(machine, node, { scope, frame: here.frame, io }, glued);
  const firstInvocation = machine.analysis.invocations.length;
  let printed = '';
  if (fields.length === 0) keep(machine, node, here, frame.span);
  else {
    const assignments = new Map([...assignedFor(machine, node, here), ...glued]);
    printed = execute(machine, { fields, here: { scope, frame, io }, assignments });
  }
  if (fields.length === 1 && fields[0]?.text === 'exec') keepRedirects(machine, opened, here);
  else {
    close();
    // `exec < file` in a function or in what eval runs.
    if (opened.stdin === undefined) here.io.stdin = io.stdin;
    if (!io.taken && scope.stdout !== undefined) printTo(machine, redirectCall, scope.stdout, printed);
  }
  if (opened.isDiscarded) noteDiscarded(machine, firstInvocation);
  // Wrappers record themselves first, so the first new invocation is the one that holds the redirect.
  if (machine.analysis.invocations.length > firstInvocation) redirectCall.index = firstInvocation;
  if (opened.outputs.length > 0 || opened.reads.length > 0) closeRedirects(machine, opened, redirectCall, printed);
  return opened.taken ? '' : printed;
}

/** The same frame, with the place of the command. */
function frameOf(machine: Machine, { pos, end }: Command, { frame }: Here): Frame {
  const line = lineInScript(machine, frame.source, pos) ?? frame.line;
  return { ...frame, span: frame.span ?? { start: pos, end }, line };
}

/** Where the command reads and prints once its redirects are open. */
function ioBehind(opened: Opened, { io, scope }: Here): Io {
  return {
    stdin: opened.stdin ?? io.stdin,
    capture: io.capture || opened.taken || scope.stdout !== undefined,
    taken: io.taken || opened.taken,
  };
}

/** `exec > file` alone: the redirects stay open for what comes after it. */
function keepRedirects(machine: Machine, opened: Opened, { io, scope }: Here): void {
  if (opened.stdin !== undefined) io.stdin = opened.stdin;
  const stdout = stdoutOf(machine, opened);
  if (stdout !== undefined) scope.stdout = stdout;
}

/** Of what the command starts, only wrapped programs surely print where it prints: a script may send a part of its output elsewhere. */
function noteDiscarded({ analysis }: Machine, from: number): void {
  analysis.invocations.slice(from).forEach((invocation, i) => {
    if (i === 0 || invocation.via === 'wrapper') invocation.discarded = true;
  });
}

/** A simple command whose words are expanded. */
type Cooked = {
  fields: Field[];
  here: Here;
  /** Variables in front of it, and in front of what has started it. */
  assignments: Map<string, string>;
  /** Those that nobody has looked at yet; all of them where this is absent. */
  fresh?: Map<string, string>;
};

/** Runs a cooked command: alias, function, or program. */
export function execute(machine: Machine, cooked: Cooked): string {
  const { fields, here, assignments, fresh = assignments } = cooked;
  const [first] = fields;
  if (first === undefined) return '';
  if (machine.budget.commands-- <= 0) {
    machine.mark('too-many', 'commands', here.frame);
    return machine.unknown('…');
  }
  const args = fields.slice(1).map((field) => field.text);
  const program = hasUnknown(first.text) ? '' : nameOf(first.text, here);
  const index = noteInvocation(machine, cooked, first, program);
  const call: Call = { program, args, scope: here.scope, frame: here.frame, io: here.io, index, assignments };
  const arrays = fields.flatMap(({ array }) => (array === undefined ? [] : [[array.name, array.value] as const]));
  if (arrays.length > 0) call.arrays = new Map(arrays);
  const invocation = machine.analysis.invocations[index];
  if (invocation !== undefined && worksOnTestDatabase(call)) invocation.database = 'test';
  if (fresh.size > 0) runsByVariable({ ...call, assignments: fresh }, machine);
  // `X=1 cd d` and `IFS= read l` still change the shell; the variable in front itself is gone afterwards.
  const hidden: Locals = { names: new Map(), outer: here.scope.locals };
  for (const [name, value] of fresh) {
    hide(here.scope, hidden, name);
    here.scope.vars.set(name, value);
  }
  const before = here.scope.cwd;
  runInEachDirectory(machine, program, here, (there) => dispatch(machine, first, { ...call, ...there }));
  const printed = dispatch(machine, first, call);
  const other = readAgain(machine, cooked, before);
  restoreLocals(here.scope, hidden);
  here.scope.lastWord = fields.at(-1)?.text;
  return other ?? printed;
}

/** What the script has defined goes by its own name. */
function nameOf(word: string, { scope }: Here): string {
  return scope.functions.has(word) || scope.aliases.has(word) ? baseName(word) : programIn(word);
}

/** Runs the other readings of the words; returns what the last one prints where the first reading has no program. */
function readAgain(machine: Machine, { fields, here, assignments }: Cooked, cwd: string | null): string | undefined {
  const [first] = fields;
  const isUnknownProgram = first !== undefined && hasUnknown(first.text);
  // The author of a script on disk knows what its variables hold.
  if (machine.scriptFile !== null) return undefined;
  if (first?.glob !== true && !fields.some((field) => hasUnknown(field.text))) return undefined;
  if (isUnknownProgram || programKind(baseName(first?.text ?? '')) !== undefined)
    for (const { text } of fields) markCut(machine, here.frame, text);
  let printed: string | undefined;
  for (const words of otherReadings(machine, fields, here.frame.assumed === true)) {
    const frame = { ...here.frame, assumed: true as const, depth: here.frame.depth + 1 };
    // An unknown program changed nothing, so the other reading may: `$x cd ~`.
    const scope = isUnknownProgram ? here.scope : { ...branch(machine, here.scope), cwd };
    const again: Cooked = { fields: words, here: { scope, frame, io: here.io }, assignments, fresh: new Map() };
    printed = moreDangerous(machine, printed, execute(machine, again));
  }
  return here.io.capture && (isUnknownProgram || first?.glob === true) ? printed : undefined;
}

/** Prefers the more dangerous of two possible outputs: `/usr/bin/cur?` prints what came from the network. */
function moreDangerous(machine: Machine, before: string | undefined, printed: string): string {
  const origin = before === undefined ? undefined : originOf(machine.unknowns, before);
  return before !== undefined && (origin === 'network' || origin === 'decoded') ? before : printed;
}

/** Whatever the first word stands for, in the order in which the shell looks: alias, function, program. */
function dispatch(machine: Machine, first: Field, call: Call): string {
  const { frame, io, program } = call;
  if (program === '') return dynamic(machine, first, call);
  const printed = runDefined(machine, first.text, call) ?? runOriginal(machine, first.text, call);
  if (printed !== undefined) return printed;
  const written = runWritten(machine, first.text, call);
  if (written !== undefined && !isDescribed(program)) return written;
  // A word that is part of the text being read would only repeat it.
  if (/[ \t\n]/.test(first.text) && !isWindowsPath(first.text) && !frame.active.includes(first.text))
    return machine.script(call, first.text, { via: 'script', capture: io.capture });
  // A second reading is a guess; only programs we know may turn it into effects.
  if (frame.assumed === true && !isWorthRunning(program)) return machine.unknown(`$(${program})`);
  return runNamed(machine, first.text, call);
}

/** Runs the program that the name leads to by `hash -p` or because it was copied; undefined: the name says itself what it is. */
function runOriginal(machine: Machine, name: string, call: Call): string | undefined {
  const { via } = call.frame;
  const [hashed, ...others] = call.scope.hashed.get(name) ?? [];
  for (const other of others) machine.run(asSecondReading(machine, call), [other, ...call.args], { via });
  const original = hashed ?? copyOf(machine, call, name);
  if (original === undefined) return undefined;
  return machine.run(call, [original, ...call.args], { via, capture: call.io.capture });
}

/** Runs a program by its description. */
function runNamed(machine: Machine, name: string, call: Call): string {
  const started = machine.analysis.invocations.length;
  // `/usr/bin/cd` is a process of its own.
  const printed = runProgram(name.includes('/') ? { ...call, scope: branch(machine, call.scope) } : call, machine);
  // A launcher that started nothing has words we do not know; the command may be among them.
  const role = findProgram(call.program)?.role;
  const isLauncher = role === 'launcher' || role === 'packages';
  if (isLauncher && machine.analysis.invocations.length === started) runGuess(call, machine);
  if (!call.io.capture) return '';
  return printed ?? genericOutput(call, machine);
}

function cookAll(machine: Machine, node: Command, here: Here, assignments: Map<string, string>): Field[] {
  const glued = gluedTo(node);
  if (glued !== undefined && node.name !== undefined) assignments.set(glued.name, cookText(machine, node.name, here));
  const fields = node.name === undefined || glued !== undefined ? [] : cookWord(machine, node.name, here);
  for (const field of fields) field.text = meantTilde(machine, field.text);
  for (const [i, argument] of node.args.entries()) {
    const before = node.args[i - 1];
    const last = fields.at(-1);
    // `dd if=<(cmd)`: the parser makes two words of it.
    if (before?.end === argument.pos && last !== undefined && argument.type !== 'Assignment')
      last.text += cookText(machine, argument, here);
    else if (argument.type === 'Assignment') fields.push(...assignmentFields(machine, argument, here, isKeyed(fields)));
    else fields.push(...cookArgument(machine, argument, here));
  }
  return here.scope.dotglob ? fields.flatMap((field) => withHidden(field, machine.home)) : fields;
}

/** `declare -A m=(…)` */
function isKeyed(fields: readonly Field[]): boolean {
  return fields.some(({ text }) => /^-[a-zA-Z]*A/.test(text));
}

/** `*` reaches `.git` as well; in a directory further down nothing says that hidden files are meant. */
function withHidden(field: Field, home: string | null): Field[] {
  const slash = field.text.lastIndexOf('/') + 1;
  const directory = field.text.slice(0, slash);
  const isNear = /^(?:\.\/)*$/.test(directory) || directory === `${home ?? '/'}/`;
  if (!field.glob || !isNear || !/^[*?[]/.test(field.text.slice(slash))) return [field];
  return [field, { ...field, text: `${directory}.${field.text.slice(slash)}` }];
}

function cookArgument(machine: Machine, word: WordNode, here: Here): Field[] {
  const fields = cookWord(machine, word, here);
  if (word.parts === undefined) return fields;
  const expands = word.parts.some((part) => part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion');
  if (expands) for (const field of fields) field.text = meantTilde(machine, field.text);
  return fields;
}

/** Lists the command among those that the text runs; returns its index there. */
function noteInvocation(
  machine: Machine,
  { fields, here, assignments }: Cooked,
  first: Field,
  program: string,
): number {
  const word = (field: Field): Word => {
    const text = machine.render(field.text);
    const dynamicWord = hasUnknown(field.text);
    return field.glob ? { text, dynamic: dynamicWord, glob: true } : { text, dynamic: dynamicWord };
  };
  const list: Assignment[] = [...assignments].map(([name, value]) => ({
    name,
    value: word({ text: value, glob: false }),
  }));
  const invocation: Invocation = {
    program,
    path: machine.render(first.text),
    argv: fields.slice(1).map(word),
    wrappers: [...here.frame.wrappers],
    cwd: here.scope.cwd,
    span: here.frame.span ?? { start: 0, end: here.frame.source.length },
    via: here.frame.via,
    place: here.frame.place,
    assignments: list,
  };
  if (here.frame.assumed === true) invocation.assumed = true;
  if (here.scope.functions.has(first.text) || here.scope.aliases.has(first.text)) invocation.defined = true;
  Object.assign(invocation, scriptPlace(machine, here.frame.line));
  if (here.io.stdin !== null) invocation.stdin = word({ text: here.io.stdin.text, glob: false });
  return machine.analysis.invocations.push(invocation) - 1;
}

/** The program is only known at run time; if its text came from outside, that is code from outside. */
function dynamic(machine: Machine, first: Field, call: Call): string {
  if (isBadSubstitution(machine.unknowns, first.text)) return '';
  const origin = originOf(machine.unknowns, first.text);
  const nested = /^(script|interpreter|option|variable|deferred|alias)$/.test(call.frame.via);
  machine.mark(nested ? 'dynamic-script' : 'dynamic-command', machine.render(first.text), call.frame);
  if (origin === 'network' || origin === 'decoded')
    machine.emit(call, { kind: 'code', source: origin, interpreter: 'bash' });
  else if (nested) {
    const source = origin === 'file' ? 'file' : origin === 'stdin' ? 'stdin' : 'unknown';
    machine.emit(call, { kind: 'code', source, interpreter: 'bash' });
  }
  const written = lookup(machine.unknowns, first.text)?.written;
  const guess = asGuess(call);
  if (written !== undefined) machine.script(guess, written, { via: 'script', stdin: null, capture: false });
  return machine.unknown(`$(${machine.render(first.text)})`, origin);
}
