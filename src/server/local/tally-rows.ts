import { wouldStop } from '../../audit/query/pending-rules.ts';
import type { Mark } from '../api.ts';
import type { HourlyHits } from '../../audit/query/hourly-hits.ts';
import { hourOf, type RuleExtent } from '../view/rule-rows.ts';
import type { TrailRow } from './trail-rows.ts';

/** Decisions → what was counted of each rule. */
export function* tallyRows(rows: Iterable<TrailRow>): Generator<HourlyHits> {
  for (const { at, hits, verdict } of rows)
    for (const hit of hits)
      yield {
        rule: hit.rule,
        mode: hit.mode,
        effective: hit.effective,
        hour: hourOf(at),
        hits: 1,
        excused: hit.excused ? 1 : 0,
        would: wouldStop(hit, verdict) ? 1 : 0,
        last: at,
      };
}

/** How many sessions each rule was hit in, and what people said of it. A mark is about the rule that decided. */
export function extentsOf(rows: Iterable<TrailRow>, marks: ReadonlyMap<string, Mark>): Map<string, RuleExtent> {
  const sessions = new Map<string, Set<string>>();
  const extents = new Map<string, RuleExtent>();
  for (const { id, session, rules } of rows) {
    for (const rule of rules) {
      const own = sessions.get(rule) ?? new Set<string>();
      sessions.set(rule, own.add(session));
      extents.set(rule, { machines: null, marks: 0, falseAlarms: 0, ...extents.get(rule), sessions: own.size });
    }
    const extent = extents.get(rules[0] ?? '');
    const mark = marks.get(id);
    if (extent === undefined || mark === undefined) continue;
    extent.marks++;
    if (mark.kind === 'false-alarm') extent.falseAlarms++;
  }
  return extents;
}
