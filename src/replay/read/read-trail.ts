import { receivePayload } from '../../protocol/payload/payload.ts';
import type { TrailEntry } from '../../audit/query/read-trail.ts';
import { adapterNamed } from '../../adapters/index.ts';
import type { AuditLine } from '../../audit/record/audit-line.ts';
import { type PastOutcome, outcomeOf, type PastEvent } from '../../adapters/past-event.ts';
import type { ReadOptions } from './read-transcripts.ts';

const ENTRIES_AT_ONCE = 512;
const MOST_OPEN = 10_000;

/**
 * Our own trail as events. It holds the payloads themselves, so nothing is guessed; but secrets are masked and long texts cut, and a line of an older version
 * has no payload: both are counted. As with transcripts, a call becomes an event when it is known what became of it.
 */
export function* readTrailEvents(entries: Iterable<TrailEntry>, options: ReadOptions): Generator<PastEvent[]> {
  const { counts } = options;
  const openCalls = new Map<string, PastEvent>();
  const files = new Set<string>();
  const pastEvent = createDecoder(options.home);
  let events: PastEvent[] = [];

  const close = (key: string, outcome: PastOutcome) => {
    const call = openCalls.get(key);
    if (call === undefined) return;
    openCalls.delete(key);
    events.push({ ...call, outcome });
  };

  const closeAll = (isOver: (key: string) => boolean) => {
    for (const key of openCalls.keys()) if (isOver(key)) close(key, 'unknown');
  };

  const read = ({ file, line, length, record }: TrailEntry) => {
    counts.lines++;
    counts.bytes += length;
    counts.files = files.add(file).size;
    const past = record === null ? null : pastEvent(record, { file, line });
    if (record === null) counts.invalid++;
    else if (past === null) counts.withoutPayload++;
    if (record === null || past === null) return;
    counts.parsed++;
    if (record.payloadCut) counts.cutPayloads++;
    const key = `${record.session} ${record.callId ?? ''}`;
    if (record.event === 'before-tool' && record.callId !== null) {
      if (record.verdict === 'deny') events.push({ ...past, outcome: 'refused-by-hook' });
      else openCalls.set(key, past);
      const [oldest] = openCalls.keys();
      if (openCalls.size > MOST_OPEN && oldest !== undefined) close(oldest, 'unknown');
      return;
    }
    if (record.event === 'after-tool') close(key, outcomeOf(past));
    else if (record.event === 'prompt' || record.event === 'stop' || record.event === 'session-end')
      closeAll((open) => open.startsWith(`${record.session} `));
    events.push(past);
  };

  let entriesLeft = ENTRIES_AT_ONCE;
  for (const entry of entries) {
    read(entry);
    if ((entriesLeft -= 1) > 0) continue;
    yield events;
    events = [];
    entriesLeft = ENTRIES_AT_ONCE;
  }
  closeAll(() => true);
  yield events;
}

/** Null: nothing on record to judge. A record without a project belongs to the directory in which its session began. */
function createDecoder(home: string) {
  const roots = new Map<string, string>();
  return (record: AuditLine, where: PastEvent['where']): PastEvent | null => {
    const { agent, session, cwd, project, nativeEvent, payload } = record;
    if (!roots.has(session)) roots.set(session, project ?? cwd);
    const projectRoot = project ?? roots.get(session) ?? cwd;
    const hints = { projectRoot, cwd, home, event: nativeEvent === '' ? undefined : nativeEvent };
    const decoded =
      payload === null ? null : adapterNamed(agent)?.decode(receivePayload(JSON.stringify(payload)), hints);
    if (decoded?.ok !== true) return null;
    const event = { ...decoded.event, session: { ...decoded.event.session, id: session } };
    return { event, at: Date.parse(record.time) || 0, where, branch: null, outcome: null, fileRead: null };
  };
}
