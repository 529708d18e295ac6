import type { Here, Machine } from '../machine.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { join, wayOf } from '../ways/join.ts';
import { apart } from '../ways/landings.ts';
import { textsOf, type Value } from '../value.ts';

/** The number of variables through which a value may go before it is used. */
const MOST_MORE = 4;

/** The state of the shell that a round begins with. */
export type Begin = { way: Here; files: ReadonlyMap<string, string> };

/** A loop after the rounds that were followed. `text`: its condition and commands; `run`: follows one round more. */
export type Rounds = { here: Here; begin: Begin; text: string; run: (here: Here) => unknown };

export function beginOf(machine: Machine, here: Here): Begin {
  return { way: wayOf(machine, here), files: new Map(machine.files) };
}

/**
 * A round that nobody has counted begins with what the one before has left: `while …; do $c; c='…'; done`. What it does is a second reading, and it is followed
 * only where the last round has changed something that the loop's text uses.
 */
export function runNextRounds(machine: Machine, { here, begin, text, run }: Rounds): void {
  if (here.frame.assumed === true || machine.scriptFile !== null) return;
  const names = new Set(text.match(/[A-Za-z_]\w*/g));
  let before = begin;
  let last = here;
  for (let round = 0; round < MOST_MORE && hasChanged(machine, last, before, names); round++) {
    before = beginOf(machine, last);
    const way = wayOf(machine, last);
    last = way;
    run({ ...way, frame: { ...apart(here.frame), assumed: true }, io: { ...way.io, capture: false } });
    join(machine, here, way);
  }
}

/** A round in the middle of many: what the counted rounds change has some other value there. */
export function runMiddleRound(machine: Machine, { here, begin, text, run }: Rounds): void {
  if (here.frame.assumed === true) return;
  const way = wayOf(machine, here);
  for (const name of new Set(text.match(/[A-Za-z_]\w*/g)))
    if (isOther(way.scope.vars.get(name), begin.way.scope.vars.get(name)))
      way.scope.vars.set(name, machine.unknown(`$${name}`));
  run({ ...way, frame: { ...apart(here.frame), assumed: true }, io: { ...way.io, capture: false } });
  join(machine, here, way);
}

function hasChanged(
  machine: Machine,
  { scope }: Here,
  { way: { scope: old }, files }: Begin,
  names: ReadonlySet<string>,
): boolean {
  if (scope.cwd !== old.cwd && (scope.cwd !== null || scope.perhaps.length > 0)) return true;
  if (scope.positional !== old.positional && scope.positional?.join('\0') !== old.positional?.join('\0')) return true;
  for (const name of names) {
    if (isOther(scope.vars.get(name), old.vars.get(name))) return true;
    if (scope.functions.get(name)?.body !== old.functions.get(name)?.body) return true;
    if (scope.aliases.get(name)?.[0] !== old.aliases.get(name)?.[0]) return true;
  }
  return [...machine.files].some(([path, text]) => files.get(path) !== text && !path.startsWith('/dev/fd/'));
}

/** Known, and not what it was. One unknown value is like another. */
function isOther(value: Value | undefined, old: Value | undefined): boolean {
  if (value === undefined || value === old) return false;
  const texts = textsOf(value);
  const before = old === undefined ? [] : textsOf(old);
  return texts.some((text, i) => !hasUnknown(text) && text !== before[i]);
}
