import type { Call, Machine } from '../../../run/machine.ts';
import { runServiceLosses } from '../files/service-losses.ts';
import { isDescribed } from '../find-program.ts';
import { isTalker, runGuess } from '../guesses.ts';
import { runElsewhere } from '../start/run-elsewhere.ts';
import { runSettings } from '../start/settings.ts';
import { changeTree, clones, noteAddresses, noteDownloaded, savesFetched } from './brought-here.ts';
import { useWord } from './use-word.ts';

/** An unknown program: it may read the words that look like paths. */
export function runUndescribed(call: Call, machine: Machine): string | undefined {
  // git's own programs: `git-reset`, `/usr/lib/git-core/git-push`.
  if (/^git-[a-z-]+$/.test(call.program))
    return machine.run(call, ['git', call.program.slice(4), ...call.args], { wrapper: call.program });
  runServiceLosses(call, machine);
  runSettings(call, machine);
  runElsewhere(call, machine);
  const inner = startedByWord(call, machine);
  if (inner !== undefined) return inner;
  const guessed = runGuess(call, machine);
  if (guessed !== undefined) return guessed;
  if (savesFetched(call, machine) || clones(call, machine)) return undefined;
  changeTree(call, machine);
  noteDownloaded(call, machine);
  noteAddresses(call, machine);
  for (const at of call.args.keys()) useWord(call, machine, at);
  return undefined;
}

/** Unknown launchers still follow common patterns: `x run -- rm a`, `x --exec 'rm a'`. */
function startedByWord(call: Call, machine: Machine): string | undefined {
  const dashes = call.args.indexOf('--');
  const argv = dashes < 0 ? [] : call.args.slice(dashes + 1);
  if (isDescribed(argv[0] ?? '')) return machine.run(call, argv, { wrapper: call.program });
  if (isTalker(call.program)) return undefined;
  const at = call.args.findIndex((arg) => /^--(?:exec|run|command|cmd)$/.test(arg));
  const text = at < 0 ? '' : (call.args[at + 1] ?? '');
  if (!/\s/.test(text) || !isDescribed(text.slice(0, text.search(/\s/)))) return undefined;
  return machine.script(call, text, { wrapper: call.program, stdin: null });
}
