import type { TranscriptFile, TranscriptReader } from '../../adapters/transcript-reader.ts';
import type { PastEvent } from '../../adapters/past-event.ts';
import { type FileLinesOptions, type Line, readChunks } from './file-lines.ts';
import { readRows } from './database-rows.ts';
import { mergeByTime } from './merge-by-time.ts';
import type { ReadCounts } from './read-counts.ts';
import type { Batch } from './read-record.ts';
import { createSeenBefore } from './seen-before.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

/** One session of one agent. */
export interface TranscriptSession {
  reader: TranscriptReader;
  /** The session's own file first. */
  files: (TranscriptFile & { bytes: number })[];
}

export interface ReadOptions extends FileLinesOptions {
  home: string;
  counts: ReadCounts;
}

/** A session may have hundreds of subagents, and of each one chunk is in memory. */
const SUBAGENT_CHUNK_BYTES = 1 << 16;
const MOST_PLACES = 5;

/** One session after the other. Events that a resumed or forked session repeats are read once. */
export function* readTranscripts(sessions: readonly TranscriptSession[], options: ReadOptions): Generator<Batch> {
  const seenBefore = createSeenBefore();
  for (const { reader, files } of sessions) {
    const sources = files.map((file, index) => {
      const chunkBytes = options.chunkBytes ?? (index === 0 ? undefined : SUBAGENT_CHUNK_BYTES);
      return readTranscript(file, reader, { ...options, chunkBytes, seenBefore });
    });
    for (const events of mergeByTime(sources)) yield { events, endsSession: false };
    yield { events: [], endsSession: true };
  }
}

function* readTranscript(
  file: TranscriptFile,
  reader: TranscriptReader,
  options: ReadOptions & { seenBefore: (key: string) => boolean },
): Generator<PastEvent[]> {
  const { counts, home, seenBefore } = options;
  const transcript = reader.open(file, { home, seenBefore, onRepeated: () => counts.repeated++ });
  counts.files++;

  const readLine = ({ number, text, ended }: Line): PastEvent[] => {
    counts.lines++;
    const value = text === null ? 'too long' : parseObject(text);
    if (typeof value === 'object') {
      counts.parsed++;
      return transcript.read(value, number);
    }
    if (value === 'too long') counts.tooLong++;
    else if (value === 'invalid' && !ended) counts.torn++;
    else if (value === 'invalid') {
      counts.invalid++;
      if (counts.invalidAt.length < MOST_PLACES) counts.invalidAt.push(`${file.path}:${number}`);
    }
    return [];
  };

  try {
    const { database } = reader;
    const chunks = database === undefined ? readChunks(file.path, options) : readRows(file.path, database.rowsOf(file));
    for (const { bytes, lines } of chunks) {
      counts.bytes += bytes;
      yield lines.flatMap(readLine);
    }
  } catch (error) {
    counts.unreadable.push({ file: file.path, problem: wordTrouble(error) });
  }
  yield transcript.end();
}

function parseObject(text: string): Record<string, unknown> | 'invalid' | 'empty' {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 'invalid';
  } catch {
    return text.trim() === '' ? 'empty' : 'invalid';
  }
}
