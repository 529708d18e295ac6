import type { Call, Machine } from '../../run/machine.ts';
import { hasUnknown, originOf, sourceOf } from '../../expand/unknown.ts';
import { baseName } from '../../files/paths.ts';
import { programKind } from '../../programs/support/program-kind.ts';
import { act } from '../act.ts';
import { runDatabaseLosses } from '../database-losses.ts';
import { noteEndlessStarts } from '../endless-starts.ts';
import { ruleFor } from '../rule-for.ts';
import { guessUnresolved } from '../guess-unresolved.ts';
import type { Process, Unresolved } from '../site.ts';
import { type Evaluator } from './cursor.ts';
import { UNKNOWN, type Value } from '../value.ts';
import { evaluate, expression, statement, term } from '../evaluate/evaluate.ts';
import { type Functions, noFunctions } from '../evaluate/functions.ts';
import { fill } from '../evaluate/interpolation.ts';
import { type Language, languageOf } from '../languages.ts';
import { readLisp } from './lisp.ts';
import { readTcl } from './tcl.ts';
import { type Token, tokenise } from './tokens.ts';

const MAX_CODE = 64 * 1024;
const MAX_NESTED = 6;

/** Finds what a one-liner or a script of another language would do to files, processes and the network. */
export function scanCode(machine: Machine, call: Call, program: string, text: string, args: string[]): void {
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
    machine.mark('unknown-interpreter-code', `${program}: too long or too deep`, call.frame);
    return;
  }
  if (looksLikeShell(text)) {
    machine.script(call, text, {
      wrapper: program,
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
    return;
  }
  runDatabaseLosses(machine, call, text);
  scan(machine, call, program, text, { language, args, nested: 0 });
}

type Run = { language: Language; args: string[]; nested: number };

function scan(machine: Machine, call: Call, program: string, text: string, run: Run): void {
  const { language } = run;
  const processes: Process[] = [];
  const unresolved: Unresolved = { reads: false, runs: false, connects: false };
  const functions: Functions = noFunctions();
  const runCode = (code: string): void => {
    if (hasUnknown(code)) scanCode(machine, call, program, code, run.args);
    else if (looksLikeShell(code))
      machine.script(call, code, {
        wrapper: program,
        via: 'interpreter',
        stdin: null,
        capture: false,
      });
    else if (run.nested < MAX_NESTED) scan(machine, call, program, code, { ...run, nested: run.nested + 1 });
  };
  const tokens = tokenise(withoutEscapedLetters(language, text), language.syntax);
  noteEndlessStarts(machine, call, tokens, language.name);
  const texts = new Set<string>();
  const read = (): void => {
    const evaluator: Evaluator = {
      ...blank(machine, language, tokens),
      functions,
      texts,
      onShell: (command) => {
        processes.push({ text: command });
        const before = machine.analysis.effects.length;
        machine.script(call, command, {
          wrapper: program,
          via: 'interpreter',
          stdin: null,
          capture: false,
        });
        unresolved.connects ||= machine.analysis.effects.slice(before).some(({ kind }) => kind === 'network');
      },
      onCall: (found) =>
        act(machine, call, { program, language, evaluator, found, args: run.args, processes, unresolved }, runCode),
    };
    evaluator.fill = (value) => fill(machine, evaluator, value, language);
    for (const [name, value] of argumentVariables(language, run.args)) evaluator.values.set(name, value);
    if (call.lines !== undefined && call.lines !== '')
      evaluator.values.set('_', { kind: 'text', text: call.lines.replace(/\n$/, '') });
    evaluate(evaluator);
  };
  if (language.name === 'lisp' || language.name === 'tcl') {
    const evaluator = blank(machine, language, []);
    const onCall = (written: string, args: Value[]): Value => {
      for (const arg of args) if (arg.kind === 'text') texts.add(arg.text);
      // `clojure.java.shell/sh`, `uiop:run-program`, `racket/file`
      const name = language.name === 'lisp' ? written.replace(/(\w)(?:::?|\/)(?=\w)/g, '$1.') : written;
      const found = {
        name,
        receiver: undefined,
        args,
        named: new Map<string, Value>(),
      };
      return act(
        machine,
        call,
        { program, language, evaluator, found, args: run.args, processes, unresolved },
        runCode,
      );
    };
    if (language.name === 'lisp') readLisp(text, onCall);
    else readTcl(text, onCall);
    feed(machine, call, program, processes, texts);
    guessUnresolved(machine, call, program, { processes, unresolved, texts });
    return;
  }
  // What a function is called with, and what its own calls are called with, is known after it was read.
  const printed = call.printed?.length ?? 0;
  for (let round = 0; round < 3; round++) {
    // What was printed by the reading before is printed once only.
    call.printed?.splice(printed);
    const { effects } = machine.analysis;
    const before = effects.length;
    read();
    const { seen } = functions;
    // A function that only the code around it calls needs one more reading, two that call each other another one.
    if (seen.size <= round) break;
    // The next reading knows more: what is still unknown then is said again.
    if (round < 2)
      effects.push(...effects.splice(before).filter((effect) => !('path' in effect) || effect.path !== '?'));
    functions.calls = seen;
    functions.seen = new Map();
  }
  feed(machine, call, program, processes, texts);
  guessUnresolved(machine, call, program, { processes, unresolved, texts });
}

/** The arguments behind the program, where a variable of the language holds them: Perl's and Ruby's `ARGV`, PHP's `$argv`. */
function argumentVariables({ name }: Language, args: readonly string[]): [string, Value][] {
  const items = args.map((text): Value => ({ kind: 'text', text }));
  if (args.length === 0) return [];
  if (name === 'perl' || name === 'ruby') return [['ARGV', { kind: 'list', items }]];
  return name === 'php' ? [['argv', { kind: 'list', items: [{ kind: 'text', text: '-' }, ...items] }]] : [];
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

function blank(machine: Machine, language: Language, tokens: Token[]): Evaluator {
  return {
    tokens,
    at: 0,
    depth: 0,
    text: 0,
    values: new Map(),
    functions: noFunctions(),
    texts: new Set(),
    piped: undefined,
    read: { expression, statement, term },
    unknownText: (raw) => machine.unknown(raw),
    members: (module) =>
      [...language.calls.keys()]
        .filter((name) => name.startsWith(`${module}.`))
        .map((name) => name.slice(module.length + 1)),
    knows: (name) => language.calls.has(name),
    computes: (name) => ruleFor(language, name)?.startsWith('text ') === true,
    joins: language.joins,
    arrows: language.arrows ?? false,
    callsMembers: language.name === 'ruby',
    colons: language.colons ?? false,
    bare: language.bareNames,
    bareTextOnly: language.bare !== 'all',
    fill: (value) => ({ kind: 'text', text: value }),
    onShell: () => undefined,
    onCall: () => UNKNOWN,
  };
}

/** A shell, an interpreter or xargs that was started without a program takes it from a pipe: whatever text the code holds may be written there. */
function feed(machine: Machine, call: Call, program: string, processes: Process[], texts: Set<string>): void {
  for (const child of processes.slice(0, 4)) {
    const words = 'words' in child ? child.words : child.text.trim().split(/\s+/);
    const name = baseName(words[0] ?? '');
    if (!/^(shell|interpreter|decoder)$/.test(programKind(name)) && !/^(xargs|parallel|tee|at|crontab)$/.test(name))
      continue;
    for (const stdin of [...texts].slice(0, 40)) {
      if (!/[\s/~]/.test(stdin)) continue;
      const reached = {
        wrapper: program,
        via: 'interpreter',
        stdin,
        capture: false,
      } as const;
      if ('words' in child) machine.run(call, child.words, reached);
      else if (child.text !== stdin) machine.script(call, child.text, reached);
    }
  }
}

/** A shell command where code should be: whatever the interpreter makes of it, the writer meant a command. */
function looksLikeShell(text: string): boolean {
  if (/^\s*(cat|head|tail|less|more)\s+[\w./~-]+\s*$/.test(text)) return true;
  return /^\s*(sudo\s+)?(rm|git|dd|mkfs\S*|chmod|chown|curl|wget|shred)\s+(-{1,2}[a-zA-Z]|\S+\s+-|if=)/.test(text);
}
