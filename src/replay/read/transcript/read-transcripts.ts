import { type Batch, type Pause, readSession } from '../event-source.ts';
import type { ReadCounts } from '../../report/read-counts.ts';
import { createSeenBefore } from '../../judge/seen-before.ts';
import type { SessionFiles } from './find-transcripts.ts';
import { openTranscript } from './transcript-source.ts';

const SMALL_CHUNK = 1 << 16;

/** One session after the other. What a resumed one repeats is told once. */
export async function* readTranscripts(
  sessions: readonly SessionFiles[],
  counts: ReadCounts,
  pause: Pause,
): AsyncGenerator<Batch> {
  const seenBefore = createSeenBefore();
  for (const [main, ...subagents] of sessions) {
    const own = main === undefined ? [] : [openTranscript(main, { counts, seenBefore })];
    const others = subagents.map((file) => openTranscript(file, { counts, seenBefore, chunkBytes: SMALL_CHUNK }));
    yield* readSession([...own, ...others], pause);
  }
}
