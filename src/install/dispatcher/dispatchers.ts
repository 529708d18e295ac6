import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Launch, Probe } from '../../adapters/agent.ts';
import { DEFAULT_AGENT } from '../../adapters/agents.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { installedPlatformPackage } from './platform-package.ts';

/** An executable that could be the hook on this machine. */
export interface Dispatcher {
  kind: 'native' | 'node';
  /** The file that is ours: the executable itself, or the bundle that Node runs. */
  file: string;
  launch: Launch;
  /** Why it is not used although it is there. */
  unfit?: string;
}

/** The hook on Node: the bundle, and what it loads from beside itself. */
export const BUNDLE_FILES = ['dispatcher.cjs', 'dispatcher.main.cjs', 'compile.cjs', 'default.policy'];

export type DispatcherProof = { ok: true; ms: number } | { ok: false; problem: string };

export interface DispatcherChoice<D extends Dispatcher = Dispatcher> {
  chosen: (D & { ms: number }) | null;
  /** What is there and does not work, fastest first. */
  rejected: { dispatcher: D; problem: string }[];
}

/** The fastest one that works, proved by running it. */
export function chooseDispatcher<D extends Dispatcher>(
  candidates: readonly D[],
  prove: (candidate: D) => DispatcherProof = proveDispatcher,
): DispatcherChoice<D> {
  const rejected: DispatcherChoice<D>['rejected'] = [];
  for (const dispatcher of candidates) {
    const { unfit } = dispatcher;
    const proof = unfit === undefined ? prove(dispatcher) : ({ ok: false, problem: unfit } as const);
    if (proof.ok) return { chosen: { ...dispatcher, ms: proof.ms }, rejected };
    rejected.push({ dispatcher, problem: proof.problem });
  }
  return { chosen: null, rejected };
}

/** What is there, fastest first. Absolute paths only: what a name means depends on who starts it. */
export function findDispatchers(root: string = packageRoot()): Dispatcher[] {
  const found: Dispatcher[] = [];
  const built = join(root, 'dist', 'native', process.platform === 'win32' ? 'dispatcher.exe' : 'dispatcher');
  if (existsSync(built)) found.push(native(built));
  const platform = installedPlatformPackage(root);
  if (platform !== null) {
    const version = versionOf(root);
    const unfit = `has version ${platform.version}, and hookctl has ${version}`;
    found.push({ ...native(platform.executable), ...(platform.version === version ? {} : { unfit }) });
  }
  const bundle = join(root, 'dist', 'dispatcher.cjs');
  if (existsSync(bundle))
    found.push({ kind: 'node', file: bundle, launch: { command: process.execPath, args: [bundle] } });
  return found;
}

/** The file that a registered path starts on this machine: the launcher of shared settings starts another one. */
export function startedFile(path: string): string {
  const beside = join(dirname(path), 'dispatcher.cjs');
  if (basename(path) !== 'dispatcher' || !existsSync(beside)) return path;
  const root = packageAround(dirname(path));
  return (root === null ? undefined : findDispatchers(root)[0]?.file) ?? beside;
}

function native(file: string): Dispatcher {
  return { kind: 'native', file, launch: { command: file, args: [] } };
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

const PATIENCE_MS = 10_000;

/**
 * Runs it on a harmless call that a policy made for the purpose denies, away from the user's policy, state and audit. The denial must come back word
 * for word: so the executable runs here, compiles a policy, judges and answers.
 */
export function proveDispatcher(
  { launch }: Pick<Dispatcher, 'launch'>,
  probe: Probe = DEFAULT_AGENT.probe,
): DispatcherProof {
  const room = mkdtempSync(join(tmpdir(), 'hookctl-proof-'));
  try {
    const word = `hookctl-proof-${room.slice(-6)}`;
    const policy = join(room, 'policy.yaml');
    writeFileSync(
      policy,
      `policy: 1\nrules:\n  proof: { before: run, when: { runs: ${word} }, deny: "${word} denied" }\n`,
    );
    const run = () => runOnce(launch, room, probe, word);
    const first = run();
    // The second time the policy is compiled already, as on every call but one.
    return first.ok ? run() : first;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function runOnce(launch: Launch, room: string, probe: Probe, word: string): DispatcherProof {
  const started = performance.now();
  const ran = spawnSync(launch.command, [...launch.args, ...probe.args], {
    input: `${JSON.stringify(probe.payload(word, { cwd: room, session: word }))}\n`,
    cwd: room,
    env: { ...environmentOf(room), HOOKCTL_POLICY: join(room, 'policy.yaml'), ...probe.env(room) },
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  const ms = Math.round(performance.now() - started);
  // It need not read what it is given: what it answers is judged below.
  if (ran.error !== undefined && (ran.error as NodeJS.ErrnoException).code !== 'EPIPE')
    return { ok: false, problem: wordError(ran.error) };
  if (ran.status !== 0)
    return { ok: false, problem: `ended with ${ran.signal ?? `exit code ${ran.status}`}${firstLine(ran.stderr)}` };
  return probe.isDenied(ran.stdout, `${word} denied`)
    ? { ok: true, ms }
    : { ok: false, problem: `did not deny what its policy denies${firstLine(ran.stdout)}` };
}

/** Nothing of the user's policy, state and audit. */
export function environmentOf(room: string): Record<string, string | undefined> {
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, HOME: room, HOOKCTL_STATE_DIR: join(room, 'state') };
}

function wordError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ETIMEDOUT') return `gave no answer within ${PATIENCE_MS / 1000} s`;
  if (error.code === 'EACCES') return 'may not be executed';
  return `cannot be started (${wordTrouble(error)})`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}

/** The directory of this installation: bundled, or run from its sources. */
export function packageRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return packageAround(here) ?? here;
}

/** The installation of hookctl that contains a path; null: none. */
export function packageAround(start: string): string | null {
  for (let directory = start, depth = 0; depth < 8; directory = dirname(directory), depth++) {
    try {
      const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { name?: unknown };
      return name === 'hookctl' || String(name).startsWith('@hookctl/') ? directory : null;
    } catch {
      if (dirname(directory) === directory) return null;
    }
  }
  return null;
}
