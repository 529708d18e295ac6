import type { CompiledRule } from '../../policy/index.ts';
import type { HourlyHits } from '../../audit/query/hourly-hits.ts';
import type { RuleRow } from '../api.ts';

/** How far a rule reaches, and what people said of it. Null: not counted. */
export type RuleExtent = Pick<RuleRow, 'sessions' | 'machines' | 'marks' | 'falseAlarms'>;

export interface RulesKnown {
  span: { since: number; until: number };
  inForce: readonly CompiledRule[];
  extents: ReadonlyMap<string, RuleExtent>;
  /** What a person runs to enforce a rule. */
  promote: (rule: string) => string;
}

const PARTS = 24;
const HOUR = 3_600_000;

/** The hour that a time is in. */
export const hourOf = (at: number): number => Math.floor(at / HOUR) * HOUR;

/** What was counted in a span of time and the rules in force → one row for each rule that is in force or was hit. Most hits first. */
export function ruleRows(tallies: Iterable<HourlyHits>, { span, inForce, extents, promote }: RulesKnown): RuleRow[] {
  const found = new Map<string, RuleRow>();
  for (const rule of inForce) found.set(rule.id, { ...emptyRow(rule.id), ...wordRule(rule, promote) });
  const width = Math.max(1, (span.until - span.since) / PARTS);
  for (const { rule: name, mode, effective, hour, hits, excused, would, last } of tallies) {
    const rule = found.get(name) ?? emptyRow(name);
    found.set(name, rule);
    rule.hits += hits;
    rule.excused += excused;
    rule.wouldStop += would;
    if (effective === 'deny' || effective === 'ask') rule.stopped += hits;
    if (rule.inForce === null && last >= (rule.last ?? 0)) rule.mode = mode;
    rule.last = Math.max(rule.last ?? 0, last);
    const part = Math.min(PARTS - 1, Math.max(0, Math.floor((hour - span.since) / width)));
    rule.spark[part] = (rule.spark[part] ?? 0) + hits;
  }
  return [...found.values()]
    .map((rule) => ({ ...rule, ...extents.get(rule.rule) }))
    .sort((a, b) => b.hits - a.hits || (a.rule < b.rule ? -1 : 1));
}

function wordRule(
  { id, verb, mode, layer, position }: CompiledRule,
  promote: RulesKnown['promote'],
): Pick<RuleRow, 'inForce' | 'mode' | 'promote'> {
  return {
    inForce: { verb, mode, layer, file: position.file, line: position.line },
    mode,
    promote: mode === 'enforce' ? null : promote(id),
  };
}

function emptyRow(rule: string): RuleRow {
  return {
    rule,
    inForce: null,
    mode: 'enforce',
    hits: 0,
    stopped: 0,
    wouldStop: 0,
    falseAlarms: 0,
    marks: 0,
    excused: 0,
    sessions: 0,
    machines: null,
    last: null,
    spark: Array.from({ length: PARTS }, () => 0),
    promote: null,
  };
}
