import type { Call, Machine } from '../run/machine.ts';
import { lineInScript } from '../run/script-files.ts';
import { hasUnknown, originOf, sourceOf } from '../expand/unknown.ts';
import { act } from './act.ts';
import { runDatabaseLosses } from './database-losses.ts';
import { runShownVariables } from './shown-variables.ts';
import { noteEndlessStarts } from './endless-starts.ts';
import { createEvaluator } from './evaluate/create-evaluator.ts';
import { evaluate } from './evaluate/evaluate.ts';
import { type Functions, noFunctions } from './evaluate/functions.ts';
import { fill } from './evaluate/interpolation.ts';
import { feedProcesses } from './feed-processes.ts';
import { reachedFromCode } from './reached-from-code.ts';
import { guessUnresolved } from './guess-unresolved.ts';
import { type Language, languageOf } from './languages.ts';
import type { CallInCode, Evaluator } from './evaluate/evaluator.ts';
import { readLisp } from './read/lisp.ts';
import { readTcl } from './read/tcl.ts';
import { MAX_TOKENS, placedTokens, type Token } from './read/tokens.ts';
import type { Noted } from './site.ts';
import { listValue, textValue, type Value } from './value.ts';

const MAX_CODE = 64 * 1024;
const MAX_NESTED = 6;

/** Text that `program` runs as code, with the arguments that follow. */
type Code = { program: string; text: string; args: string[] };

/** Finds what a one-liner or a script of another language would do to files, processes and the network. */
export function scanCode(machine: Machine, call: Call, { program, text, args }: Code): void {
  const language = languageOf(program);
  const origin = originOf(machine.unknowns, text);
  if (origin !== undefined && (origin !== 'value' || text.trim().length <= 2)) {
    machine.emit(call, {
      kind: 'code',
      source: sourceOf(machine.unknowns, text),
      interpreter: language.name === 'other' ? program : language.name,
    });
    machine.mark('unknown-interpreter-code', machine.render(text).slice(0, 80), call.frame);
  }
  if (call.frame.depth > 30 || text.length > MAX_CODE) {
    machine.mark(text.length > MAX_CODE ? 'too-long' : 'too-deep', program, call.frame);
    return;
  }
  if (looksLikeShell(text)) {
    machine.script(call, text, reachedFromCode(program));
    return;
  }
  runDatabaseLosses(machine, call, text);
  runShownVariables(machine, call, text);
  scan({ machine, call, program, language, args, nested: 0 }, text);
}

/** The command that runs the code, and how many texts of code (`eval`) there are around the one that is read. */
type Run = { machine: Machine; call: Call; program: string; language: Language; args: string[]; nested: number };

/** The text of the code, its tokens, and where each of them begins. */
type Read = { text: string; tokens: Token[]; starts: number[] };

type Reading = Run & { noted: Noted };

function scan(run: Run, text: string): void {
  const { machine, call, program, language } = run;
  const noted: Noted = {
    processes: [],
    unresolved: { reads: false, runs: false, connects: false, fetches: false },
    texts: new Set(),
  };
  const reading: Reading = { ...run, noted };
  const { tokens, starts } = placedTokens(withoutEscapedLetters(language, text), language.syntax);
  noteEndlessStarts(machine, call, tokens, language.name);
  let isWhole = true;
  if (language.name === 'lisp') readLisp(text, callByName(reading));
  else if (language.name === 'tcl') isWhole = readTcl(text, callByName(reading));
  else {
    isWhole = tokens.length < MAX_TOKENS;
    readInRounds(reading, { text, tokens, starts });
  }
  if (!isWhole) machine.mark('too-long', program, call.frame);
  feedProcesses(machine, call, program, noted);
  guessUnresolved(machine, call, program, noted);
}

/** Code that the code itself makes and runs. */
function runCode(run: Run, text: string): void {
  const { machine, call, program, args } = run;
  if (hasUnknown(text)) scanCode(machine, call, { program, text, args });
  else if (looksLikeShell(text)) machine.script(call, text, reachedFromCode(program));
  else if (run.nested < MAX_NESTED) scan({ ...run, nested: run.nested + 1 }, text);
  else machine.mark('too-deep', program, call.frame);
}

function perform({ noted, ...run }: Reading, evaluator: Evaluator, found: CallInCode): Value {
  const { machine, call, program, language, args } = run;
  const { processes, unresolved } = noted;
  return act(machine, call, { program, language, evaluator, found, args, processes, unresolved }, (text) =>
    runCode(run, text),
  );
}

/** Lisp and Tcl have readers of other kinds, which report each call by its name. */
function callByName(reading: Reading): (name: string, args: Value[]) => Value {
  const { machine, language, noted } = reading;
  const evaluator = createEvaluator(machine, language, []);
  return (name, args) => {
    for (const arg of args) if (arg.kind === 'text') noted.texts.add(arg.text);
    return perform(reading, evaluator, { name, receiver: undefined, args, named: new Map() });
  };
}

/** What a function is called with, and what its own calls are called with, is known after it was read. */
function readInRounds(reading: Reading, read: Read): void {
  const { call } = reading;
  const { effects } = reading.machine.analysis;
  const functions = noFunctions();
  const printed = call.printed?.length ?? 0;
  for (let round = 0; round < 3; round++) {
    // Output of the previous pass is not repeated.
    call.printed?.splice(printed);
    const before = effects.length;
    evaluate(evaluatorFor(reading, read, functions));
    const { seen } = functions;
    // A function that only the code around it calls needs one more reading, two that call each other another one.
    if (seen.size <= round) break;
    // The next reading knows more: what is still unknown then is said again.
    if (round < 2)
      effects.push(...effects.splice(before).filter((effect) => !('path' in effect) || effect.path !== '?'));
    functions.calls = seen;
    functions.seen = new Map();
  }
}

function evaluatorFor(reading: Reading, { text, tokens, starts }: Read, functions: Functions): Evaluator {
  const { machine, call, program, language, args, noted } = reading;
  const evaluator: Evaluator = {
    ...createEvaluator(machine, language, tokens),
    functions,
    texts: noted.texts,
    onShell: (command) => {
      goTo(machine, call, text, starts[evaluator.from]);
      noted.processes.push({ text: command });
      const before = machine.analysis.effects.length;
      machine.script(call, command, reachedFromCode(program));
      noted.unresolved.connects ||= machine.analysis.effects.slice(before).some(({ kind }) => kind === 'network');
    },
    onCall: (found) => {
      goTo(machine, call, text, starts[evaluator.from]);
      return perform(reading, evaluator, found);
    },
  };
  evaluator.fill = (value) => fill(machine, evaluator, value, language);
  for (const [name, value] of argumentVariables(language, args)) evaluator.values.set(name, value);
  if (call.lines !== undefined && call.lines !== '')
    evaluator.values.set('_', textValue(call.lines.replace(/\n$/, '')));
  return evaluator;
}

/** What happens next is said of the line of this place, where the code is that of a file on disk. */
function goTo(machine: Machine, call: Call, code: string, at = 0): void {
  const line = lineInScript(machine, code, at);
  if (line !== undefined) call.frame = { ...call.frame, line };
}

/** The arguments after the program, where a variable of the language holds them: Perl's and Ruby's `ARGV`, PHP's `$argv`. */
function argumentVariables({ name }: Language, args: readonly string[]): [string, Value][] {
  if (args.length === 0) return [];
  const items = args.map(textValue);
  if (name === 'perl' || name === 'ruby') return [['ARGV', listValue(items)]];
  return name === 'php' ? [['argv', listValue([textValue('-'), ...items])]] : [];
}

/** In JavaScript a letter may be written as `\u0065`, in names as well as in texts. */
function withoutEscapedLetters({ name }: Language, text: string): string {
  if (name !== 'node' || !text.includes('\\u')) return text;
  return text.replace(
    /\\u(?:00([0-9a-f]{2})|\{0*([0-9a-f]{2})\})/gi,
    (whole, plain: string | undefined, braced: string | undefined) => {
      const letter = String.fromCharCode(Number.parseInt(plain ?? braced ?? '', 16));
      return /\w/.test(letter) ? letter : whole;
    },
  );
}

/** A shell command where code should be: whatever the interpreter makes of it, the writer meant a command. */
function looksLikeShell(text: string): boolean {
  if (/^\s*(cat|head|tail|less|more)\s+[\w./~-]+\s*$/.test(text)) return true;
  return /^\s*(sudo\s+)?(rm|git|dd|mkfs\S*|chmod|chown|curl|wget|shred)\s+(-{1,2}[a-zA-Z]|\S+\s+-|if=)/.test(text);
}
