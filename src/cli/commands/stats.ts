import { nodeSystem } from '../../system/node/system.ts';
import { tallyDecisions } from '../../audit/query/tally.ts';
import type { TrailDecision } from '../../audit/query/decision.ts';
import { type Filter, matcherOf } from '../../audit/query/filter.ts';
import { trailReader } from '../../audit/query/trail-reader.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { askTrail } from '../trail/ask-trail.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { penFor } from '../render/text/chart.ts';
import { localDay } from '../render/text/local-time.ts';
import { renderStats } from '../render/stats.ts';
import { pageOf } from '../render/text/style.ts';
import { FILTER_OPTIONS, readFilter } from '../trail/trail-filter.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  ...FILTER_OPTIONS,
  json: { type: 'boolean', help: 'One JSON object with all figures.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const statsCommand = defineCommand({
  name: 'stats',
  group: 'look-back',
  summary:
    'Figures about past decisions: rules, sessions, tools, days, latency; and what enforcing more rules would have changed.',
  usage: '[--since TIME] [--until TIME] [--session ID] [--rule ID] [--tool NAME] [--json]',
  about:
    'For every rule that was in mode warn or observe when it last matched: how many calls would have ended differently, in how many sessions, with the most frequent ones. If none of them is a false alarm, hookctl promote enforces the rule.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl stats', shows: 'everything on record', harmless: true },
    { run: 'hookctl stats --since 1w', shows: 'the last seven days', harmless: true },
    {
      run: "hookctl stats --json | jq '.pending[] | {rule, calls}'",
      shows: 'what enforcing would have changed',
      harmless: true,
    },
  ],
  json: '{"decisions", "sessions", "first", "last", "verdicts", "rules", "topSessions", "tools", "latency": {"p50", "p90", "p99", "max"}, "days", "pending": [{"rule", "mode", "hits", "calls", "sessions", "would": {"deny", "ask" …}, "examples"}], "enforcing": {"calls", "sessions", "would"}}',
  exitCodes: { 0: 'shown', 1: 'the trail cannot be read' },
  seeAlso: ['log', 'promote', 'audit-queries.md'],
  changes: 'nothing',
  run: async (input) => refusing('stats', () => runStats(input)),
});

async function runStats({ values }: Input): Promise<number> {
  const filter = readFilter(values, Date.now());
  const trail = trailReader(stateDirectory(nodeSystem, process.env), filter.since);
  const tally = await askTrail(() => tallyDecisions(matching(trail.read(), filter), localDay));
  if (values.json === true) {
    printJson(tally, readable);
    return 0;
  }
  const { paint, columns } = pageOf(process.stdout);
  const page = { paint, pen: penFor(process.env), width: Math.min(columns, 120), rows: 20 };
  print(renderStats(tally, page));
  return 0;
}

function* matching(decisions: Iterable<TrailDecision>, filter: Filter): Generator<TrailDecision> {
  const matches = matcherOf(filter);
  for (const decision of decisions) if (matches(decision)) yield decision;
}

/** Times as everywhere else in JSON. */
function readable(key: string, value: unknown): unknown {
  return (key === 'first' || key === 'last') && typeof value === 'number' ? new Date(value).toISOString() : value;
}
