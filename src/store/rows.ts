/**
 * What every store tells of decisions, sessions and machines, and what a page shows of them: the trail of one machine has the same rows as a database.
 * Types and constants only, since the page is built from this file too. Times are milliseconds since the epoch.
 */
import type { ShownVerdict } from '../audit/query/decision.ts';
import type { Mode } from '../policy/judgement.ts';

/** A decision as lists show it. */
export interface DecisionRow {
  id: string;
  /** Null: this machine. */
  machine: string | null;
  /** The name of the machine; null: this one. */
  host: string | null;
  at: number;
  agent: string;
  session: string;
  /** The subagent; null: the main agent. */
  actor: string | null;
  event: string;
  nativeEvent: string;
  tool: string | null;
  callId: string | null;
  verdict: ShownVerdict;
  /** The one that decided first. */
  rules: string[];
  /** What the call would do, in one line. */
  what: string;
  project: string;
  durationMs: number;
  mark: ReviewMark | null;
}

export const MARK_KINDS = ['false-alarm', 'right', 'accepted'] as const;
/** What a person says of a decision: it should not have stopped, it was right, or the risk is accepted. */
export type ReviewMark = (typeof MARK_KINDS)[number];

export interface SessionRow {
  id: string;
  machine: string | null;
  host: string | null;
  agent: string;
  project: string;
  first: number;
  last: number;
  decisions: number;
  calls: number;
  denied: number;
  asked: number;
  held: number;
  subagents: number;
}

export interface MachineRow {
  id: string;
  host: string;
  /** A machine that has joined, or a token for http hooks (CI, cloud agents), which the servers decide for. */
  kind: 'machine' | 'token';
  os: string | null;
  /** Agents that have called the hook there. */
  agents: string[];
  version: string | null;
  bundle: number | null;
  /** Null: it has not reported yet. */
  bundleState: 'active' | 'refused' | 'pinned' | 'none' | null;
  bundleProblem: string | null;
  /** The stage of the roll-out that it is in; null: nothing was published. */
  mode: Mode | null;
  seenAt: number | null;
  /** When the hook has last decided there. */
  decidedAt: number | null;
  unsent: number;
  unsentSince: number | null;
  /** Records that were deleted there before they were sent. */
  lost: number;
  /** Milliseconds by which its clock is ahead; null: not known. */
  skewMs: number | null;
  /** Its token was revoked or has expired: it is not heard any more. */
  revoked: boolean;
}
