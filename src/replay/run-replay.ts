import { writtenRules } from '../policy/compile/engine-rules.ts';
import { setImmediate } from 'node:timers/promises';
import { readTrail } from '../audit/chain/read-trail.ts';
import type { LayerFile } from '../hook/policy-files/locations.ts';
import type { Mode } from '../policy/judgement.ts';
import type { Artefact } from '../policy/hook.ts';
import { fromArtefact } from '../policy/stored/load.ts';
import { openTrail } from './read/audit-source.ts';
import { type Batch, type Pause, readSession } from './read/event-source.ts';
import { rankGroups } from './report/rank.ts';
import { noCounts, type ReadCounts } from './report/read-counts.ts';
import { readInThread } from './read/read-in-thread.ts';
import { replay, type Replayed, type Wanted } from './replay.ts';
import { type ReplayReport, reportOf } from './report/report.ts';
import { type Suggestion, suggestExceptions, suggestionYaml, weighSuggestions } from './report/suggest.ts';
import type { SessionFiles } from './read/transcript/find-transcripts.ts';
import { readTranscripts } from './read/transcript/read-transcripts.ts';

/** The layers a policy was made of, so that suggestions can be laid on top. */
export interface ChosenLayers {
  chosen: LayerFile[];
  artefact: Artefact;
}

export interface RunOptions {
  records: { kind: 'transcripts'; sessions: SessionFiles[] } | { kind: 'trail'; stateDirectory: string };
  policy: ChosenLayers;
  against: ChosenLayers | null;
  /** Where a thread starts that reads transcripts; null: there is no processor for one. */
  readingThread: string | null;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  present: boolean;
  mode?: Mode | undefined;
  wanted: Wanted;
  limit: number;
  suggest: boolean;
  onProgress: (counts: ReadCounts, round: 'judging' | 'weighing suggestions') => void;
  isStopped: () => boolean;
}

/** A turn for others this often: long enough to cost nothing, short enough for a progress bar and Ctrl-C. */
const TURN_MS = 40;

export async function runReplay(options: RunOptions): Promise<ReplayReport> {
  const started = performance.now();
  const { policy, against } = options;
  const policies = against === null ? ([policy.artefact] as const) : ([policy.artefact, against.artefact] as const);
  const first = await pass(options, policies, 'judging');
  const suggested = options.suggest ? await weigh(options, first.replayed) : null;
  return reportOf({
    ...first,
    policies: policies.map((artefact) => ({
      files: artefact.sources.map(({ file }) => file),
      rules: writtenRules(artefact.rules).length,
    })),
    limit: options.limit,
    suggested,
    seconds: (performance.now() - started) / 1000,
    maxRss: process.resourceUsage().maxRSS * 1024,
  });
}

type Policies = readonly [Artefact] | readonly [Artefact, Artefact];

async function pass(options: RunOptions, policies: Policies, round: Parameters<RunOptions['onProgress']>[1]) {
  const counts = noCounts();
  const [main, other] = policies.map(fromArtefact);
  if (main === undefined) throw new Error('no policy');
  let last = performance.now();
  const pause = async () => {
    if (performance.now() - last < TURN_MS) return;
    options.onProgress(counts, round);
    await setImmediate();
    last = performance.now();
  };
  const replayed = await replay({
    ...options,
    batches: batchesOf(options, counts, pause),
    policies: other === undefined ? [main] : [main, other],
  });
  return { replayed, counts };
}

function batchesOf({ records, readingThread }: RunOptions, counts: ReadCounts, pause: Pause): AsyncIterable<Batch> {
  if (records.kind === 'trail') return readSession([openTrail(readTrail(records.stateDirectory), counts)], pause);
  const { sessions } = records;
  return readingThread === null || bytesOf(sessions) < WORTH_A_THREAD
    ? readTranscripts(sessions, counts, pause)
    : readInThread(readingThread, sessions, counts, pause);
}

/** Less is read before a thread has started. */
const WORTH_A_THREAD = 4 << 20;

export function bytesOf(sessions: readonly SessionFiles[]): number {
  return sessions.flat().reduce((sum, { bytes }) => sum + bytes, 0);
}

async function weigh(options: RunOptions, before: Replayed) {
  const groups = before.tally.groups();
  const suggestions = suggestExceptions(rankGroups(groups));
  const compile = await compilerOf(options.policy.chosen);
  const { valid, refused } = compilable(suggestions, compile);
  const artefact = valid.length === 0 ? null : compile(valid);
  if (artefact === null || options.isStopped()) return { kept: [], refused: [...refused, ...valid] };
  const after = await pass(options, [artefact], 'weighing suggestions');
  const weighed = weighSuggestions(valid, groups, after.replayed.tally.groups());
  return { kept: weighed.kept, refused: [...refused, ...weighed.refused] };
}

type Compile = (suggestions: readonly Suggestion[]) => Artefact | null;

/** What the compiler does not take (a locked rule, a condition that has no meaning at that moment) is never printed. */
function compilable(suggestions: readonly Suggestion[], compile: Compile) {
  const all = compile(suggestions) !== null;
  const valid = suggestions.filter((one) => all || compile([one]) !== null);
  return { valid, refused: suggestions.filter((one) => !valid.includes(one)) };
}

/** The layers with suggestions on top. Loaded only now: most replays need no compiler. */
async function compilerOf(chosen: readonly LayerFile[]): Promise<Compile> {
  const { compileLayers } = await import('../hook/policy-files/compile-layers.ts');
  const path = 'suggested.yaml';
  const base: LayerFile[] = chosen.length > 0 ? [...chosen] : [{ layer: 'pack', path: 'pack:default', wanted: true }];
  return (suggestions) =>
    compileLayers([...base, { layer: 'project', path, wanted: true }], {
      instead: new Map([[path, suggestionYaml(suggestions)]]),
    }).artefact;
}
