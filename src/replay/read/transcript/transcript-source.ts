import { basename } from 'node:path';
import type { EventSource } from '../event-source.ts';
import { type Line, type LineReaderOptions, readLinesOf } from '../line-reader.ts';
import type { PastEvent } from '../../judge/past-event.ts';
import type { ReadCounts } from '../../report/read-counts.ts';
import { createConversation, type LinePlace } from './conversation.ts';
import { factsOfLine, type LineFacts } from './line-facts.ts';
import { quickResult } from './quick-result.ts';
import { mayBeObject, mayHoldEvent } from './relevance.ts';

export interface TranscriptFile {
  path: string;
  bytes: number;
  /** When a subagent wrote it. */
  agentType: string | null;
}

export interface SourceOptions extends LineReaderOptions {
  counts: ReadCounts;
  seenBefore: (key: string) => boolean;
}

const LINES_AT_ONCE = 512;
const BYTES_AT_ONCE = 1 << 20;
const MOST_PLACES = 5;

export function openTranscript(file: TranscriptFile, options: SourceOptions): EventSource {
  const { counts, seenBefore } = options;
  const lines = readLinesOf(file.path, options);
  const conversation = createConversation({
    file: file.path,
    session: basename(file.path).replace(/\.jsonl$/, ''),
    agentType: file.agentType,
    seenBefore,
    onRepeated: () => counts.repeated++,
  });
  const queue: PastEvent[] = [];
  let ended = false;
  let counted = 0;
  counts.files++;

  const finish = () => {
    ended = true;
    queue.push(...conversation.end());
  };

  const unread = (line: { number: number; last: boolean }) => {
    if (line.last) counts.torn++;
    else misread(counts, `${file.path}:${line.number}`);
  };

  const readSome = () => {
    const stop = lines.position() + BYTES_AT_ONCE;
    for (let left = LINES_AT_ONCE; left > 0 && lines.position() < stop; left--) {
      const line = lines.next();
      if (line === null) return finish();
      counts.lines++;
      if (line.tooLong) counts.tooLong++;
      else if (mayHoldEvent(line.bytes)) {
        const facts = quickResult(line.bytes) ?? parsedFacts(line.bytes);
        if (facts !== undefined) {
          counts.parsed++;
          if (facts !== null) queue.push(...conversation.read(facts, placeOf(line)));
        } else unread(line);
      } else if (!mayBeObject(line.bytes)) unread(line);
    }
  };

  const step = () => {
    try {
      readSome();
    } catch (error) {
      counts.unreadable.push({ file: file.path, problem: (error as Error).message });
      finish();
    }
    counts.bytes += lines.position() - counted;
    counted = lines.position();
  };

  return { queue, ended: () => ended, step };
}

function placeOf({ number, offset, bytes }: Line & { tooLong: false }): LinePlace {
  return { number, offset, length: bytes.length };
}

/** Null: a line of a kind that holds no event; undefined: not JSON. */
function parsedFacts(bytes: Buffer): LineFacts | null | undefined {
  try {
    return factsOfLine(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

function misread(counts: ReadCounts, place: string): void {
  counts.invalid++;
  if (counts.invalidAt.length < MOST_PLACES) counts.invalidAt.push(place);
}
