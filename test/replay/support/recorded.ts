import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeSources } from '../../../src/replay/read/event-source.ts';
import type { LineReaderOptions } from '../../../src/replay/read/line-reader.ts';
import type { PastEvent } from '../../../src/replay/judge/past-event.ts';
import { noCounts } from '../../../src/replay/report/read-counts.ts';
import { createSeenBefore } from '../../../src/replay/judge/seen-before.ts';
import { findTranscripts } from '../../../src/replay/read/transcript/find-transcripts.ts';
import { openTranscript } from '../../../src/replay/read/transcript/transcript-source.ts';
import { ROOT } from '../../support/hookctl.ts';

/** Sessions of the real client (2.1.325) with a hook on every event: what it wrote into its transcripts, and what it sent to the hooks. */
export const FIXTURES = join(ROOT, 'test', 'replay', 'fixtures');
export const CASES = readdirSync(FIXTURES);

export type Payload = Record<string, unknown>;

export function hooksOf(name: string): Payload[] {
  return readFileSync(join(FIXTURES, name, 'hooks.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Payload);
}

/** The sessions in the order they were begun in, which a checkout does not keep. */
export function sessionsOf(name: string) {
  const { sessions } = findTranscripts([join(FIXTURES, name, 'projects')]);
  const begun = new Map(
    hooksOf(name)
      .map((payload, index) => [String(payload['session_id']), index])
      .reverse() as [string, number][],
  );
  const orderOf = (path: string) => begun.get(/([^/]+)\.jsonl$/.exec(path)?.[1] ?? '') ?? 0;
  return sessions.sort((a, b) => orderOf(a[0]?.path ?? '') - orderOf(b[0]?.path ?? ''));
}

export async function eventsOf(name: string, options: LineReaderOptions = {}): Promise<PastEvent[]> {
  const counts = noCounts();
  const seenBefore = createSeenBefore();
  const events: PastEvent[] = [];
  for (const files of sessionsOf(name)) {
    const sources = files.map((file) => openTranscript(file, { counts, seenBefore, ...options }));
    for await (const some of mergeSources(sources, () => Promise.resolve())) events.push(...some);
  }
  return events;
}
