import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isFile } from '../system/node/files.ts';
import { runProcess } from '../system/node/process.ts';
import { type DoctorCheck, notesOf, type Notes } from './check.ts';
import { startedFile } from '../install/dispatcher/dispatchers.ts';
import { versionManagerOf } from '../install/dispatcher/version-manager.ts';
import { changedSinceInstall } from '../install/dispatcher/recorded-executable.ts';
import type { AgentProject } from '../install/plan/launches.ts';
import { dispatcherFile, type OwnCommand } from './guard.ts';

export interface DispatcherRequest {
  /** Ours, as far as they run. */
  own: readonly OwnCommand[];
  project: AgentProject;
  env: Readonly<Record<string, string>>;
  /** hookctl's own version. */
  version: string;
  stateDirectory: string;
}

/** Which dispatcher the settings name: is it there, may it be run, of which kind and version is it? */
export async function dispatcherChecks(request: DispatcherRequest): Promise<DoctorCheck[]> {
  const { own, project } = request;
  const notes = notesOf('Dispatcher');
  const named = new Map(own.map((one) => [JSON.stringify(dispatcherFile(one, project)), one]));
  for (const one of named.values()) await checkOne(one, request, notes);
  return notes.all;
}

async function checkOne(
  own: OwnCommand,
  { project, env, version, stateDirectory }: Omit<DispatcherRequest, 'own'>,
  notes: Notes,
): Promise<void> {
  const { path, interpreter } = dispatcherFile(own, project);
  const file = findProgram(path, interpreter === null ? env : {});
  const program = interpreter === null ? file : findProgram(interpreter, env);
  const install = `Run \`hookctl install\`. It is named in ${own.path}.`;
  if (file === null)
    return notes.fail('dispatcher-missing', 'The dispatcher does not exist.', { where: path, fix: install });
  if (program === null)
    return notes.fail('interpreter-missing', `The interpreter of the dispatcher does not exist: ${interpreter}.`, {
      where: path,
      fix: install,
    });
  if (!isExecutable(program))
    return notes.fail('dispatcher-not-executable', 'The dispatcher is not executable.', {
      where: program,
      fix: `chmod +x ${program}`,
    });
  const started = startedFile(file);
  const changed = changedSinceInstall(stateDirectory, started) ?? [];
  if (changed.length > 0)
    notes.warn(
      'dispatcher-changed',
      `The dispatcher differs from the one that was installed: ${changed.join(', ')} changed.`,
      {
        where: started,
        fix: 'If hookctl was updated since, run `hookctl install` again. If not, someone replaced it: install hookctl again.',
      },
    );
  noteVersionManager([started, program], notes);
  const args = interpreter === null ? ['--version'] : [file, '--version'];
  const ran = await runProcess({
    file: program,
    args,
    cwd: project.projectRoot,
    env: { ...env },
    stdin: '',
    timeoutMs: 10_000,
  });
  const reported = ran.stdout.trim();
  const kind = kindOf(started);
  // A wrapper, or one that does not run: the canary says more about it.
  if (ran.exitCode !== 0 || !/^\d+\.\d+\.\d+/.test(reported)) return;
  if (reported === version) notes.ok('dispatcher', `${kind}, version ${reported}.`, { where: started });
  else
    notes.warn('dispatcher-version', `The dispatcher has version ${reported}, hookctl has ${version}.`, {
      where: file,
      fix: 'Run `hookctl install` with the one you want to use.',
    });
}

/** The settings name one Node version's directory: with that version the hook goes, and every call is blocked. */
function noteVersionManager(files: readonly string[], notes: Notes): void {
  const file = files.find((one) => versionManagerOf(one) !== null);
  if (file === undefined) return;
  notes.warn(
    'dispatcher-of-one-node',
    `The hook is in a directory of ${versionManagerOf(file)} for one version of Node: when that version is removed, every call is blocked.`,
    {
      where: file,
      fix: 'Run `hookctl install` again whenever you change Node, before you remove the old version; or make hookctl a dependency of the project.',
    },
  );
}

/** A path, or a name on the search path. */
function findProgram(name: string, env: Readonly<Record<string, string>>): string | null {
  const places = isAbsolute(name) ? [name] : (env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, name));
  return places.find(isFile) ?? null;
}

/** The bit counts for every user: root may read everything and still cannot execute a file without it. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function kindOf(file: string): string {
  const head = Buffer.alloc(4);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head, 0, 4, 0);
  } finally {
    closeSync(opened);
  }
  const magic = head.toString('latin1');
  const native =
    magic === '\x7fELF' || magic.startsWith('MZ') || ['cffaedfe', 'cafebabe'].includes(head.toString('hex'));
  return native ? 'Native' : 'On Node';
}
