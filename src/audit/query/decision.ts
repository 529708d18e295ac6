import type { AuditLine } from '../record/audit-line.ts';
import type { TrailEntry } from '../chain/read-trail.ts';

/** A decision as queries see it: what is often asked for, and the place of the whole record in the trail. */
export interface Decision {
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
  rules: string[];
  hits: DecisionHit[];
  durationMs: number;
  /** HOOKCTL_MODE, where it was set. */
  mode: AuditLine['mode'];
  /** Everything `--grep` looks at. */
  text: string;
  file: string;
  offset: number;
  length: number;
}

/** `observe`: nothing was said, but a rule that only watches (or was excused once) had matched. */
export type ShownVerdict = AuditLine['verdict'] | 'observe';

export const SHOWN_VERDICTS = ['deny', 'ask', 'warn', 'allow', 'inject', 'observe', 'none'] as const;

export type DecisionHit = Pick<
  AuditLine['hits'][number],
  'rule' | 'verb' | 'effective' | 'mode' | 'because' | 'excused'
>;

/** Null: not a decision of ours. The trail's own checks say what is wrong with the line. */
export function decisionOf({ record, file, offset, length }: TrailEntry): Decision | null {
  if (record === null || typeof record.id !== 'string' || typeof record.verdict !== 'string') return null;
  const at = Date.parse(record.time);
  if (Number.isNaN(at)) return null;
  const hits = listOf(record.hits);
  const what = listOf(record.actions).join('; ');
  return {
    id: record.id,
    at,
    agent: record.agent ?? '',
    session: record.session ?? '',
    event: record.event ?? '',
    nativeEvent: record.nativeEvent ?? '',
    tool: record.tool ?? null,
    verdict: record.verdict === 'none' && hits.length > 0 ? 'observe' : record.verdict,
    what,
    rules: [...new Set(hits.map((hit) => hit.rule))],
    hits: hits.map(shortHit),
    durationMs: record.durationMs ?? 0,
    mode: record.mode ?? null,
    text: textOf(record, what),
    file,
    offset,
    length,
  };
}

function shortHit({ rule, verb, effective, mode, because, excused }: Partial<DecisionHit>): DecisionHit {
  // Lines written before hits told their mode have none.
  return { rule, verb, effective, mode: mode ?? 'enforce', because, excused } as DecisionHit;
}

function textOf(record: AuditLine, what: string): string {
  const said = listOf(record.hits).map((hit) => hit.text);
  const parts = [what, record.reason ?? '', ...said, ...listOf(record.notices), record.cwd ?? ''];
  return [...new Set(parts)].filter((part) => part !== '').join('\n');
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}
