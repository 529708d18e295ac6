import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FireReport, ReportedHandler } from '../../src/runtime/report.ts';
import { HOOKCTL, hookctl, type Ran, ROOT } from '../support/hookctl.ts';

export const SCRIPTS = join(ROOT, 'test/hooks/scripts');

export interface FiredHook {
  report: FireReport;
  /** The only handler, without its duration. */
  handler: Omit<ReportedHandler, 'durationMs'>;
  /** Command lines of processes that outlived `hookctl fire`. */
  survivors: string[];
  /** The most memory `hookctl fire` was seen to use, in MB. */
  peakMb: number;
  /** Files the hook left in the project. */
  left: string[];
  stderr: string;
}

const PAYLOAD = { session_id: 's-1', cwd: '', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' };

interface FireOptions {
  fields?: object;
  args?: string[];
}

/** One handler on PreToolUse, run by a process of the built `hookctl fire` in a project of its own. */
export function fireHook(handler: object, options: FireOptions = {}): Promise<FiredHook> {
  return fireWith(runMarked, handler, options);
}

/** The same without a process for `hookctl fire`, for hooks that end by themselves. Its memory is not watched. */
export function playFiredHook(handler: object, options: FireOptions = {}): Promise<FiredHook> {
  return fireWith(playMarked, handler, options);
}

type Fire = (
  args: string[],
  stdin: string,
  mark: string,
) => Promise<Pick<Ran, 'stdout' | 'stderr'> & { peakMb: number }>;

async function fireWith(fire: Fire, handler: object, { fields = {}, args = [] }: FireOptions): Promise<FiredHook> {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-hostile-'));
  const project = join(dir, 'project');
  mkdirSync(join(project, '.claude'), { recursive: true });
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', ...handler }] }] };
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify({ hooks }));
  const payload = { ...PAYLOAD, cwd: project, hook_event_name: 'PreToolUse', ...fields };
  const mark = randomUUID();
  const line = ['fire', '--payload', '-', '--project', project, '--home', dir, '--json', ...args];
  try {
    const { stdout, stderr, peakMb } = await fire(line, JSON.stringify(payload), mark);
    const report = JSON.parse(stdout) as FireReport;
    const [{ durationMs: _, ...only } = {} as ReportedHandler] = report.handlers;
    const left = readdirSync(project).filter((name) => name !== '.claude');
    return {
      report,
      handler: { ...only, file: only.file.replace(project, '') },
      survivors: await survivors(mark),
      peakMb,
      left,
      stderr,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const markedEnvironment = (mark: string) => ({ ...process.env, HOOKCTL_TEST_MARK: mark }) as Record<string, string>;

const playMarked: Fire = async (args, stdin, mark) => ({
  ...(await hookctl(args, { stdin, env: markedEnvironment(mark) })),
  peakMb: 0,
});

const runMarked: Fire = (args, stdin, mark) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [HOOKCTL, ...args], { env: markedEnvironment(mark) });
    const chunks: Buffer[] = [];
    let stderr = '';
    let peakMb = 0;
    const watch = setInterval(() => (peakMb = Math.max(peakMb, highWater(child.pid))), 10);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(watch);
      resolve({ stdout: Buffer.concat(chunks).toString('utf8'), stderr, peakMb });
    });
  });

function highWater(pid: number | undefined): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1];
  return Number(kb ?? 0) / 1024;
}

/** Who is still there after what was killed had the time to go; no hook here ends by itself within it. */
async function survivors(mark: string): Promise<string[]> {
  for (let tries = 0; tries < 200 && marked(mark).length > 0; tries += 1) await pause(10);
  return marked(mark);
}

/** Processes that inherited the mark or name it, and are still there; a zombie has neither left and holds nothing. */
function marked(mark: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => ({ environment: readOrEmpty(`/proc/${pid}/environ`), line: readOrEmpty(`/proc/${pid}/cmdline`) }))
    .filter(({ environment, line }) => environment.includes(mark) || line.includes(mark))
    .map(({ line }) => line.replaceAll('\0', ' '));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
