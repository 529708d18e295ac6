import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Share, sharedLine } from '../store/share.ts';
import { leanText } from '../store/reported-line.ts';
import { claimLock } from '../system/files/lock.ts';
import { nodeSystem } from '../system/node/system.ts';
import { nextPortion, sentToServer, type TrailLine, unsentLines, writeCursor } from './cursor.ts';
import { type Membership, teamDirectory } from './membership.ts';
import { askServer, messageOf } from './server-client.ts';

export interface Sent {
  /** Another synchronisation is at it. */
  busy: boolean;
  stored: number;
  known: number;
  refused: number;
  /** Whose decisions they were. */
  agents: string[];
}

/** Lines of one report, and their bytes before they are packed. */
const MOST = { lines: 256, bytes: 1024 * 1024 };

/**
 * Sends what the trail holds after the cursor. The trail is the spool: there is no second queue, and the cursor moves only after the server has said that
 * it stored the lines. Whatever is sent twice is dropped there by its record id.
 */
export async function sendTrail(stateDirectory: string, membership: Membership): Promise<Sent> {
  const sent: Sent = { busy: false, stored: 0, known: 0, refused: 0, agents: [] };
  const claim = claimLock(nodeSystem, join(teamDirectory(stateDirectory), 'sync.lock'), { patienceMs: 0 });
  if (!('lock' in claim)) return { ...sent, busy: true };
  try {
    for (let isLast = false; !isLast;) {
      const portion = nextPortion(stateDirectory, sentToServer(stateDirectory), MOST);
      ({ isLast } = portion);
      sent.agents = [...new Set([...sent.agents, ...portion.lines.map(({ record }) => record.agent)])];
      const reported = reportOf(portion.lines, membership.share);
      if (reported !== '') {
        const { stored, known, refused } = await report(membership, reported);
        sent.stored += stored;
        sent.known += known;
        sent.refused += refused.length;
      }
      writeCursor(stateDirectory, portion.after);
    }
    return sent;
  } finally {
    claim.lock.release();
  }
}

interface Answer {
  stored: number;
  known: number;
  refused: { line: number; why: string }[];
}

async function report(membership: Membership, text: string): Promise<Answer> {
  const body = new Uint8Array(gzipSync(text));
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const reply = await askServer(membership, '/v1/decisions', { method: 'POST', body, headers });
  if (reply.status !== 200) throw new Error(`the server refused a report (${reply.status}): ${messageOf(reply.text)}`);
  return JSON.parse(reply.text) as Answer;
}

function reportOf(lines: readonly TrailLine[], share: Share): string {
  return lines
    .flatMap(({ record, text }) => {
      const shared = sharedLine(record, text, share);
      return shared === null ? [] : `${shared.text ?? leanText(shared.lean)}\n`;
    })
    .join('');
}

/** What this machine reports about itself, beside its decisions. */
export async function sendStatus(
  stateDirectory: string,
  membership: Membership,
  report: { version: string; agents: readonly string[]; bundle: object },
): Promise<void> {
  const cursor = sentToServer(stateDirectory);
  const unsent = { ...unsentLines(stateDirectory, cursor), lost: cursor.lost };
  const body = JSON.stringify({ ...report, unsent, head: null, now: Date.now() });
  await askServer(membership, '/v1/status', { method: 'POST', body });
}
