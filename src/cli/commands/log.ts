import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeSystem } from '../../system/node/system.ts';
import { SHOWN_VERDICTS } from '../../audit/query/decision.ts';
import { type Filter, matcherOf } from '../../audit/query/filter.ts';
import { LATE_MS, type TrailReader, trailReader } from '../../audit/query/trail-reader.ts';
import { projectRootOf, stateDirectory } from '../../hook/policy-files/locations.ts';
import { askTrail, remark } from '../trail/ask-trail.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { followTrail } from '../trail/follow-trail.ts';
import { type DecisionPrinter, decisionPrinter } from '../trail/print-decisions.ts';
import { count } from '../render/problems.ts';
import { FILTER_OPTIONS, readFilter, VERDICT_OPTION } from '../trail/trail-filter.ts';

const OPTIONS = {
  ...FILTER_OPTIONS,
  verdict: VERDICT_OPTION,
  project: { type: 'string', value: 'DIR', help: 'A project other than the one around the current directory.' },
  'all-projects': { type: 'boolean', help: 'Every project of this machine, as with --json.' },
  all: { type: 'boolean', short: 'a', help: 'Also calls that no rule matched.' },
  limit: { type: 'string', short: 'n', value: 'N', help: 'The newest N (default 50, with --json all); 0: all.' },
  follow: { type: 'boolean', short: 'f', help: 'Go on with new decisions as they come; Ctrl-C ends it.' },
  json: { type: 'boolean', help: 'One JSON object per line: the whole record.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const logCommand = defineCommand({
  name: 'log',
  group: 'look-back',
  summary: 'What the hook has decided: one line per decision, newest last.',
  usage:
    '[--verdict NAME] [--rule ID] [--tool NAME] [--session ID] [--since TIME] [--grep TEXT] [--all-projects] [--follow] [--json]',
  about:
    'Shows what was decided in this project: its line in the audit trail of this machine, with the rule that decided and how many others matched (+2). Leaves out calls that no rule concerned, unless --all or --verdict none asks for them. Filters combine with AND; several values of one filter combine with OR.',
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
    { run: 'hookctl log --all-projects --verdict deny', shows: 'refusals anywhere on this machine', harmless: true },
    { run: 'hookctl log --follow', shows: 'watch an agent at work' },
    { run: 'hookctl log --all --json | jq -r .tool | sort | uniq -c', shows: 'for a script', harmless: true },
  ],
  json: '{"id", "time", "agent", "session", "event", "tool", "verdict", "rules", "reason", "hits", "actions", "durationMs", "payload", …} per line',
  exitCodes: { 0: 'shown', 1: 'the trail cannot be read' },
  seeAlso: ['why', 'stats', 'audit-queries.md'],
  changes: 'nothing',
  run: async (input) => refusing('log', () => runLog(input)),
});

async function runLog({ values }: Input): Promise<number> {
  const now = Date.now();
  const project = projectOf(values);
  const asked: Filter = { ...readFilter(values, now), project };
  const hides = values.all !== true && asked.verdicts === undefined;
  const filter: Filter = hides ? { ...asked, verdicts: SHOWN_VERDICTS.filter((verdict) => verdict !== 'none') } : asked;
  // From the start: a person who sees the first line may already want it to end.
  const stop = values.follow === true ? untilInterrupted() : null;
  const trail = trailReader(stateDirectory(nodeSystem, process.env), asked.since);
  const printer = decisionPrinter(limitOf(values), values.json === true ? 'json' : 'table');
  return askTrail(async () => {
    const matches = matcherOf(filter);
    const recentIds = new Set<string>();
    const counts = { all: 0, matching: 0, hidden: 0, elsewhere: 0 };
    const elsewhere = matcherOf({ ...filter, project: undefined });
    const isHidden = hides ? matcherOf({ ...asked, verdicts: ['none'] }) : () => false;
    for (const decision of trail.read()) {
      counts.all++;
      if (decision.at > now - LATE_MS) recentIds.add(decision.id);
      if (matches(decision)) {
        counts.matching++;
        printer.add(decision);
      } else if (isHidden(decision)) counts.hidden++;
      else if (elsewhere(decision)) counts.elsewhere++;
    }
    printer.flush();
    if (values.json !== true) for (const note of notesOn(counts, printer, trail)) remark('log', note);
    if (stop === null) return 0;
    await followTrail(trail.read, recentIds, (decision) => matches(decision) && printer.add(decision), stop);
    return 0;
  });
}

/** The project around this directory, by its name and by where its links lead. Undefined: all. */
function projectOf(values: Input['values']): string[] | undefined {
  if (values.project === undefined && (values['all-projects'] === true || values.json === true)) return undefined;
  if (values.project !== undefined && values['all-projects'] === true)
    throw new UsageError('--project or --all-projects, not both');
  const root = projectRootOf(nodeSystem, process.env, resolve(values.project ?? process.cwd()));
  return [...new Set([root, realOr(root)])];
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function limitOf({ limit, json, follow }: Input['values']): number | undefined {
  if (limit === undefined) return json === true && follow !== true ? undefined : follow === true ? 10 : 50;
  const number = Number(limit);
  if (!/^\d+$/.test(limit) || !Number.isSafeInteger(number))
    throw new UsageError(`--limit: "${limit}" is not a number`);
  return number === 0 ? undefined : number;
}

/** How many decisions are on record, match, and are left out because no rule spoke about them or because they are of another project. */
interface Counts {
  all: number;
  matching: number;
  hidden: number;
  elsewhere: number;
}

function notesOn({ all, matching, hidden, elsewhere }: Counts, printer: DecisionPrinter, trail: TrailReader): string[] {
  const notes: string[] = [];
  if (matching > printer.printed()) notes.push(`the newest ${printer.printed()} of ${matching} (--limit 0 shows all)`);
  if (hidden > 0) notes.push(`not shown: ${count(hidden, 'call')} that no rule matched (--all shows them)`);
  if (matching === 0 && hidden === 0) {
    const isEmpty = all === 0 && trail.skippedFiles() === 0;
    notes.push(
      isEmpty
        ? `nothing is on record yet in ${stateDirectory(nodeSystem, process.env)}. The hook writes a line for each call it judges; \`hookctl doctor\` says whether it is installed here`
        : elsewhere > 0
          ? `nothing matches in this project`
          : 'nothing matches',
    );
  }
  if (elsewhere > 0) notes.push(`${count(elsewhere, 'decision')} of other projects not shown (--all-projects)`);
  const unreadable = trail.unreadable();
  if (unreadable > 0)
    notes.push(`${count(unreadable, 'line')} of the trail cannot be read (hookctl audit verify says which)`);
  return notes;
}

function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  return stop.signal;
}
