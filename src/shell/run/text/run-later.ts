import type { SyntaxNode } from '../../parse/parse.ts';
import type { Here, Machine } from '../machine.ts';
import { pseudoCall } from '../redirects.ts';
import type { Later, Scope, Seen } from '../scope.ts';
import { isSameValue } from '../value.ts';
import { wayOf } from '../ways/join.ts';

/** More texts than anybody sets traps for. */
const MOST_LATER = 64;

/** A trap, a prompt or the handler of unknown commands runs when its time comes, with what the shell knows then. */
export function keepForLater(machine: Machine, here: Here, text: string): void {
  keep(machine, here, { text, seen: seenBy(machine, here.scope, text) });
}

/** A command in the background has the shell of its start, and the files of its time: `sh x.sh & echo … > x.sh`. */
export function keepBackground(machine: Machine, here: Here, node: SyntaxNode): void {
  const text = here.frame.source.slice(node.pos, node.end);
  keep(machine, here, { text, seen: seenBy(machine, here.scope, ''), started: { node, at: wayOf(machine, here) } });
}

function keep(machine: Machine, { scope, frame }: Here, later: Later): void {
  if (scope.later.length < MOST_LATER) scope.later = [...scope.later, later];
  else machine.mark('too-many', 'commands for later', frame);
}

/** At the end of a script: what was kept is read once more where the shell knows something else by now. `since`: what was kept before its start. */
export function runLater(machine: Machine, here: Here, since: readonly Later[] = []): void {
  const { scope, frame } = here;
  if (scope.later.length === since.length || frame.assumed === true) return;
  const own = scope.later.filter((one) => !since.includes(one));
  const changed = own.filter((one) => !isAsSeen(machine, scope, one));
  scope.later = scope.later.map((one) =>
    own.includes(one) ? { ...one, seen: seenBy(machine, scope, one.started === undefined ? one.text : '') } : one,
  );
  const again = { ...frame, assumed: true, via: 'deferred', depth: frame.depth + 1 } as const;
  const call = pseudoCall({ ...here, frame: again });
  for (const { text, started } of changed) {
    if (started === undefined) machine.script(call, text, { via: 'deferred', stdin: null, capture: false });
    else machine.walk(started.node, { ...wayOf(machine, started.at), frame: { ...started.at.frame, assumed: true } });
  }
}

function seenBy(machine: Machine, scope: Scope, text: string): Seen {
  const words = [...new Set(text.match(/[A-Za-z_][\w-]*/g))];
  const names = Array.from(text.matchAll(/\$\{?!?([A-Za-z_]\w*)/g), ([, name = '']) => name);
  const values = new Map(names.map((name) => [name, scope.vars.get(name)]));
  // The author of a script on disk knows where it is, and what it has written.
  if (machine.scriptFile !== null) return { values, cwd: null, functions: new Map(), files: new Map() };
  const functions = new Map(words.map((word) => [word, scope.functions.get(word)?.body]));
  const files = new Map([...machine.files].filter(([path]) => !path.startsWith('/dev/fd/')));
  return { values, cwd: scope.cwd, functions, files };
}

function isAsSeen(machine: Machine, scope: Scope, { text, seen, started }: Later): boolean {
  const now = seenBy(machine, scope, started === undefined ? text : '');
  for (const [path, content] of now.files) if (seen.files.get(path) !== content) return false;
  if (started !== undefined) return true;
  if (now.cwd !== seen.cwd && now.cwd !== null) return false;
  for (const [name, body] of now.functions) if (seen.functions.get(name) !== body) return false;
  return [...now.values].every(([name, value]) => {
    const before = seen.values.get(name);
    return before === undefined || value === undefined ? before === value : isSameValue(before, value);
  });
}
