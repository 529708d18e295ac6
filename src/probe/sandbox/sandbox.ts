import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { CLIENT_VARIABLES } from '../../adapters/client-variables.ts';
import type { ProcessStart } from '../../runtime/handlers/handler-run.ts';
import { sweepByDirectory } from '../../system/node/process-group.ts';
import { runProcess } from '../../system/node/process.ts';
import { mountsFor, type RealPlaces } from './mounts.ts';
import { createNamespace, type Mount, type Namespace, whyNoNamespace } from './namespace.ts';
import { changesBetween, copyBounded, type CopyLimits, emptyDirectory, stateOf } from './scratch-copy.ts';

/** Whether hooks are kept apart from the machine. */
export type Isolation = { kind: 'namespaces' } | { kind: 'none'; why: string };

/** A copy of the project and of the home in which hooks run. All paths are as the hooks see them. */
export interface Sandbox {
  isolation: Isolation;
  projectDir: string;
  /** The project again, in a directory whose name has a space. */
  spacedDir: string;
  home: string;
  env: Readonly<Record<string, string>>;
  /** What the copy of the project does not hold. */
  notCopied: readonly string[];
  start(start: ProcessStart): ProcessStart;
  /** Everything as at the beginning. Returns the files of the project that had changed. */
  reset(): string[];
  /** Writes a file where hooks see it; false where that is outside the scratch area. */
  plant(path: string, text: string): boolean;
  /** A process id that is not far from that of the next process, where the sandbox has its own. */
  nextPid(): Promise<number>;
  close(): Promise<void>;
}

export interface SandboxRequest {
  projectDir: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Run without namespaces even if there are some. */
  plain: boolean;
  /** Texts of commands and scripts: what they name in the home is shown to them. */
  texts: readonly string[];
  /** Scripts and directories that guards need, wherever they are. */
  needed: readonly string[];
}

const PROJECT: CopyLimits = { files: 4000, bytes: 40 * 1024 * 1024, skip: new Set(['node_modules']) };
/** Of the client's own directory only what hooks need; never credentials or transcripts. */
const CONFIG: CopyLimits = {
  files: 1000,
  bytes: 8 * 1024 * 1024,
  skip: new Set([
    'projects',
    'todos',
    'statsig',
    'shell-snapshots',
    'history.jsonl',
    '.credentials.json',
    'debug',
    'file-history',
  ]),
};
const CONFIG_DIR = '.claude';

export function isolationOf(plain: boolean): Isolation {
  const why = plain ? '--no-isolation' : whyNoNamespace();
  return why === null ? { kind: 'namespaces' } : { kind: 'none', why };
}

export async function createSandbox(request: SandboxRequest): Promise<Sandbox> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hookctl-probe-')));
  try {
    return await filled(scratch, request);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

async function filled(scratch: string, request: SandboxRequest): Promise<Sandbox> {
  const source = (name: string): string => join(scratch, name);
  const home = existsSync(request.home) && request.home !== '/' ? realpathSync(request.home) : source('no-home');
  const real = { project: realpathSync(request.projectDir), home };
  mkdirSync(source('no-home'));
  for (const name of ['project', 'home', 'tmp', 'master', 'a space']) mkdirSync(source(name));
  const notCopied = copyBounded(real.project, source('master'), PROJECT);
  plantFiles(source('master'));
  copyWithTimes(source('master'), source('project'));
  // Of the copy, not of the original: Node copies times in whole milliseconds.
  const copied = stateOf(source('project'));
  let isolation = isolationOf(request.plain);
  const spaced = join(scratch, 'a space', 'project');
  mkdirSync(spaced);
  const copyConfig = (): void => {
    const config = join(real.home, CONFIG_DIR);
    if (existsSync(config)) copyBounded(config, join(source('home'), CONFIG_DIR), CONFIG);
  };
  copyConfig();
  const { early, late } = mountsFor({ scratch, real, spaced, ...request, copied: CONFIG_DIR });
  for (const mount of early) placeFor(mount);
  const made = isolation.kind === 'none' ? null : await createNamespace(scratch, [...early, ...late]);
  if (made !== null && 'problem' in made) isolation = { kind: 'none', why: made.problem };
  const namespace = made === null || 'problem' in made ? null : made;
  const view =
    namespace === null
      ? { project: source('project'), home: source('home'), tmp: source('tmp') }
      : { ...real, tmp: '/tmp' };
  if (namespace === null) copyWithTimes(source('master'), spaced);
  const places: ScratchPlaces = {
    scratch,
    mounts: namespace === null ? [] : late,
    master: source('master'),
  };
  const shown = early.map((one) => one.target);
  const fresh = (): string[] => {
    emptyDirectory(source('tmp'), keptIn(source('tmp'), places));
    emptyDirectory(source('home'), [...keptIn(source('home'), places), ...shown]);
    copyConfig();
    const changed = restore(source('project'), copied, places);
    if (namespace === null) changed.push(...restore(spaced, copied, places));
    return changed;
  };
  fresh();
  return {
    isolation,
    projectDir: view.project,
    spacedDir: spaced,
    home: view.home,
    env: environmentFor(request.env, view),
    notCopied,
    start: (start) => starting(start, namespace, real, view),
    reset: fresh,
    plant: (path, text) => plant(path, text, places),
    nextPid: () => nextPid(namespace),
    async close() {
      if (namespace === null) sweepByDirectory(scratch);
      else await namespace.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Files that payloads speak of: guards look whether a file is there and how long it is. */
function plantFiles(project: string): void {
  const files: Record<string, string> = {
    [PLANTED.large]: Array.from({ length: 6000 }, (_, index) => `line ${index + 1}\n`).join(''),
    [PLANTED.small]: 'a line\n',
    [PLANTED.transcript]: TRANSCRIPT,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

/** Below the project. */
export const PLANTED = {
  large: 'hookctl-probe/large.txt',
  small: 'hookctl-probe/small.txt',
  transcript: 'hookctl-probe/transcript.jsonl',
} as const;

const TRANSCRIPT = [
  { type: 'user', message: { role: 'user', content: 'Change the code.' } },
  { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

function copyWithTimes(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

function restore(dir: string, copied: ReadonlyMap<string, string>, places: ScratchPlaces): string[] {
  const shownPaths = [...keptIn(dir, places), join(dir, 'node_modules')];
  const changed = changesBetween(copied, stateOf(dir)).filter((path) => !path.startsWith('node_modules/'));
  if (changed.length === 0) return [];
  emptyDirectory(dir, shownPaths);
  copyWithTimes(places.master, dir);
  return changed;
}

/** Something of the same kind, to be mounted on. */
function placeFor({ source, target }: Mount): void {
  const isFile = !statSync(source).isDirectory();
  mkdirSync(isFile ? dirname(target) : target, { recursive: true });
  if (isFile) writeFileSync(target, '');
}

/** Mount points that lie in this directory of the scratch area. On the machine they are empty directories. */
function keptIn(dir: string, { mounts, scratch }: ScratchPlaces): string[] {
  return mounts.flatMap(({ target }) => {
    const outer = mounts.findLast((one) => one.target !== target && target.startsWith(`${one.target}/`));
    const path = outer === undefined ? null : join(scratch, outer.source, relative(outer.target, target));
    return path !== null && path.startsWith(`${dir}/`) ? [path] : [];
  });
}

interface ScratchPlaces {
  scratch: string;
  /** As hooks see them, outer ones first. */
  mounts: readonly Mount[];
  /** The project as it was copied. */
  master: string;
}

function plant(path: string, text: string, { mounts, scratch }: ScratchPlaces): boolean {
  const home = mounts.findLast((one) => path.startsWith(`${one.target}/`));
  if (home === undefined || home.readOnly) return false;
  const place = join(scratch, home.source, relative(home.target, path));
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  return true;
}

async function nextPid(namespace: Namespace | null): Promise<number> {
  const start: ProcessStart = {
    file: '/bin/sh',
    args: ['-c', 'echo $$'],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: '',
  };
  const { stdout } = await runProcess({ ...(namespace?.enter(start) ?? start), timeoutMs: 5000 });
  return Number(stdout.trim()) || 1;
}

/** Sockets and directories of the user's session are not for hooks on trial. */
const DROPPED = /^(?:XDG_|DBUS_|SSH_|GPG_|DISPLAY$|WAYLAND_DISPLAY$|TMUX$|TMPDIR$|TEMP$|TMP$|HOME$|OLDPWD$)/;

function environmentFor(env: SandboxRequest['env'], view: { home: string; tmp: string }): Record<string, string> {
  const passedVariables = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !DROPPED.test(entry[0]),
  );
  const own = Object.fromEntries(passedVariables.filter(([name]) => name !== CLIENT_VARIABLES.configDir));
  return {
    ...own,
    HOME: view.home,
    TMPDIR: view.tmp,
    XDG_CONFIG_HOME: join(view.home, '.config'),
    XDG_CACHE_HOME: join(view.home, '.cache'),
    XDG_STATE_HOME: join(view.home, '.probe-state'),
    XDG_DATA_HOME: join(view.home, '.probe-data'),
  };
}

/** Without namespaces a path that names the real project or home is bent to the copy, as far as the command spells it out. */
function starting(start: ProcessStart, namespace: Namespace | null, real: RealPlaces, view: RealPlaces): ProcessStart {
  if (namespace !== null) return namespace.enter(start);
  const bent = (text: string): string =>
    text
      .replaceAll(`${real.project}/`, `${view.project}/`)
      .replaceAll(`${real.home}/${CONFIG_DIR}/`, `${view.home}/${CONFIG_DIR}/`);
  return { ...start, file: bent(start.file), args: start.args.map(bent) };
}
