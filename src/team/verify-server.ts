import { basename } from 'node:path';
import { fileIdentity } from '../system/node/files.ts';
import { nodeSystem } from '../system/node/system.ts';
import { recordTime } from '../audit/record/record-id.ts';
import { readTrailFile } from '../audit/query/read-trail.ts';
import { trailFiles } from '../audit/chain/trail-files.ts';
import { sentToServer } from './cursor.ts';
import type { Membership } from './membership.ts';
import { askServer, messageOf } from './server-client.ts';

interface ServerFinding {
  kind: 'changed' | 'missing-here' | 'missing-there';
  id: string;
}

export interface ServerVerification {
  /** Lines that both have, and that are the same. */
  same: number;
  /** Lines that were not sent yet. */
  unsent: number;
  findings: ServerFinding[];
}

/** Is the trail what the server was sent? The server keeps the hash of each line, where no process of this machine can change it. */
export async function verifyByServer(stateDirectory: string, membership: Membership): Promise<ServerVerification> {
  const there = await hashesThere(membership);
  const { files } = sentToServer(stateDirectory);
  const result: ServerVerification = { same: 0, unsent: 0, findings: [] };
  let first = Infinity;
  for (const file of trailFiles(nodeSystem, stateDirectory)) {
    const place = files[basename(file)];
    const sentUpTo = place?.inode === fileIdentity(file)?.inode ? (place?.offset ?? 0) : 0;
    for (const { record, offset } of readTrailFile(file)) {
      if (record === null) continue;
      first = Math.min(first, Date.parse(record.time));
      const hash = there.get(record.id);
      there.delete(record.id);
      if (hash === undefined) {
        if (offset >= sentUpTo) result.unsent++;
        else result.findings.push({ kind: 'missing-there', id: record.id });
      } else if (hash === (record.chain?.hash ?? null)) result.same++;
      else result.findings.push({ kind: 'changed', id: record.id });
    }
  }
  // What is older than this trail was pruned.
  for (const id of there.keys()) if ((recordTime(id) ?? 0) >= first) result.findings.push({ kind: 'missing-here', id });
  return result;
}

async function hashesThere(membership: Membership): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (let since = 0; ;) {
    const reply = await askServer(membership, `/v1/hashes?since=${since}`);
    if (reply.status !== 200) throw new Error(`the server answered ${reply.status}: ${messageOf(reply.text)}`);
    const { lines } = JSON.parse(reply.text) as { lines: { id: string; hash: string | null }[] };
    const before = found.size;
    for (const { id, hash } of lines) found.set(id, hash);
    // Pages overlap in the last millisecond, so that none of its lines is left out.
    if (found.size === before) return found;
    since = recordTime(lines.at(-1)?.id ?? '') ?? since;
  }
}
