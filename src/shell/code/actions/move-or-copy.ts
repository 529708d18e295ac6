import { hasUnknown } from '../../expand/unknown.ts';
import { noteLink } from '../../files/links.ts';
import { baseName } from '../../files/paths.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { textsOf } from '../evaluate/joins.ts';
import { argument } from '../site.ts';
import { UNKNOWN, type Value } from '../value.ts';
import type { Action, Actions } from './acting-call.ts';
import { transfer } from './transfer.ts';

type Way = 'move' | 'copy' | 'link';

/** Of each pair of paths; the variable of a loop represents all its values, and what is made of it goes with it. */
const eachPair =
  (way: Way): Action =>
  ({ machine, call, site, places }) => {
    const [from = [], to = []] = places.map((place) =>
      argument(site, place).flatMap((value) => textsOf(site.evaluator, value)),
    );
    const pairs = Math.max(from.length, to.length);
    for (let i = 0; i < pairs; i++) {
      const [source = '', target = ''] = [from[Math.min(i, from.length - 1)], to[Math.min(i, to.length - 1)]];
      moveOrCopy(machine, call, way, [way === 'move' ? renamed(source, target) : source, target]);
    }
    return UNKNOWN;
  };

/** If each entry of the directory gets a different name or place, none overwrites another: nothing is lost, as with `mv * old/`. */
function renamed(source: string, target: string): string {
  return source === '**' && target.includes('**') ? '*' : source;
}

export const MOVE_OR_COPY = {
  move: eachPair('move'),
  copy: eachPair('copy'),
  link: eachPair('link'),
} satisfies Actions;

export function moveOrCopy(machine: Machine, call: Call, way: Way, paths: readonly string[]): Value {
  const [from = '', given = ''] = paths;
  // `copy('a', 'd/')`
  const to = given.endsWith('/') && way !== 'link' && !hasUnknown(from) ? given + baseName(from) : given;
  // PHP copies from an address as from a file.
  if (/^(?:https?|ftp):\/\//i.test(from)) return transfer(machine, call, 'save', [from, to]);
  if (way !== 'move') machine.read(call, from, 'copy');
  else machine.remove(call, from, 'move', { recursive: true, force: true });
  machine.write(call, to, way, { content: machine.content(call, from) });
  if (way === 'link') noteLink(machine, call, { from, to, kind: 'symbolic' });
  return UNKNOWN;
}
