import { printsFetched, savesFetched, sendsFiles } from './effects/cloud-files.ts';
import type { Call, Handler, Machine } from '../run/machine.ts';
import { pathOfUrl } from '../files/paths.ts';
import { programKind, withoutVersion } from './program-kind.ts';
import { TABLES } from './program-tables.ts';
import { tableOf } from './table-of.ts';
import { originOf } from '../expand/unknown.ts';
import { isTalker, runGuess } from './wrappers/guesses.ts';

export function handlerFor(program: string): Handler {
  return (
    described(program) ??
    described(withoutVersion(program)) ??
    (program.startsWith('mkfs.') ? described('mkfs') : undefined) ??
    (/^ld(?:-linux|-musl)?[-\w]*\.so(?:\.\d+)?$/.test(program) ? described('ld.so') : undefined) ??
    unknownProgram
  );
}

export function isDescribed(program: string): boolean {
  return handlerFor(program) !== unknownProgram;
}

const found = new Map<string, Handler>();

function described(program: string): Handler | undefined {
  const known = found.get(program);
  if (known !== undefined || program.includes(' ')) return known;
  const table = tableOf(program);
  const handler = table === undefined ? undefined : TABLES[table][program];
  if (handler !== undefined) found.set(program, handler);
  return handler;
}

/** A program nobody described: words that look like paths may be read by it. */
function unknownProgram(call: Call, machine: Machine): string | undefined {
  // `A-B=2 cmd` is no assignment to bash, but its writer meant one.
  if (
    call.program.includes('=') &&
    call.args.length > 0 &&
    machine.analysis.invocations[call.index]?.path.includes('/') !== true
  ) {
    return machine.run(call, call.args, { wrapper: call.program });
  }
  const inner = startedByWord(call, machine);
  if (inner !== undefined) return inner;
  const guessed = runGuess(call, machine);
  if (guessed !== undefined) return guessed;
  if (savesFetched(call, machine)) return undefined;
  const via = sendsFiles(call) ? 'upload' : undefined;
  for (const arg of call.args) {
    const value = arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg;
    const local = pathOfUrl(value);
    if (local !== undefined) machine.read(call, local, via);
    else if (value !== '' && !value.startsWith('-') && looksLikePath(value)) machine.read(call, value, via);
  }
  return undefined;
}

/** Launchers nobody described still follow the custom: `x run -- rm a`, `x --exec 'rm a'`. */
function startedByWord(call: Call, machine: Machine): string | undefined {
  const dashes = call.args.indexOf('--');
  const argv = dashes < 0 ? [] : call.args.slice(dashes + 1);
  if (described(argv[0] ?? '') !== undefined) return machine.run(call, argv, { wrapper: call.program });
  if (isTalker(call.program)) return undefined;
  const at = call.args.findIndex((arg) => /^--(?:exec|run|command|cmd)$/.test(arg));
  const text = at < 0 ? '' : (call.args[at + 1] ?? '');
  if (!/\s/.test(text) || described(text.slice(0, text.search(/\s/))) === undefined) return undefined;
  return machine.script(call, text, { wrapper: call.program, stdin: null });
}

function looksLikePath(word: string): boolean {
  if (/[\s'"(){}<>|;]/.test(word) || /^[a-z][a-z+]*:\/\//.test(word)) return false;
  return (
    word.includes('/') ||
    word.startsWith('.') ||
    /^\w[\w-]*\.\w{1,6}$/.test(word) ||
    /^id_(rsa|ed25519|ecdsa|dsa)$/.test(word)
  );
}

/** What an undescribed program prints: unknown, tainted by what it was given. */
export function genericOutput(call: Call, machine: Machine): string {
  const shown = machine.analysis.invocations[call.index];
  const raw = `$(${[call.program, ...(shown?.argv ?? []).map((word) => word.text)].join(' ').slice(0, 60)})`;
  if (programKind(call.program) === 'network' || printsFetched(call)) return machine.unknown(raw, 'network');
  const stdin = call.io.stdin?.text;
  return machine.unknown(raw, stdin === undefined ? 'value' : originOf(machine.unknowns, stdin));
}
