import { hasCodeCache, makeCodeCache } from '../install/dispatcher/code-cache.ts';
import { type Installation, prepareInstall, type Target } from '../install/plan/install-request.ts';
import { type Place, reachesBelow } from '../install/places.ts';
import { recordExecutable } from '../install/dispatcher/recorded-executable.ts';
import { type Changed, changeAfterAsking } from './confirmed-change.ts';
import { renderApplied, renderEvents, renderProblems, renderWarnings } from './render/installation.ts';
import type { Paint } from './render/text/style.ts';

export interface InstallAsked {
  target: Target;
  place: Place;
  where: string;
  yes: boolean;
  dryRun: boolean;
  quiet: boolean;
  paint: Paint;
}

export interface Performed extends Changed {
  installation: Installation;
  warnings: string[];
  /** Sessions started in a sub-directory read these settings as well. */
  reachesBelow: boolean;
  /** Why the agent would not heed what is written. */
  problems: string[];
}

/** Prepares, shows, asks, writes, proves. */
export async function performInstall(asked: InstallAsked): Promise<Performed> {
  const { target, place, where, ...how } = asked;
  const installation = prepareInstall(target, place);
  const { plan, files } = await changeAfterAsking({
    ...how,
    make: installation.make,
    question: `Write this to ${where}?`,
    remarks: ({ warnings }) => renderWarnings([...installation.warnings, ...warnings], how.paint),
    stateDirectory: place.stateDirectory,
  });
  const { kind, file } = installation.dispatcher;
  if (files !== null && kind === 'node' && !hasCodeCache(file)) makeCodeCache(file);
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
    renderProblems(problems, paint),
    files === null ? 'Nothing was written.\n' : '',
  ].join('');
}

const NOT_BELOW = `not for sessions started in a sub-directory: those do not read these settings and run without hookctl.
  \`hookctl install --scope local\` covers a whole repository on this machine, --scope user all your projects.
`;
