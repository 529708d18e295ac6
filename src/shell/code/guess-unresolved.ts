import { reversed } from '../expand/escapes.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { isCommandLine } from '../programs/support/start/command-line.ts';
import type { Call, Machine } from '../run/machine.ts';
import type { Noted, Process } from './site.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';
import { asGuess } from '../run/scope.ts';

const MOST = 40;

/**
 * Code acts on something unknown. A command line that it holds elsewhere, forwards or backwards, may be what it starts; a file outside the
 * project that it names may be what it reads. Code of a file on disk is left alone: its author knows what its variables hold.
 */
export function guessUnresolved(machine: Machine, call: Call, program: string, noted: Noted): void {
  const { processes, unresolved, texts } = noted;
  const guess = asGuess(call);
  const named = [...texts].slice(0, MOST);
  if (processes.some((child) => hasUnknown('words' in child ? (child.words[0] ?? '') : child.text)))
    for (const text of named)
      for (const command of [text, reversed(text)])
        if (isCommandLine(command))
          machine.script(guess, command, { wrapper: program, via: 'interpreter', stdin: null });
  if (machine.scriptFile !== null) return;
  // It runs something unknown, and it talks to another machine: what it runs may come from there.
  const { connects, fetches, runs } = unresolved;
  if ((connects && (runs || processes.some(takesOrders))) || (fetches && runs))
    machine.emit(call, { kind: 'code', source: 'network', interpreter: program });
  if (!unresolved.reads) return;
  for (const path of named) if (isPlaceElsewhere(machine, path)) machine.read(guess, path, 'interpreter');
}

/** A command of which nothing is known, or a shell or an interpreter without a script: it reads its orders from whatever it is given. */
function takesOrders(child: Process): boolean {
  const words = 'words' in child ? child.words : [child.text];
  const text = words.join(' ');
  return words.every(isUnknownAtStart) || WITHOUT_SCRIPT.test(text);
}

const WITHOUT_SCRIPT =
  /^\s*(?:\/\S*\/)?(?:(?:ba|z|da|k|a|fi|c|tc)?sh(?:\s+-[il]+)*|(?:python[\d.]*|perl|ruby|php|lua|node|pwsh)(?:\s+-[iqu]*)*)\s*$/;

export function isUnknownAtStart(text: string): boolean {
  return text.trim() === '' || hasUnknown(text.trim().slice(0, 1));
}

/** An absolute path that is neither in the project nor a place for temporary files. */
export function isPlaceElsewhere(machine: Machine, text: string): boolean {
  if (!/^\/[^\s*?:;,'"()]*$/.test(text) || hasUnknown(text) || /^\/(?:tmp|var\/tmp|dev\/null)(?:\/|$)/.test(text))
    return false;
  const { project } = machine;
  return project === null || !isAtOrBelow(project, text);
}
