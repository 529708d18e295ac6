import { pendingRules } from '../../audit/query/pending-rules.ts';
import type { CompiledRule } from '../../policy/index.ts';
import type { Mark, RuleRow } from '../api.ts';
import type { TrailRow } from './trail-rows.ts';

const PARTS = 24;

/** Decisions in a span of time and the rules in force → one row for each rule that is in force or was hit. Most hits first. */
export function ruleRows(
  rows: readonly TrailRow[],
  span: { since: number; until: number },
  { inForce, marks }: { inForce: readonly CompiledRule[]; marks: ReadonlyMap<string, Mark> },
): RuleRow[] {
  const found = new Map<string, RuleRow & { seen: Set<string> }>();
  for (const rule of inForce) found.set(rule.id, { ...emptyRow(rule.id), ...wordRule(rule), seen: new Set() });
  const pending = pendingRules();
  const width = Math.max(1, (span.until - span.since) / PARTS);
  for (const row of rows) {
    pending.add(row);
    for (const hit of row.hits) {
      const rule = found.get(hit.rule) ?? { ...emptyRow(hit.rule), seen: new Set<string>() };
      found.set(hit.rule, rule);
      rule.hits++;
      if (hit.effective === 'deny' || hit.effective === 'ask') rule.stopped++;
      if (hit.excused) rule.excused++;
      if (rule.inForce === null) rule.mode = hit.mode;
      rule.last = Math.max(rule.last ?? 0, row.at);
      rule.seen.add(row.session);
      const part = Math.min(PARTS - 1, Math.max(0, Math.floor((row.at - span.since) / width)));
      rule.spark[part] = (rule.spark[part] ?? 0) + 1;
      const mark = marks.get(row.id);
      if (mark === undefined || row.rules[0] !== hit.rule) continue;
      rule.marks++;
      if (mark.kind === 'false-alarm') rule.falseAlarms++;
    }
  }
  const would = new Map(pending.list().map(({ rule, would: verbs }) => [rule, (verbs.deny ?? 0) + (verbs.ask ?? 0)]));
  return [...found.values()]
    .map(({ seen, ...rule }) => ({ ...rule, sessions: seen.size, wouldStop: would.get(rule.rule) ?? 0 }))
    .sort((a, b) => b.hits - a.hits || (a.rule < b.rule ? -1 : 1));
}

function wordRule({ id, verb, mode, layer, position }: CompiledRule): Pick<RuleRow, 'inForce' | 'mode' | 'promote'> {
  return {
    inForce: { verb, mode, layer, file: position.file, line: position.line },
    mode,
    promote: mode === 'enforce' ? null : `hookctl promote ${id}`,
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
