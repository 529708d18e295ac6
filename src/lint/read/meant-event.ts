import { EVENT_NAMES, type EventName, isEventName } from '../../protocol/event.ts';
import { distance } from '../../protocol/text/did-you-mean.ts';

/** At most this many letters may be wrong. */
const MOST_EDITS = 2;

/** The event that a name surely means: itself, written in another style, or with a slip or two and no other event nearly as near. */
export function meantEvent(written: string): EventName | null {
  if (isEventName(written)) return written;
  const key = written.toLowerCase().replace(/[^a-z]/g, '');
  const ranked = EVENT_NAMES.map((name) => ({ name, edits: distance(key, name.toLowerCase()) })).sort(
    (a, b) => a.edits - b.edits,
  );
  const [best, second] = ranked;
  if (best === undefined || second === undefined) return null;
  if (best.edits === 0) return best.name;
  // A short name has few letters to go by.
  const most = best.name.length < 8 ? 1 : MOST_EDITS;
  return best.edits <= most && second.edits > best.edits + 1 ? best.name : null;
}
