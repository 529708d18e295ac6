import { adapterNamed } from '../../adapters/index.ts';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  isOwnCommand,
  type OffSwitch,
  type RegisteredFile,
  type Registrar,
  REGISTRAR_SCOPES,
  type RegistrarScope,
} from '../../adapters/register/registrar.ts';
import { keptManifest } from '../../hook/policy-cache/load-layers.ts';
import { layerFiles, stateDirectory } from '../../hook/policy-files/locations.ts';
import { policyPlaceOf } from '../../hook/policy-files/policy-place.ts';
import { agentDirectory, agentFilePath, signOf } from '../../install/agents/agent-files.ts';
import { everyFile, isRegistered } from '../../install/agents/plan-agent.ts';
import { sharedScopes } from '../../install/plan/plan-settings.ts';
import type { InstallPlace } from '../../install/places.ts';
import { gitRoot } from '../../system/files/git-root.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { type CanaryResult, canaryChecks } from '../canary.ts';
import { type DoctorCheck, notesOf, type Notes } from '../check.ts';
import type { DoctorReport } from '../diagnose.ts';
import { directoryChecks } from '../directories.ts';
import { policyChecks, policyHere } from '../policies.ts';
import { trailChecks } from '../trail.ts';
import { sendAgentCanary } from './agent-canary.ts';
import { copyChecks, type ReadFile, strictnessChecks, timeoutChecks } from './agent-files-checks.ts';
import { trustChecks } from './agent-trust.ts';
import { hooksIn, jsonIn, valueAt } from './registered-hooks.ts';

/** Is a session of this agent, started in this directory, guarded? Changes nothing. */
export async function diagnoseAgent(registrar: Registrar, place: InstallPlace): Promise<DoctorReport> {
  const { projectRoot: start, home } = place;
  const env = Object.fromEntries(
    Object.entries({ ...place.env, HOME: home }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const notes = notesOf('Hooks');
  const files = readFilesOf(registrar, place);
  fileChecks(registrar, files, notes);
  switchChecks(registrar, place, notes);
  evidenceChecks(registrar, notes);
  const guards = guardsIn(registrar, files);
  const canary: CanaryResult[] = [];
  for (const { scope, hook } of guards) {
    canary.push(await sendAgentCanary({ registrar, hook, cwd: start, env }));
    trustChecks({ registrar, hook, scope, start, read: (file) => readNamed(file, registrar, place) }, notes);
  }
  if (guards.length === 0) missingChecks(registrar, place, notes);
  twiceChecks(registrar, guards, notes);
  const checks: DoctorCheck[] = [
    ...canaryChecks(canary),
    ...notes.all,
    ...stateChecks(start, env),
    ...presenceChecks(registrar, place),
  ];
  const isSound = checks.every(({ status }) => status !== 'problem');
  const isWatching = checks.some(({ id }) => id === 'policy-observes');
  return {
    armed: isSound && !isWatching,
    observing: isSound && isWatching,
    agent: registrar.agent,
    project: start,
    home,
    canary,
    checks,
    handlers: files.flatMap(handlersOf),
  };
}

function fileChecks(registrar: Registrar, files: readonly ScopedFile[], notes: Notes): void {
  for (const { file } of files) {
    strictnessChecks(registrar, file, notes);
    timeoutChecks(registrar, file, notes);
    copyChecks(registrar, file, notes);
  }
}

function evidenceChecks({ agent, title }: Registrar, notes: Notes): void {
  if (adapterNamed(agent)?.capabilities.evidence !== 'documented') return;
  notes.warn('agent-never-run', `hookctl follows the documentation of ${title} but has never been tested with it.`, {
    fix: 'Try a call that the policy refuses.',
  });
}

/** A hook of ours that runs before calls. */
interface Guard {
  scope: RegistrarScope;
  hook: ReadFile['hooks'][number];
}

function guardsIn({ events }: Registrar, files: readonly ScopedFile[]): Guard[] {
  const before = events['before-tool'] ?? [];
  return files.flatMap(({ scope, file }) =>
    file.hooks
      .filter((hook) => isGuard(hook.command, hook.file) && isBefore(hook.event, hook.file, before))
      .map((hook) => ({ scope, hook })),
  );
}

function twiceChecks({ agent, title }: Registrar, guards: readonly Guard[], notes: Notes): void {
  if (new Set(guards.map(({ scope }) => scope)).size < 2) return;
  notes.warn('agent-twice', `${title} runs both the user's and the project's hook, so every call is judged twice.`, {
    where: guards.map(({ hook }) => hook.file),
    fix: `\`hookctl uninstall --agent ${agent} --scope project\` removes one of them.`,
  });
}

/** What the hook of any agent needs: a policy, a state directory and a trail. */
function stateChecks(start: string, env: Record<string, string>): DoctorCheck[] {
  const state = stateDirectory(nodeSystem, env);
  const layers = layerFiles(nodeSystem, env, { ...policyPlaceOf(nodeSystem, start, start), fullEnv: {} });
  const policy = policyHere(start, { env, fullEnv: {} });
  const inForce = keptManifest(nodeSystem, layers, state);
  return [...policyChecks(policy, inForce), ...directoryChecks(state), ...trailChecks(state)];
}

function handlersOf({ scope, file }: ScopedFile): DoctorReport['handlers'] {
  return file.hooks.map((hook) => ({
    event: hook.event,
    matcher: hook.matcher,
    handler: hook.command ?? '',
    type: 'command',
    source: scope,
    file: hook.file,
    ours: isGuard(hook.command, hook.file),
    idle: null,
  }));
}

interface ScopedFile {
  scope: RegistrarScope;
  file: ReadFile;
}

function readFilesOf(registrar: Registrar, place: InstallPlace): ScopedFile[] {
  return REGISTRAR_SCOPES.flatMap((scope) => {
    const directory = agentDirectory(registrar, scope, place);
    if (directory === null) return [];
    return everyFile(registrar).flatMap((file: RegisteredFile): ScopedFile[] => {
      const path = agentFilePath(file, directory);
      const text = readOrNull(path);
      return text === null ? [] : [{ scope, file: { path, text, hooks: hooksIn(file, path, text) } }];
    });
  });
}

/** A script or plugin of ours is one as a whole. */
function isGuard(command: string | null, file: string): boolean {
  if (isOwnCommand(command)) return true;
  return command === file && /dispatcher/.test(readOrNull(file) ?? '');
}

function isBefore(event: string, file: string, before: readonly string[]): boolean {
  return event === ''
    ? file.endsWith('.js') || before.some((name) => file.includes(`${name}.`))
    : before.includes(event);
}

/** Nothing of ours runs before a call: is it somewhere else, or nowhere? */
function missingChecks(registrar: Registrar, place: InstallPlace, notes: Notes): void {
  const { agent, title, alsoRuns } = registrar;
  const reached = alsoRuns?.scopes.find((scope) => sharedScopes(place).includes(scope));
  if (reached !== undefined)
    return notes.fail(
      'agent-borrowed',
      `${title} has no separate hook; it runs the one in the ${reached} settings of ${alsoRuns?.agent ?? ''}, which lets a call through when it crashes or hangs.`,
      {
        fix: `\`hookctl doctor\` shows whether that hook works. For a hook that refuses in these cases, run \`hookctl uninstall\` there and \`hookctl install --agent ${agent}\`.`,
      },
    );
  const above = registeredAbove(registrar, place);
  if (above !== null)
    return notes.fail(
      'agent-not-reached',
      `${title} reads the hooks of a project only where it is started: a session started here runs without hookctl.`,
      {
        where: above,
        fix: `Start it in ${above}, or run \`hookctl install --agent ${agent} --scope user\`.`,
      },
    );
  notes.fail('agent-not-registered', `hookctl is not registered with ${title}.`, {
    fix: `Run \`hookctl install --agent ${agent}\`.`,
  });
}

/** A directory around this one, up to the root of the repository, whose project files name the hook; null: none. */
function registeredAbove(registrar: Registrar, place: InstallPlace): string | null {
  const root = gitRoot(nodeSystem, place.projectRoot);
  if (root === null) return null;
  for (let at = place.projectRoot; at !== root && at !== dirname(at);) {
    at = dirname(at);
    if (isRegistered({ registrar, scope: 'project', place: { ...place, projectRoot: at } })) return at;
  }
  return null;
}

function switchChecks(registrar: Registrar, place: InstallPlace, notes: Notes): void {
  for (const one of registrar.switches) {
    const what = switchedBy(one, registrar, place);
    if (what !== null)
      notes.fail('agent-switched-off', `${what} turns off the hooks of ${registrar.title}.`, {
        fix: 'Remove it.',
      });
  }
}

function switchedBy(one: OffSwitch, registrar: Registrar, place: InstallPlace): string | null {
  if ('variable' in one) return (place.env[one.variable] ?? '') === '' ? null : `The variable ${one.variable}`;
  const text = readNamed(one.file, registrar, place);
  const isOff = text !== null && valueAt(jsonIn(text), one.key) === one.value;
  return isOff ? `"${one.key.join('.')}": ${JSON.stringify(one.value)} in ${one.file.slice(2)}` : null;
}

function presenceChecks(registrar: Registrar, place: InstallPlace): DoctorCheck[] {
  const notes = notesOf('Versions');
  const sign = signOf(registrar, place);
  if (sign === null)
    notes.warn('agent-not-found', `${registrar.title} was not found here.`, {
      fix: `If you do not use it here, do nothing; otherwise put ${registrar.programs.join(' or ')} on the PATH.`,
    });
  else notes.ok('agent-found', `${registrar.title} is here.`, { where: sign });
  return notes.all;
}

/** `~/` is the agent's own directory of the user. */
function readNamed(file: string, registrar: Registrar, place: InstallPlace): string | null {
  const directory = agentDirectory(registrar, 'user', place);
  return directory === null ? null : readOrNull(join(directory, file.replace(/^~\//, '')));
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
