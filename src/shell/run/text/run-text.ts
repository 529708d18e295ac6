import { execute } from '../command.ts';
import type { Here, Machine } from '../machine.ts';
import { defectOf, isHostile, parseScript, type ParsedScript } from '../../parse/parse.ts';
import { type Part, readText } from '../../parse/read-text.ts';
import { pseudoCall } from '../redirects.ts';
import { runsNothing } from './runs-nothing.ts';
import { salvage } from '../../parse/salvage.ts';
import { walk } from '../walk.ts';
import { cannotFollow } from '../../limits.ts';

/** A script that runs itself says nothing new after a few rounds: `echo 'sh x' > x; sh x`. */
const MOST_REPEATED = 3;

/** Parses and runs text. Broken text is run as far as bash would run it; the rest is picked apart, and always marked. */
export function runText(machine: Machine, text: string, here: Here): string {
  if (text.trim() === '') return '';
  machine.budget.steps -= text.length >> 5;
  if (cannotFollow(machine, here.frame)) return machine.unknown('…');
  if (isHostile(text)) {
    machine.mark('too-deep', 'open braces', here.frame);
    runPieces(machine, text, here);
    return machine.unknown('…');
  }
  const { active, concurrent } = here.frame;
  if (active.filter((one) => one === text).length >= MOST_REPEATED) {
    if (concurrent) machine.emit(pseudoCall(here), { kind: 'process', operation: 'fork-bomb', target: 'script' });
    return machine.unknown('…');
  }
  const frame = { ...here.frame, active: [...active, text] };
  return runParsed(machine, parseScript(text), text, { ...here, frame });
}

export function runParsed(machine: Machine, script: ParsedScript, text: string, here: Here): string {
  if (defectOf(script) === undefined) return walk(machine, script, here);
  // An alias can turn any word into another text.
  const idle = here.scope.aliases.size === 0 && runsNothing(text);
  let printed = '';
  for (const part of readText(text, script)) printed += runPart(machine, part, here, { idle });
  return printed;
}

function runPart(
  machine: Machine,
  { text, from, script, defect }: Part,
  here: Here,
  { idle }: { idle: boolean },
): string {
  const { span } = here.frame;
  const inner: Here = {
    ...here,
    frame:
      from === 0 ? here.frame : { ...here.frame, source: text, span: span ?? { start: from, end: from + text.length } },
  };
  machine.budget.steps -= text.length >> 5;
  // Ignores a guessed command that does not parse: `x run psql -c "SELECT f();"`.
  const isGuess = here.frame.assumed === true && defect?.kind !== 'size';
  if (defect !== undefined && !isGuess) {
    const kind = defect.kind === 'size' ? 'too-deep' : 'parse-error';
    machine.mark(kind, `line ${defect.line}: ${defect.message}`, inner.frame, { idle });
  }
  if (script !== null) return walk(machine, script, inner);
  runPieces(machine, text, inner);
  return machine.unknown('…');
}

/** Text without a tree: each piece of it is tried alone, and at worst its words are taken as they are. */
function runPieces(machine: Machine, text: string, here: Here): void {
  const { commands, whole } = salvage(text, machine.home);
  if (!whole) machine.mark('too-many', 'commands that cannot be parsed', here.frame);
  for (const piece of commands) {
    const script = isHostile(piece.text) ? undefined : parseScript(piece.text);
    if (script !== undefined && defectOf(script) === undefined) walk(machine, script, placed(here));
    else
      for (const words of piece.stages) execute(machine, { fields: words.map(asField), here, assignments: new Map() });
  }
}

/** The place of a piece in the original text is not known: the whole is used instead. */
function placed(here: Here): Here {
  const { frame } = here;
  return { ...here, frame: { ...frame, span: frame.span ?? { start: 0, end: frame.source.length } } };
}

function asField(text: string): { text: string; glob: boolean } {
  return { text, glob: false };
}
