import type { CompiledLayers } from '../hook/policy-files/compile-layers.ts';
import { isWithoutPolicy, WITHOUT_POLICY } from '../hook/policy-files/without-policy.ts';
import { hasCodeCache, makeCodeCache } from '../install/dispatcher/code-cache.ts';
import { type Installation, prepareInstall, type InstallTarget } from '../install/plan/install-request.ts';
import { type InstallPlace, reachesBelow } from '../install/places.ts';
import { noteNode } from '../install/dispatcher/note-node.ts';
import { recordExecutable } from '../install/dispatcher/recorded-executable.ts';
import { isChanged, type Plan } from '../install/plan/plan.ts';
import { type Changed, changeAfterAsking } from './confirmed-change.ts';
import { renderApplied, renderEvents, renderInstallProblems, renderWarnings } from './render/installation.ts';
import type { Paint } from './render/text/style.ts';

export interface InstallAsked {
  target: InstallTarget;
  place: InstallPlace;
  /** The policy in force here, if it is compiled already. */
  inForce?: CompiledLayers;
  where: string;
  yes: boolean;
  dryRun: boolean;
  quiet: boolean;
  paint: Paint;
  /** A few lines instead of the diff. */
  summary?: ((installation: Installation, plan: Plan) => string) | undefined;
}

export interface Performed extends Changed {
  installation: Installation;
  warnings: string[];
  /** Sessions started in a sub-directory read these settings as well. */
  reachesBelow: boolean;
  /** Why the agent would ignore what is written. */
  problems: string[];
}

/** Prepares, shows, asks, writes, proves. */
export async function performInstall(asked: InstallAsked): Promise<Performed> {
  const { target, place, inForce, where, summary, ...how } = asked;
  const installation = prepareInstall(target, place, inForce);
  // Everybody whose agent is guarded has to be able to read it, whatever the administrator's shell says.
  if ('scope' in target && target.scope === 'managed') process.umask(0o022);
  const { plan, files } = await changeAfterAsking({
    ...how,
    make: installation.make,
    question: `Write this to ${where}?`,
    // On machines of others this would block every call.
    initial: installation.isDoubtful ? 'no' : 'yes',
    summary: summary === undefined ? undefined : (made) => summary(installation, made),
    remarks: ({ warnings, changes }) =>
      renderWarnings([...withoutPolicy(place), ...installation.warnings, ...warnings], how.paint) +
      (changes.some(isChanged) ? `${installation.ifRemoved}\n` : ''),
    stateDirectory: place.stateDirectory,
  });
  const { kind, file } = installation.dispatcher;
  if (files !== null && kind === 'node' && !hasCodeCache(file)) makeCodeCache(file);
  if (files !== null && kind === 'native') noteNode(file);
  if (files !== null) recordExecutable(place.stateDirectory, file);
  const proof = files === null ? null : installation.proveInstalled();
  return {
    installation,
    plan,
    files,
    reachesBelow: 'plugin' in target || reachesBelow(target.scope, place),
    warnings: [...installation.warnings, ...plan.warnings],
    problems: [...plan.problems, ...(proof?.ok === false ? [`the dispatcher ${proof.problem}`] : [])],
  };
}

function withoutPolicy({ projectRoot, env }: InstallPlace): string[] {
  return isWithoutPolicy({ project: projectRoot, env, cwd: projectRoot }) ? [WITHOUT_POLICY] : [];
}

export function renderPerformed(
  { installation, plan, files, problems, ...performed }: Performed,
  paint: Paint,
): string {
  const { kind, file, ms } = installation.dispatcher;
  return [
    files === null ? '' : renderApplied(files, paint),
    `dispatcher: ${kind}, ${file} (denied a probe in ${ms} ms)\n`,
    `events: ${renderEvents(plan.events)}\n`,
    performed.reachesBelow ? '' : NOT_BELOW,
    renderInstallProblems(problems, paint),
    files === null ? 'Nothing was written.\n' : STATUS_LINE,
  ].join('');
}

const STATUS_LINE =
  "To see hookctl in the agent's status line: `hookctl statusline --settings` prints the lines for it.\n";

export const NOT_BELOW = `not for sessions started in a sub-directory: those do not read these settings and run without hookctl.
  \`hookctl install --scope local\` covers a whole repository on this machine, --scope user all your projects.
`;
