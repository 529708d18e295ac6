import type { AuditLine } from '../audit/record/audit-line.ts';
import { leanLine } from './lean-line.ts';
import type { LeanLine } from './store.ts';

/** How much of a decision leaves the machine: figures only; the whole line where a rule had something to say; every line. */
export type Share = 'counts' | 'loud' | 'all';

export const SHARES: readonly Share[] = ['counts', 'loud', 'all'];

export interface SharedLine {
  lean: LeanLine;
  /** The line as it is in the trail, or null. */
  text: string | null;
}

/** What a team may see of this line. Null: it is not a decision. */
export function sharedLine(line: AuditLine, text: string, share: Share): SharedLine | null {
  const lean = leanLine(line);
  if (lean === null) return null;
  if (share === 'counts') return { lean: { ...lean, what: '', project: null, callId: null, actor: null }, text: null };
  const isLoud = lean.verdict !== 'none';
  return { lean, text: share === 'all' || isLoud ? text : null };
}
