import type { Here, Machine } from '../machine.ts';
import { pseudoCall } from '../redirects.ts';
import type { Later, Scope } from '../scope.ts';
import { isSameValue, type Value } from '../value.ts';

/** More texts than anybody sets traps for. */
const MOST_LATER = 8;

/** A trap, a prompt or the handler of unknown commands runs when its time comes, with the values that its variables have then. */
export function keepForLater(scope: Scope, text: string): void {
  const { later } = scope;
  if (later.length >= MOST_LATER || !text.includes('$')) return;
  scope.later = [...later, { text, seen: valuesIn(scope, text) }];
}

/** At the end of a script: what was kept is read once more where its variables have other values by now. */
export function runLater(machine: Machine, here: Here): void {
  const { scope, frame } = here;
  if (scope.later.length === 0 || frame.assumed === true) return;
  const changed = scope.later.filter((one) => !isAsSeen(scope, one));
  scope.later = scope.later.map(({ text }) => ({ text, seen: valuesIn(scope, text) }));
  const call = pseudoCall({ ...here, frame: { ...frame, assumed: true, via: 'deferred', depth: frame.depth + 1 } });
  for (const { text } of changed) machine.script(call, text, { via: 'deferred', stdin: null, capture: false });
}

function valuesIn(scope: Scope, text: string): ReadonlyMap<string, Value | undefined> {
  const names = Array.from(text.matchAll(/\$\{?!?([A-Za-z_]\w*)/g), ([, name = '']) => name);
  return new Map(names.map((name) => [name, scope.vars.get(name)]));
}

function isAsSeen(scope: Scope, { seen }: Later): boolean {
  return [...seen].every(([name, before]) => {
    const now = scope.vars.get(name);
    return before === undefined || now === undefined ? before === now : isSameValue(before, now);
  });
}
