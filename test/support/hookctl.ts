import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const HOOKCTL = join(ROOT, 'dist', 'hookctl.mjs');

export interface Ran {
  stdout: string;
  stderr: string;
  exitCode: number | null;
}

/** Runs the built `hookctl` as a user would. */
export function hookctl(
  args: string[],
  { stdin = '', env, cwd }: { stdin?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ran> {
  return run(process.execPath, [HOOKCTL, ...args], { stdin, ...(env ? { env } : {}), ...(cwd ? { cwd } : {}) });
}

export function run(
  file: string,
  args: string[],
  { stdin = '', env, cwd }: { stdin?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ran> {
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
