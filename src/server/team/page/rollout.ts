import type { KeptMachine } from '../../../store/postgres/read/fleet.ts';
import type { TeamReads } from '../../../store/postgres/read/reads.ts';
import { type Bundle, stageOf } from '../../../team/bundle/bundle.ts';
import type { FleetAnswer, MachineRow, PolicyAnswer, Rollout, RolloutStage } from '../../api.ts';
import { bundleIn, errorsIn, type PublishedPolicy, rulesIn, testsIn } from './published.ts';
import { paceRows } from './pace-rows.ts';

const DAY = 86_400_000;

/** The policy of a team: what was published, by whom, and where it is in force. */
export async function teamPolicyAnswer(
  reads: TeamReads,
  team: string,
  published: PublishedPolicy,
): Promise<PolicyAnswer> {
  const { files, built, bundle, history } = published;
  const written = rulesIn(built);
  const root = files.find(({ path }) => path === 'policy.yaml');
  return {
    projectRoot: null,
    fallback: history.length === 0,
    files: files.map(({ path, text }) => ({
      path,
      layer: 'team',
      rules: written.filter(({ position }) => position.file === path).length,
      text,
      untrusted: false,
    })),
    problems: [...(published.problem === null ? [] : [published.problem]), ...errorsIn(built)],
    tests: bundle === null ? null : testsIn(built),
    rules: written.length,
    loosenings: [],
    versions: [],
    rollout: history[0] === undefined ? null : await rolloutOf(reads, team, published),
    membership: null,
    editable: root === undefined ? null : { file: root.path, text: root.text },
  };
}

async function rolloutOf(reads: TeamReads, team: string, published: PublishedPolicy): Promise<Rollout> {
  const { bundle, history, key, problem } = published;
  const [newest, previous] = history;
  const [all, refusals] = await Promise.all([reads.machines(team), reads.refusals(team, Date.now() - DAY)]);
  const machines = all.filter(({ revoked }) => !revoked);
  const stages = bundle === null ? [] : stagesOf(bundle, machines, refusals);
  const versions = new Map<number | null, number>();
  for (const { id, bundle: version } of machines)
    if (!isToken(id)) versions.set(version, (versions.get(version) ?? 0) + 1);
  return {
    version: newest?.version ?? 0,
    note: newest?.note ?? '',
    by: newest?.by ?? '',
    at: newest?.madeAt.getTime() ?? 0,
    key,
    problem,
    stages,
    inForce: [...versions]
      .sort(([a], [b]) => (b ?? 0) - (a ?? 0))
      .map(([version, count]) => ({ version, machines: count })),
    refused: machines.flatMap(({ host, bundle: version, bundleState, bundleProblem }) =>
      bundleState === 'refused' ? [{ host, version, why: bundleProblem ?? 'it did not say why' }] : [],
    ),
    history: history.map((row) => ({
      version: row.version,
      note: row.note,
      by: row.by,
      at: row.madeAt.getTime(),
      stages: bundleIn(row)?.stages ?? [],
    })),
    before: previous === undefined ? [] : (bundleIn(previous)?.files ?? []),
    next: nextStage(stages),
  };
}

function stagesOf(
  bundle: Bundle,
  machines: readonly KeptMachine[],
  refusals: Awaited<ReturnType<TeamReads['refusals']>>,
): RolloutStage[] {
  const byMachine = new Map(refusals.map((row) => [row.machine, row]));
  const stages = bundle.stages.map(({ percent, mode }) => ({ percent, mode, machines: 0, stopped: 0, falseAlarms: 0 }));
  for (const { id } of machines) {
    const own = stages[bundle.stages.indexOf(stageFor(bundle, id))];
    if (own === undefined) continue;
    own.machines++;
    own.stopped += byMachine.get(id)?.denied ?? 0;
    own.falseAlarms += byMachine.get(id)?.falseAlarms ?? 0;
  }
  return stages;
}

/** What servers decide themselves counts for the stage of the servers, not for the caller's. */
function stageFor(bundle: Bundle, machine: string) {
  return stageOf(bundle, isToken(machine) ? 'central' : machine);
}

const isToken = (id: string): boolean => id.startsWith('token:');

const WIDER = [10, 25, 50, 100];

/** The command that gives the first stage to more machines. */
function nextStage(stages: readonly RolloutStage[]): string | null {
  const [first, ...others] = stages;
  if (first === undefined || others.length === 0) return null;
  const percent = WIDER.find((one) => one > first.percent) ?? 100;
  const rest = others.filter((stage) => stage.percent > percent).map((stage) => `${stage.percent}:${stage.mode}`);
  return `hookctl publish --stage ${[`${percent}:${first.mode}`, ...rest].join(',')}`;
}

/** Every machine, and how long decisions took. */
export async function fleetAnswer(reads: TeamReads, team: string, published: PublishedPolicy): Promise<FleetAnswer> {
  const now = Date.now();
  const [machines, pace] = await Promise.all([
    reads.machines(team),
    reads.pace(team, { since: now - DAY, until: now + DAY }),
  ]);
  const { bundle, history } = published;
  return {
    machines: machines.map((machine) => ({
      ...machine,
      kind: isToken(machine.id) ? 'token' : 'machine',
      bundleState: machine.bundleState as MachineRow['bundleState'],
      mode: bundle === null ? null : stageFor(bundle, machine.id).mode,
    })),
    published: history[0]?.version ?? null,
    pace: paceRows(pace),
  };
}
