import { nodeSystem } from '../system/node/system.ts';
import { dirname, join } from 'node:path';
import type { Agent } from '../adapters/agent.ts';
import type { AgentProject } from '../install/plan/launches.ts';
import { discoverSettings } from '../runtime/settings/discover.ts';
import { type EffectiveSettings, effectiveSettings } from '../runtime/settings/effective.ts';
import type { SourceName } from '../runtime/settings/source.ts';
import { gitRoot } from '../system/files/git-root.ts';
import { type DoctorCheck, notesOf } from './check.ts';
import { ownAmong, ownRegistrations } from './guard.ts';

/** The agent reads the project's settings only where it starts. This says what that means for the directory a session starts in. */
export interface ReachRequest {
  agent: Agent;
  /** Where the session starts. */
  start: string;
  configDir: string;
  managed: string | null;
  /** What a session started there reads. */
  settings: EffectiveSettings;
  isInstalled: boolean;
}

export function reachChecks(request: ReachRequest): DoctorCheck[] {
  const { agent, start, settings, isInstalled } = request;
  const notes = notesOf('Hooks');
  const above = isInstalled ? null : armedAbove(request);
  if (above !== null)
    notes.fail(
      'settings-out-of-reach',
      `hookctl is registered for sessions started in ${above.directory}. A session started in ${start} does not read those settings.`,
      { where: above.files, fix: `Start the agent in ${above.directory}, or ${INSTALL_WIDER}.` },
    );
  if (isInstalled && !isArmedBelow(request))
    notes.warn(
      'subdirectories-unguarded',
      `This holds for sessions started in ${start} itself. One started in a sub-directory does not read these settings and runs without hookctl.`,
      { where: filesOf(settings, { agent, projectRoot: start }), fix: `Start the agent here, or ${INSTALL_WIDER}.` },
    );
  return notes.all;
}

const INSTALL_WIDER =
  'run `hookctl install --scope local` (the whole repository, on this machine) or `hookctl install --scope user` (all your projects)';

/** What a person should run where nothing is registered: what `hookctl install` writes by default may not reach a sub-directory. */
export function installHint(start: string): string {
  const root = gitRoot(nodeSystem, start);
  if (root === null || root === start) return 'Run `hookctl install`.';
  return `This is a sub-directory of ${root}: the agent does not read project settings of ${root} here, so ${INSTALL_WIDER}.`;
}

/** The nearest directory above where a session would be guarded by settings that are not read here. */
function armedAbove({
  agent,
  start,
  configDir,
  settings: here,
}: ReachRequest): { directory: string; files: string[] } | null {
  const read = new Set(here.sources.map(({ path }) => path));
  for (let directory = start; dirname(directory) !== directory;) {
    directory = dirname(directory);
    const settings = settingsOf({ start: directory, configDir, managed: null, only: ['project', 'local'] });
    const files = filesOf(settings, { agent, projectRoot: directory }).filter((path) => !read.has(path));
    if (files.length > 0) return { directory, files };
  }
  return null;
}

/** The agent looks upwards only for the root of the repository, so a name that does not exist represents every sub-directory. */
function isArmedBelow({ agent, start, configDir, managed }: ReachRequest): boolean {
  const below = join(start, '.hookctl-sub-directory');
  const settings = settingsOf({ start: below, configDir, managed });
  return filesOf(settings, { agent, projectRoot: below }).length > 0;
}

function filesOf(settings: EffectiveSettings, project: AgentProject): string[] {
  return [...new Set(ownRegistrations(settings, ownAmong(settings, project)).map(({ path }) => path))];
}

function settingsOf({
  start,
  only,
  ...where
}: Pick<ReachRequest, 'start' | 'configDir' | 'managed'> & { only?: readonly SourceName[] }): EffectiveSettings {
  return effectiveSettings(discoverSettings({ projectDir: start, settingSources: only, ...where }));
}
