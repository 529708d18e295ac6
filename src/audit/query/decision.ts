import { decidingFirst } from '../../policy/strictness.ts';
import type { AuditLine } from '../record/audit-line.ts';

/** A decision as queries see it: what is often asked for, and the whole record. */
export interface TrailDecision {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  agent: string;
  session: string;
  event: string;
  nativeEvent: string;
  tool: string | null;
  verdict: ShownVerdict;
  /** What the call would do, in one line. */
  what: string;
  /** The one that decided first. */
  rules: string[];
  project: string;
  hits: readonly DecisionHit[];
  durationMs: number;
  /** HOOKCTL_MODE, where it was set. */
  mode: AuditLine['mode'];
  record: AuditLine;
}

/** `observe`: nothing was said, but a rule that only watches (or was excused once) had matched. */
export type ShownVerdict = AuditLine['verdict'] | 'observe';

export const SHOWN_VERDICTS = ['deny', 'ask', 'warn', 'allow', 'inject', 'observe', 'none'] as const;

export type DecisionHit = Pick<
  AuditLine['hits'][number],
  'rule' | 'verb' | 'effective' | 'mode' | 'because' | 'excused'
>;

/** Null: not a decision of ours. The trail's own checks say what is wrong with the line. */
export function decisionOf(record: AuditLine): TrailDecision | null {
  if (typeof record.verdict !== 'string') return null;
  const at = Date.parse(record.time);
  if (Number.isNaN(at)) return null;
  const hits = listOf(record.hits);
  return {
    id: record.id,
    at,
    agent: record.agent ?? '',
    session: record.session,
    event: record.event ?? '',
    nativeEvent: record.nativeEvent ?? '',
    tool: record.tool ?? null,
    project: record.project ?? record.cwd ?? '',
    verdict: record.verdict === 'none' && hits.length > 0 ? 'observe' : record.verdict,
    what: listOf(record.actions).join('; '),
    rules: [...new Set(decidingFirst(hits).map((hit) => hit.rule))],
    hits: hits.map(withMode),
    durationMs: record.durationMs ?? 0,
    mode: record.mode ?? null,
    record,
  };
}

/** Lines of versions that did not record the mode of hits lack it. */
function withMode(hit: DecisionHit): DecisionHit {
  return (hit.mode as unknown) === undefined ? { ...hit, mode: 'enforce' } : hit;
}

/** Everything `--grep` looks at. */
export function searchableText({ what, record }: TrailDecision): string {
  const texts = listOf(record.hits).map((hit) => hit.text);
  return [what, record.reason ?? '', ...texts, ...listOf(record.notices), record.cwd ?? ''].join('\n');
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}
