import { adapterNamed } from '../../adapters/index.ts';
import type { PastEvent } from '../../adapters/past-event.ts';
import type { TrailDecision } from '../../audit/query/decision.ts';
import { receivePayload } from '../../protocol/payload/payload.ts';

/** A decision on record as an event that can be judged again; null: its payload is not there or cannot be read any more. */
export function pastEvent({ at, record }: TrailDecision, home: string): PastEvent | null {
  const { agent, session, cwd, project, nativeEvent, payload } = record;
  if (payload === null) return null;
  const hints = { projectRoot: project ?? cwd, cwd, home, event: nativeEvent === '' ? undefined : nativeEvent };
  const decoded = adapterNamed(agent)?.decode(receivePayload(JSON.stringify(payload)), hints);
  if (decoded?.ok !== true) return null;
  const event = { ...decoded.event, session: { ...decoded.event.session, id: session } };
  return { event, at, where: { file: '', line: 0 }, branch: null, outcome: null, fileRead: null };
}
