import { readTrail } from '../../audit/query/read-trail.ts';
import type { PastEvent } from '../../adapters/past-event.ts';
import { readTrailEvents } from './read-trail.ts';
import { type ReadOptions, readTranscripts, type TranscriptSession } from './read-transcripts.ts';

/** What is replayed: transcripts of agents, or our own audit trail. */
export type PastRecord =
  | { kind: 'transcripts'; sessions: readonly TranscriptSession[] }
  | { kind: 'trail'; stateDirectory: string };

/** Events in the order of the record. */
export interface Batch {
  /** Empty for a stretch of the record without events. */
  events: PastEvent[];
  /** The session ends with them. */
  endsSession: boolean;
}

/** Everything in the record, a piece at a time: what is in memory does not grow with the record. */
export function* readRecord(record: PastRecord, options: ReadOptions): Generator<Batch> {
  if (record.kind === 'transcripts') yield* readTranscripts(record.sessions, options);
  else
    for (const events of readTrailEvents(readTrail(record.stateDirectory), options))
      yield { events, endsSession: false };
}

export function bytesOf(record: PastRecord): number {
  if (record.kind === 'trail') return 0;
  return record.sessions.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
}
