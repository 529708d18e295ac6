import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessStart } from '../../runtime/handlers/handler-run.ts';

/** A directory of the scratch area that hooks see in the place of another one. */
export interface Mount {
  /** Where hooks see it. */
  target: string;
  /** Below the scratch area; `source` outside of it is shown read-only. */
  source: string;
  readOnly: boolean;
}

/** A place where the machine is read-only, has no network, and every process ends with it. */
export interface Namespace {
  enter(start: ProcessStart): ProcessStart;
  close(): Promise<void>;
}

/** Why hooks cannot be kept apart on this machine; null when they can. */
export function whyNoNamespace(): string | null {
  if (process.platform !== 'linux') return 'namespaces are a feature of Linux';
  const tried = spawnSync('unshare', ['-r', '-m', '-n', '-p', '--fork', 'nsenter', '--version'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'the program unshare (package util-linux) is not installed';
  if (tried.status === 0) return null;
  return `this machine does not let you make namespaces (${tried.stderr.trim().split('\n', 1)[0] ?? ''})`;
}

/**
 * Makes it once and keeps it until it is closed. Its first process waits for the end of its input: if we are ended in any way, the pipe closes, that process
 * ends, and the kernel ends all others with it.
 */
export async function createNamespace(
  scratch: string,
  mounts: readonly Mount[],
): Promise<Namespace | { problem: string }> {
  const child = spawn(
    'unshare',
    ['-r', '-m', '-n', '-p', '-i', '--fork', '--kill-child', '/bin/sh', '-c', setupScript(mounts), 'setup', scratch],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  const said = await firstLine(child);
  const inside = said === 'ready' ? childOf(child.pid ?? 0) : null;
  if (inside === null) {
    child.kill('SIGKILL');
    return { problem: said === 'ready' ? 'its first process cannot be found' : said };
  }
  return {
    enter: (start) => entered(start, inside),
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.stdin.end();
        process.kill(inside, 'SIGKILL');
      }),
  };
}

function entered({ file, args, cwd, env, stdin }: ProcessStart, pid: number): ProcessStart {
  const own = { user: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 };
  const enter = ['-t', String(pid), '-U', '-m', '-n', '-p', '-i', '--preserve-credentials', '--'];
  // A second user namespace: the hook is itself again, and has no power over the mounts.
  const asItself = ['unshare', '-U', `--map-user=${own.user}`, `--map-group=${own.group}`, '--'];
  const inPlace = ['/bin/sh', '-c', 'cd "$1" || exit 126; shift; exec "$@"', 'sh', cwd];
  return {
    file: 'nsenter',
    args: [...enter, ...asItself, ...inPlace, file, ...args],
    cwd: '/',
    env,
    stdin,
  };
}

/** Everything read-only, then the scratch directories in their places. Sockets of the machine are in /run, which is hidden. */
function setupScript(mounts: readonly Mount[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    'set -e',
    'cd "$1"',
    'mount --make-rprivate /',
    'while read -r _ _ _ _ target options _; do',
    '  case $target in /proc|/proc/*|/sys|/sys/*|/dev|/dev/*) continue ;; esac',
    '  flags=ro',
    '  for flag in nosuid nodev noexec noatime nodiratime relatime; do',
    '    case ",$options," in *",$flag,"*) flags=$flags,$flag ;; esac',
    '  done',
    '  mount -o "remount,bind,$flags" "$(printf %b "$target")"',
    'done < /proc/self/mountinfo',
    // The options of the file system around it may not be taken away.
    'writable() {',
    '  for flags in rw rw,nosuid,nodev rw,nosuid,nodev,noexec; do',
    '    mount -o "remount,bind,$flags" "$1" 2> /dev/null && return 0',
    '  done',
    '  echo "$1 cannot be made writable" >&2',
    '  return 1',
    '}',
    // A directory is mounted on a directory, a file on a file.
    'place() {',
    '  if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "$(dirname "$2")" && { [ -e "$2" ] || : > "$2"; }; fi',
    '}',
    'mount -t tmpfs tmpfs /dev/shm',
    // Some systems keep their programs there.
    'case ":$PATH:" in *:/run/*) ;; *) [ ! -d /run ] || mount -t tmpfs tmpfs /run ;; esac',
    ...mounts.map(({ target, source, readOnly }) =>
      [
        `place ${quoted(source)} ${quoted(target)} && mount --rbind ${quoted(source)} ${quoted(target)}`,
        ...(readOnly ? [] : [`writable ${quoted(target)}`]),
      ].join(' && '),
    ),
    // A container may not allow it; then hooks see the processes of the machine, but cannot reach them.
    'mount -t proc proc /proc 2> /dev/null || :',
    'echo ready',
    'exec cat > /dev/null',
  ].join('\n');
}

const SETUP_MS = 10_000;

/** `ready`, or why it did not get there. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let errors = '';
    const timer = setTimeout(resolve, SETUP_MS, 'making it took too long');
    const end = (text: string): void => {
      clearTimeout(timer);
      resolve(text);
    };
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.once('data', (chunk: Buffer) => end(chunk.toString().trim()));
    child.once('error', (error) => end(error.message));
    child.once('exit', () => end(errors.trim().split('\n', 1)[0] || 'it ended at once'));
  });
}

/** The process that `unshare --fork` started: the first one inside. */
function childOf(pid: number): number | null {
  try {
    const first = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
    return first === '' ? null : Number(first);
  } catch {
    return null;
  }
}
