import type { Chain } from '../record/audit-line.ts';
import type { FileLine } from '../../system/node/file-lines.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { isHalfRecord, RECORD } from '../record/half-record.ts';
import { readLink } from '../chain/trail-end.ts';

/** What a line of a segment is, seen from the chain. */
export type ChainLine =
  | { kind: 'record'; link: Chain; /** Half a record of a killed hook precedes it. */ isGlued: boolean }
  /** Bears a hash that does not fit its text; `actualHash` is the one that would. */
  | { kind: 'edited'; link: Chain; actualHash: string }
  | { kind: 'unfinished' }
  | { kind: 'empty' }
  | { kind: 'foreign'; text: string };

export function readChainLine({ text, soundFrom, ended }: FileLine): ChainLine {
  if (text === '') return { kind: 'empty' };
  if (text === null) return { kind: 'foreign', text: 'longer than any line that hookctl writes' };
  // Without its end it was not written to the end, however whole it looks: the hooks that follow take it so, too.
  if (!ended) return { kind: 'unfinished' };
  const link = readLink(text);
  if (link === null) {
    if (isWhole(text)) return { kind: 'foreign', text: 'a record without a place in the chain' };
    return isHalfRecord(text) ? { kind: 'unfinished' } : { kind: 'foreign', text: 'no record of the dispatcher' };
  }
  const actualHash = hashOf(text);
  if (actualHash === link.hash && soundFrom === 0) return { kind: 'record', link, isGlued: false };
  for (let at = text.indexOf(RECORD, 1); at > 0; at = text.indexOf(RECORD, at + 1))
    if (at >= soundFrom && hashOf(text.slice(at)) === link.hash) return { kind: 'record', link, isGlued: true };
  return { kind: 'edited', link, actualHash };
}

function hashOf(text: string): string {
  return nodeSystem.sha256(text.slice(0, text.lastIndexOf(',"hash":"')));
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
