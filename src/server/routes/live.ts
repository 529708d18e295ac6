import type { ServerResponse } from 'node:http';
import { matcherBy } from '../../audit/query/filter.ts';
import type { DecisionQuery, DecisionRow, LiveBatch } from '../api.ts';
import type { DecisionReader } from '../reader.ts';
import { ApiProblem } from './problem.ts';

const MOST_STREAMS = 64;
const BEAT_MS = 250;
const PING_MS = 15_000;
const MOST_ROWS_AT_ONCE = 200;
/** What a slow reader may leave unread before rows are left out. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** By the id of its machine, or by its name. */
function isOf({ machine, host }: DecisionRow, asked: string | undefined): boolean {
  return asked === undefined || asked === machine || asked === host;
}

export interface LiveFeed {
  /** Server-sent events until the reader goes away. */
  stream: (response: ServerResponse, query: DecisionQuery, headers: Record<string, string>) => void;
  /** Ends every stream. */
  close: () => void;
}

/**
 * Decisions as they are recorded: at most one message in 250 ms. A reader that is too slow loses rows and learns how many. After a break the page asks for
 * the list again, so no stream has to remember where a reader was.
 */
export function createLiveFeed(reader: DecisionReader): LiveFeed {
  const streams = new Set<() => void>();
  return {
    stream: (response, query, headers) => {
      if (streams.size >= MOST_STREAMS)
        throw new ApiProblem(
          503,
          'too-many-streams',
          `${MOST_STREAMS} pages are watching already`,
          'Close one of them.',
        );
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 2000\n\n: here\n\n');
      const matches = matcherBy<DecisionRow>(query, ({ what, project }) => `${what}\n${project}`);
      let waiting: DecisionRow[] = [];
      let skipped = 0;
      let quietSince = Date.now();
      const endLive = reader.live((rows) => {
        for (const row of rows) if (matches(row) && isOf(row, query.machine)) waiting.push(row);
        const surplus = waiting.length - MOST_ROWS_AT_ONCE;
        if (surplus <= 0) return;
        skipped += surplus;
        waiting = waiting.slice(surplus);
      });
      const beat = setInterval(() => {
        const now = Date.now();
        if (response.writableLength > MOST_WAITING_BYTES) {
          skipped += waiting.length;
          waiting = [];
        } else if (waiting.length > 0 || skipped > 0) {
          const batch: LiveBatch = { rows: waiting, skipped };
          response.write(`event: decisions\ndata: ${JSON.stringify(batch)}\n\n`);
          [waiting, skipped, quietSince] = [[], 0, now];
        } else if (now - quietSince > PING_MS) {
          response.write(': ping\n\n');
          quietSince = now;
        }
      }, BEAT_MS).unref();
      const end = () => {
        clearInterval(beat);
        endLive();
        streams.delete(end);
        response.end();
      };
      streams.add(end);
      response.on('close', end).on('error', end);
    },
    close: () => {
      for (const end of streams) end();
    },
  };
}
