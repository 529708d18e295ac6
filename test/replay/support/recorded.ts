import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PastEvent } from '../../../src/adapters/past-event.ts';
import { TRANSCRIPT_READERS } from '../../../src/adapters/agents.ts';
import type { FileLinesOptions } from '../../../src/replay/read/file-lines.ts';
import { findTranscripts } from '../../../src/replay/read/find-transcripts.ts';
import { noCounts } from '../../../src/replay/read/read-counts.ts';
import { readTranscripts, type TranscriptSession } from '../../../src/replay/read/read-transcripts.ts';
import { ROOT } from '../../support/hookctl.ts';

/** Sessions of the real client (2.1.325) with a hook on every event: what it wrote into its transcripts, and what it sent to the hooks. */
export const FIXTURES = join(ROOT, 'test', 'replay', 'fixtures');
export const CASES = readdirSync(FIXTURES);
const HOME = '/home/user';

export type Payload = Record<string, unknown>;

export function hooksOf(name: string): Payload[] {
  return readFileSync(join(FIXTURES, name, 'hooks.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Payload);
}

/** The sessions in the order they were begun in, which a checkout does not keep. */
function sessionsOf(name: string): TranscriptSession[] {
  const { sessions } = findTranscripts([join(FIXTURES, name, 'projects')], {
    readers: TRANSCRIPT_READERS,
    place: { env: {}, home: HOME },
  });
  const begun = new Map(
    hooksOf(name)
      .map((payload, index) => [String(payload['session_id']), index])
      .reverse() as [string, number][],
  );
  const orderOf = ({ files }: TranscriptSession) =>
    begun.get(/([^/]+)\.jsonl$/.exec(files[0]?.path ?? '')?.[1] ?? '') ?? 0;
  return sessions.sort((a, b) => orderOf(a) - orderOf(b));
}

export function eventsOf(name: string, options: FileLinesOptions = {}): PastEvent[] {
  const batches = readTranscripts(sessionsOf(name), { counts: noCounts(), home: HOME, ...options });
  return [...batches].flatMap(({ events }) => events);
}
