import { setImmediate } from 'node:timers/promises';
import type { LayerFile } from '../hook/policy-files/locations.ts';
import { writtenRules } from '../policy/compile/engine-rules.ts';
import type { Artefact } from '../policy/hook.ts';
import { fromArtefact } from '../policy/stored/open-policy.ts';
import { createPastJudge, type PastJudgeOptions } from './judge/judge-past.ts';
import { noCounts, type ReadCounts } from './read/read-counts.ts';
import { type PastRecord, readRecord } from './read/read-record.ts';
import { type ReplayReport, reportOf } from './report/report.ts';
import { addToSummary, emptySummary, type ReplayFilter } from './report/summary.ts';
import { trySuggestions } from './report/try-suggestions.ts';

export interface ReplayOptions extends PastJudgeOptions {
  record: PastRecord;
  policy: ReplayedPolicy;
  /** To compare with. */
  against: ReplayedPolicy | null;
  filter: ReplayFilter;
  /** Kinds of calls in the report. */
  limit: number;
  suggest: boolean;
  onProgress: (counts: ReadCounts, round: Round) => void;
  isStopped: () => boolean;
}

/** A compiled policy and the layers it was made of, on top of which suggestions are put. */
export interface ReplayedPolicy {
  chosen: LayerFile[];
  artefact: Artefact;
}

type Round = 'judging' | 'trying suggestions';

/**
 * Past sessions under a policy: what each rule would have decided, and on which calls.
 *
 * read the record → events → judge each one → count and group → rank → suggest exceptions and try them → report
 */
export async function replay(options: ReplayOptions): Promise<ReplayReport> {
  const started = performance.now();
  const { policy, against } = options;
  const artefacts = against === null ? [policy.artefact] : [policy.artefact, against.artefact];
  const { summary, counts, stopped } = await judgeRecord(options, artefacts, 'judging');
  const judgeAgain = async (artefact: Artefact) => {
    const again = stopped ? null : await judgeRecord(options, [artefact], 'trying suggestions');
    return again === null || again.stopped ? null : again.summary.tally.groups();
  };
  const suggestions = options.suggest
    ? await trySuggestions(summary.tally.groups(), { layers: policy.chosen, judgeAgain })
    : null;
  return reportOf({
    summary,
    counts,
    stopped,
    suggestions,
    policies: artefacts.map((artefact) => ({
      files: artefact.sources.map(({ file }) => file),
      rules: writtenRules(artefact.rules).length,
    })),
    limit: options.limit,
    seconds: (performance.now() - started) / 1000,
    maxRss: process.resourceUsage().maxRSS * 1024,
  });
}

/** The whole record once. Memory does not grow with it: batches are small, and the summary and what sessions remember are bounded. */
async function judgeRecord(options: ReplayOptions, artefacts: readonly Artefact[], round: Round) {
  const counts = noCounts();
  const summary = emptySummary();
  const judge = createPastJudge(artefacts.map(fromArtefact), options);
  const giveWay = createPause(() => options.onProgress(counts, round));
  for (const { events, endsSession } of readRecord(options.record, { counts, home: options.home })) {
    for (const past of events) addToSummary(summary, past, judge.judge(past), options.filter);
    await giveWay();
    if (options.isStopped()) return { summary, counts, stopped: true };
    if (endsSession) judge.endSession();
  }
  return { summary, counts, stopped: false };
}

/** Long enough to cost nothing, short enough for a progress bar and Ctrl-C. */
const TURN_MS = 40;

function createPause(beforePause: () => void): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < TURN_MS) return;
    beforePause();
    await setImmediate();
    last = performance.now();
  };
}
