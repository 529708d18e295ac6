import type { RuleHit, Verb } from '../policy/judgement.ts';
import type { Answer } from '../protocol/agent-event.ts';

export interface AuditPort {
  append: (record: AuditRecord) => void;
}

export type RecordedHit = Pick<
  RuleHit,
  'rule' | 'verb' | 'effective' | 'mode' | 'because' | 'text' | 'layer' | 'excused'
>;

export interface AuditRecord {
  at: number;
  /** From the start of the hook to `at`, to a tenth: `at - durationMs` is when it started. */
  durationMs: number;
  session: string;
  callId: string | null;
  agent: string;
  event: string;
  nativeEvent: string;
  tool: string | null;
  actor: string | null;
  cwd: string;
  project: string;
  policy: string | null;
  verdict: Verb | 'none';
  answer: Answer['verdict'];
  reason: string;
  uncertain: boolean;
  hits: readonly Readonly<RecordedHit>[];
  notices: string[];
  /** Short descriptions of what the call would do. Hosts redact before they store. */
  actions: string[];
  /** As it came, so that the decision can be made again. Hosts shorten and redact before they store. */
  payload: Record<string, unknown>;
}
