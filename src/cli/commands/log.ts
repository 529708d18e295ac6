import { type Decision, SHOWN_VERDICTS } from '../../audit/query/decision.ts';
import { type Filter, matcherOf } from '../../audit/query/filter.ts';
import type { TrailIndex } from '../../audit/query/open.ts';
import { recordOf } from '../../audit/query/record-of.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { askTrail, readable } from '../trail/ask-trail.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { followTrail } from '../trail/follow-trail.ts';
import { renderDecision, tableFor } from '../render/decisions.ts';
import { count } from '../render/problems.ts';
import { columnsOf, painter } from '../render/text/style.ts';
import { FILTER_OPTIONS, readFilter, VERDICT_OPTION } from '../trail/trail-filter.ts';
import { jsonText, print } from '../output.ts';

const OPTIONS = {
  ...FILTER_OPTIONS,
  verdict: VERDICT_OPTION,
  all: { type: 'boolean', short: 'a', help: 'Also calls that no rule had anything to say about.' },
  limit: { type: 'string', short: 'n', value: 'N', help: 'The newest N (default 50, with --json all); 0: all.' },
  follow: { type: 'boolean', short: 'f', help: 'Go on with new decisions as they come; Ctrl-C ends it.' },
  json: { type: 'boolean', help: 'One JSON object per line: the whole record.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const logCommand = defineCommand({
  name: 'log',
  group: 'look-back',
  summary: 'What the hook has decided: one line per decision, newest last.',
  usage: '[--verdict NAME] [--rule ID] [--tool NAME] [--session ID] [--since TIME] [--grep TEXT] [--follow] [--json]',
  about:
    'Shows the audit trail of this machine. Calls that no rule spoke about are left out unless --all or --verdict none asks for them. Conditions join with and; a list (deny,ask, or the option twice) with or.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl log', shows: 'the latest decisions', harmless: true },
    {
      run: 'hookctl log --verdict deny,ask --since 2h',
      shows: 'what was stopped in the last two hours',
      harmless: true,
    },
    { run: 'hookctl log --rule no-force-push --grep main', shows: 'one rule, one word', harmless: true },
    { run: 'hookctl log --follow', shows: 'watch an agent at work' },
    { run: 'hookctl log --all --json | jq -r .tool | sort | uniq -c', shows: 'for a script', harmless: true },
  ],
  json: '{"id", "time", "agent", "session", "event", "tool", "verdict", "rules", "reason", "hits", "actions", "durationMs", "payload", …} per line',
  seeAlso: ['why', 'stats', 'audit-queries.md'],
  changes: 'nothing',
  run: async (input) => refusing('log', () => runLog(input)),
});

async function runLog({ values }: Input): Promise<number> {
  const asked = readFilter(values, Date.now());
  const limit = limitOf(values);
  const hides = values.all !== true && asked.verdicts === undefined;
  const filter: Filter = hides ? { ...asked, verdicts: SHOWN_VERDICTS.filter((verdict) => verdict !== 'none') } : asked;
  // From the start: who sees the first line may already want it to end.
  const stop = values.follow === true ? untilInterrupted() : null;
  const seen = new Set<string>();
  const { show, tail } = await askTrail('log', (index, tell) => {
    const decisions = [...index.select(filter, limit)];
    const show = printer(decisions, values.json === true);
    for (const decision of decisions) {
      seen.add(decision.id);
      show(decision);
    }
    if (values.json !== true) notes(index, { asked, filter, hides, shown: decisions.length }).forEach(tell);
    return { show, tail: index.tail() };
  });
  if (stop !== null) {
    const isWanted = matcherOf(filter);
    await readable(() => followTrail(tail, seen, (decision) => isWanted(decision) && show(decision), stop));
  }
  return 0;
}

function limitOf({ limit, json, follow }: Input['values']): number | undefined {
  if (limit === undefined) return json === true && follow !== true ? undefined : follow === true ? 10 : 50;
  const number = Number(limit);
  if (!/^\d+$/.test(limit) || !Number.isSafeInteger(number)) throw new UsageError(`--limit: "${limit}" is no number`);
  return number === 0 ? undefined : number;
}

function printer(first: readonly Decision[], json: boolean): (decision: Decision) => void {
  if (json) {
    return (decision) => {
      const record = recordOf(decision);
      if (record !== null) print(`${jsonText(record)}\n`);
    };
  }
  const table = tableFor(first, columnsOf(process.stdout), Date.now());
  const paint = painter(process.stdout, process.env);
  return (decision) => print(`${renderDecision(decision, table, paint)}\n`);
}

interface Shown {
  asked: Filter;
  filter: Filter;
  hides: boolean;
  shown: number;
}

/** Said on stderr, so that a pipe gets decisions only. */
function notes(index: TrailIndex, { asked, filter, hides, shown }: Shown): string[] {
  const found: string[] = [];
  const all = index.count(filter);
  const hidden = hides ? index.count({ ...asked, verdicts: ['none'] }) : 0;
  if (all > shown) found.push(`the newest ${shown} of ${all} (--limit 0 shows all)`);
  if (hidden > 0) found.push(`${count(hidden, 'call')} without a word of any rule not shown (--all shows them)`);
  if (all === 0 && hidden === 0)
    found.push(
      index.count({}) === 0
        ? `no decision on record yet (${stateDirectory(process.env)})`
        : 'no decision on record is like that',
    );
  const unreadable = index.unreadable();
  if (unreadable > 0)
    found.push(`${count(unreadable, 'line')} of the trail cannot be read (hookctl audit verify says which)`);
  return found;
}

function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  return stop.signal;
}
