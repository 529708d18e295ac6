import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { markAmong } from '../../src/cli/person/agent-signs.ts';
import { agentAmongAncestors } from '../../src/cli/person/ancestry.ts';
import { play } from './playing.ts';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const HOOKCTL = join(ROOT, 'dist', 'hookctl.mjs');

export interface Ran {
  stdout: string;
  stderr: string;
  exitCode: number | null;
}

export interface RunOptions {
  stdin?: string;
  env?: Record<string, string>;
  cwd?: string;
}

/** What the built `hookctl` answers. Its files are loaded once for many calls. */
export function hookctl(args: string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin = '', env = process.env, cwd = process.cwd() } = options;
  return belowAgent ? startHookctl(args, options) : play({ what: 'hookctl', args, stdin, env, cwd });
}

/** The same in a process of its own, as a user starts it: for what depends on the process. */
export function startHookctl(args: string[], options: RunOptions = {}): Promise<Ran> {
  return run(process.execPath, [HOOKCTL, ...args], options);
}

export function run(file: string, args: string[], { stdin = '', env, cwd }: RunOptions = {}): Promise<Ran> {
  if (belowAgent) return runDetached(file, args, { stdin, env: env ?? withoutMarks(process.env), cwd });
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: env ?? process.env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ stdout, stderr, exitCode }));
  });
}

/** The tests themselves may be run by an agent. What changes the guard would be refused to them, so they leave it: as orphans, without its marks. */
const belowAgent = process.platform === 'linux' && agentAmongAncestors(process.env) !== null;

/** The shell ends at once; what it started tells its exit code through a pipe. */
function runDetached(
  file: string,
  args: string[],
  { stdin, env, cwd }: { stdin: string; env: NodeJS.ProcessEnv; cwd: string | undefined },
): Promise<Ran> {
  const script = 'exec 4<&0; ( "$@" 3>&- 4<&-; echo $? >&3 ) <&4 &';
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', file, ...args], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', '', ''];
    for (const fd of [1, 2, 3])
      (child.stdio[fd] as Readable).setEncoding('utf8').on('data', (text: string) => (texts[fd] += text));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
    child.on('error', reject);
    child.on('close', () => resolve({ stdout: texts[1] ?? '', stderr: texts[2] ?? '', exitCode: Number(texts[3]) }));
  });
}

function withoutMarks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => markAmong([`${name}=${value}`]) === null));
}
