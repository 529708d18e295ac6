import { archiving } from './effects/archiving.ts';
import { awk } from './effects/awk.ts';
import { building } from './effects/building.ts';
import { copying } from './effects/copying.ts';
import { creating } from './effects/creating.ts';
import { disks } from './effects/disks.ts';
import { editing } from './effects/editing.ts';
import { git } from './effects/git.ts';
import { network } from './effects/network.ts';
import { packages } from './effects/packages.ts';
import { printing } from './effects/printing.ts';
import { reading } from './effects/reading.ts';
import { removing } from './effects/removing.ts';
import { find, searching } from './effects/searching.ts';
import { sed } from './effects/sed.ts';
import { systems } from './effects/systems.ts';
import type { Call, Handler, Machine } from './machine.ts';
import { programKind, withoutVersion } from './program-kind.ts';
import { originOf } from './unknown.ts';
import { batches } from './wrappers/batches.ts';
import { builtins } from './wrappers/builtins.ts';
import { containers } from './wrappers/containers.ts';
import { environment } from './wrappers/environment.ts';
import { interpreters } from './wrappers/interpreters.ts';
import { launchers } from './wrappers/launchers.ts';
import { privilege } from './wrappers/privilege.ts';
import { remote } from './wrappers/remote.ts';
import { shells } from './wrappers/shells.ts';
import { windows } from './wrappers/windows.ts';

const PROGRAMS = new Map<string, Handler>(
  [
    packages,
    building,
    systems,
    reading,
    printing,
    creating,
    copying,
    removing,
    searching,
    archiving,
    network,
    disks,
    editing,
    sed,
    awk,
    git,
    launchers,
    containers,
    remote,
    interpreters,
    windows,
    shells,
    batches,
    environment,
    privilege,
    builtins,
    { find, gfind: find, bfs: find },
  ].flatMap((table) => Object.entries(table)),
);

export function handlerFor(program: string): Handler {
  return (
    PROGRAMS.get(program) ??
    PROGRAMS.get(withoutVersion(program)) ??
    (program.startsWith('mkfs.') ? PROGRAMS.get('mkfs') : undefined) ??
    unknownProgram
  );
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
  for (const arg of call.args) {
    const value = arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg;
    if (value !== '' && !value.startsWith('-') && looksLikePath(value)) machine.read(call, value);
  }
  return undefined;
}

/** Launchers nobody described still follow the custom: `x run -- rm a`, `x --exec 'rm a'`. */
function startedByWord(call: Call, machine: Machine): string | undefined {
  const dashes = call.args.indexOf('--');
  const argv = dashes < 0 ? [] : call.args.slice(dashes + 1);
  if (PROGRAMS.has(argv[0] ?? '')) return machine.run(call, argv, { wrapper: call.program });
  const at = call.args.findIndex((arg) => /^--(?:exec|run|command|cmd)$/.test(arg));
  const text = at < 0 ? '' : (call.args[at + 1] ?? '');
  if (!/\s/.test(text) || !PROGRAMS.has(text.slice(0, text.search(/\s/)))) return undefined;
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
  if (programKind(call.program) === 'network') return machine.unknown(raw, 'network');
  const stdin = call.io.stdin?.text;
  return machine.unknown(raw, stdin === undefined ? 'value' : originOf(machine.unknowns, stdin));
}
