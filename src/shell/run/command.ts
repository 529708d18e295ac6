import type { Assignment, Invocation, Word } from '../analysis.ts';
import { copyOf } from '../files/copies.ts';
import { runsByVariable } from '../programs/support/start/variable-commands.ts';
import type { Call, Here, Machine } from './machine.ts';
import { assignedFor, assignmentFields, gluedTo, keep } from './assignments.ts';
import type { Command, WordNode } from '../parse/parse.ts';
import { baseName } from '../files/paths.ts';
import { programKind } from '../programs/support/program-kind.ts';
import { findProgram, isDescribed, isWindowsPath, programIn } from '../programs/support/find-program.ts';
import { genericOutput, runProgram } from '../programs/support/run-program.ts';
import { runFunction } from './text/run-function.ts';
import { runWritten } from './run-written.ts';
import { closeRedirects, openDescriptors, openRedirects, printTo, pseudoCall, stdoutOf } from './redirects.ts';
import { asGuess, branch, type Io } from './scope.ts';
import { hasUnknown, isBadSubstitution, lookup, originOf } from '../expand/unknown.ts';
import { asSecondReading, isWorthRunning, otherReadings, runInEachDirectory } from './second-reading.ts';
import { markCut } from './add-mark.ts';
import { lineInScript, scriptPlace } from './script-files.ts';
import { hide, type Locals, restoreLocals } from './variables.ts';
import { runGuess } from '../programs/support/guesses.ts';
import { cookText, cookWord, type Field, meantTilde } from '../expand/words.ts';

/** A simple command: assignments, redirects, words, then what the program does. */
export function runCommand(machine: Machine, node: Command, here: Here): string {
  const line = lineInScript(machine, here.frame.source, node.pos) ?? here.frame.line;
  const frame = { ...here.frame, span: here.frame.span ?? { start: node.pos, end: node.end }, line };
  const inner: Here = { scope: here.scope, frame, io: here.io };
  // Words keep the outer frame: a substitution inside them has its own place in the text.
  const opened = openRedirects(machine, node.redirects, here);
  const before = pseudoCall(inner);
  const io: Io = {
    stdin: opened.stdin ?? here.io.stdin,
    capture: here.io.capture || opened.taken || here.scope.stdout !== undefined,
    taken: here.io.taken || opened.taken,
  };
  const close = openDescriptors(opened, here.scope);
  const glued = new Map<string, string>();
  const fields =
    node.name === undefined ? [] : cookAll(machine, node, { scope: here.scope, frame: here.frame, io }, glued);
  const from = machine.analysis.invocations.length;
  let printed = '';
  if (fields.length === 0) keep(machine, node, here, frame.span);
  else {
    const assignments = new Map([...assignedFor(machine, node, here), ...glued]);
    printed = execute(machine, { fields, here: { scope: here.scope, frame, io }, assignments });
  }
  if (fields.length === 1 && fields[0]?.text === 'exec') {
    if (opened.stdin !== undefined) here.io.stdin = opened.stdin;
    const stdout = stdoutOf(machine, opened);
    if (stdout !== undefined) here.scope.stdout = stdout;
  } else {
    close();
    // `exec < file` in a function or in what eval runs.
    if (opened.stdin === undefined) here.io.stdin = io.stdin;
    if (!io.taken && here.scope.stdout !== undefined) printTo(machine, before, here.scope.stdout, printed);
  }
  // Wrappers record themselves first, so the first new invocation is the one that holds the redirect.
  if (machine.analysis.invocations.length > from) before.index = from;
  if (opened.outputs.length > 0 || opened.reads.length > 0)
    closeRedirects(machine, opened, before, fields.length === 0 ? '' : printed);
  return opened.taken ? '' : printed;
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

function dispatch(machine: Machine, first: Field, call: Call): string {
  const { frame, io, program, scope } = call;
  if (program === '') return dynamic(machine, first, call);
  const alias = scope.aliases.get(first.text);
  if (alias !== undefined && !frame.active.includes(`alias ${first.text}`)) {
    const [text, ...others] = alias;
    for (const other of others) runAlias(machine, first.text, other, asSecondReading(machine, call));
    const printed = runAlias(machine, first.text, text, call);
    runShadowed(machine, call);
    return printed;
  }
  if (scope.functions.has(first.text)) {
    const printed = runFunction(machine, first.text, call);
    runShadowed(machine, call);
    return printed;
  }
  const [hashed, ...others] = scope.hashed.get(first.text) ?? [];
  for (const other of others) machine.run(asSecondReading(machine, call), [other, ...call.args], { via: frame.via });
  const original = hashed ?? copyOf(machine, call, first.text);
  if (original !== undefined)
    return machine.run(call, [original, ...call.args], { via: frame.via, capture: io.capture });
  const written = runWritten(machine, first.text, call);
  if (written !== undefined && !isDescribed(program)) return written;
  // A word that is part of the text being read would only repeat it.
  if (/[ \t\n]/.test(first.text) && !isWindowsPath(first.text) && !frame.active.includes(first.text))
    return machine.script(call, first.text, { via: 'script', capture: io.capture });
  // A second reading is a guess; only programs we know may turn it into effects.
  if (frame.assumed === true && !isWorthRunning(program)) return machine.unknown(`$(${program})`);
  const started = machine.analysis.invocations.length;
  // `/usr/bin/cd` is a process of its own.
  const printed = runProgram(first.text.includes('/') ? { ...call, scope: branch(machine, scope) } : call, machine);
  // A launcher that started nothing has words we do not know; the command may be among them.
  const role = findProgram(program)?.role;
  const isLauncher = role === 'launcher' || role === 'packages';
  if (isLauncher && machine.analysis.invocations.length === started) runGuess(call, machine);
  if (!io.capture) return '';
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

/**
 * A function or an alias with the name of a program may never have been defined (`false && rm() { :; }`), or may not count (aliases in a script): the
 * program itself is the second reading.
 */
function runShadowed(machine: Machine, call: Call): void {
  if (!isWorthRunning(call.program)) return;
  runProgram(asSecondReading(machine, call), machine);
}

function runAlias(machine: Machine, name: string, alias: string, call: Call): string {
  const text = [alias, ...call.args.map(quote)].join(' ');
  const frame = { ...call.frame, active: [...call.frame.active, `alias ${name}`] };
  return machine.script({ ...call, frame }, text, { via: 'alias', capture: call.io.capture, inPlace: true });
}

/** Single quotes, so that a re-parse gives the same word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
