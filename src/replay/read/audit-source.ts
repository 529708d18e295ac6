import type { AuditLine } from '../../audit/record/audit-line.ts';
import type { TrailEntry } from '../../audit/chain/read-trail.ts';
import type { EventSource } from './event-source.ts';
import type { Outcome, PastEvent } from '../judge/past-event.ts';
import type { ReadCounts } from '../report/read-counts.ts';

const ENTRIES_AT_ONCE = 512;
const MOST_OPEN = 10_000;

/**
 * Our own trail as events. It holds the payloads themselves, so nothing is guessed; but secrets are masked and long texts cut, and a line of an older version
 * has no payload: both are counted. As with transcripts, a call is told when it is known what became of it.
 */
export function openTrail(entries: Iterable<TrailEntry>, counts: ReadCounts): EventSource {
  const walk = entries[Symbol.iterator]();
  const queue: PastEvent[] = [];
  const open = new Map<string, PastEvent>();
  const files = new Set<string>();
  const roots = new Map<string, string>();
  let ended = false;

  const release = (key: string, outcome: Outcome) => {
    const call = open.get(key);
    if (call === undefined) return;
    open.delete(key);
    queue.push({ ...call, outcome });
  };

  const releaseSession = (session: string) => {
    for (const key of open.keys()) if (key.startsWith(`${session} `)) release(key, 'unknown');
  };

  const read = ({ file, line, length, record }: TrailEntry) => {
    counts.lines++;
    counts.bytes += length;
    if (!files.has(file)) counts.files = files.add(file).size;
    if (record === null) counts.invalid++;
    else if (record.payload === null) counts.withoutPayload++;
    if (record === null || record.payload === null) return;
    counts.parsed++;
    if (record.payloadCut) counts.cutPayloads++;
    const past = pastOf(record, { file, line }, roots);
    const key = `${record.session} ${record.callId ?? ''}`;
    if (record.nativeEvent === 'PreToolUse' && record.callId !== null) {
      if (record.verdict === 'deny') queue.push({ ...past, outcome: 'refused-by-hook' });
      else open.set(key, past);
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) release(oldest, 'unknown');
      return;
    }
    if (record.event === 'after-tool') release(key, record.nativeEvent === 'PostToolUse' ? 'ran' : 'failed');
    else if (record.event === 'prompt' || record.event === 'stop' || record.event === 'session-end')
      releaseSession(record.session);
    queue.push(past);
  };

  const step = () => {
    for (let left = ENTRIES_AT_ONCE; left > 0; left--) {
      const next = walk.next();
      if (next.done === true) {
        for (const key of open.keys()) release(key, 'unknown');
        ended = true;
        return;
      }
      read(next.value);
    }
  };

  return { queue, ended: () => ended, step };
}

function pastOf(record: AuditLine, where: PastEvent['where'], roots: Map<string, string>): PastEvent {
  const { session, cwd, project, nativeEvent, payload } = record;
  if (!roots.has(session)) roots.set(session, project ?? cwd);
  return {
    payload: { cwd, session_id: session, ...payload, hook_event_name: nativeEvent },
    at: Date.parse(record.time) || 0,
    where,
    projectRoot: project ?? roots.get(session) ?? cwd,
    branch: null,
    outcome: null,
  };
}
