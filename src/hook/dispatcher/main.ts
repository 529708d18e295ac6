import { fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { RebuildRequest } from '../policy-cache/load-layers.ts';
import { readStdin } from '../../system/node/stdin.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { runHook } from './run-hook.ts';

/** The hook on Node; `main.native.ts` is the same on QuickJS. */
export function main(): void {
  const { stdout, stderr, exitCode } = runHook({
    system: nodeSystem,
    readStdin,
    args: process.argv.slice(2),
    env: process.env,
    cwd: () => process.cwd(),
    // Not `performance`: its first use loads ten modules.
    startedAt: Date.now() - elapsed(),
    elapsed,
    isTerminal,
    within,
    runningFiles: [`${__dirname}/`],
    shipped: join(__dirname, 'default.policy'),
    rebuild,
  });
  if (stderr !== '') write(2, stderr);
  if (stdout !== '') write(1, stdout);
  process.exitCode = exitCode;
}

/** Node interrupts a script whose time is up, wherever it is; what it broke off is answered by the failure policy. */
function within<T>(until: number, work: () => T): T {
  const shared = globalThis as { hookctlWork?: () => T };
  shared.hookctlWork = work;
  try {
    return runInThisContext('hookctlWork()', { timeout: Math.max(1, Math.ceil(until - Date.now())) }) as T;
  } finally {
    delete shared.hookctlWork;
  }
}

function elapsed(): number {
  return process.uptime() * 1000;
}

/** The compiler, with its YAML parser and schema library, is a separate bundle: it is loaded only after a policy has changed. */
function rebuild(request: RebuildRequest): string {
  const compiler = require(join(__dirname, 'compile.cjs')) as { rebuildPolicy: (request: RebuildRequest) => string };
  return compiler.rebuildPolicy(request);
}

function isTerminal(): boolean {
  try {
    return fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
  } catch {
    return false;
  }
}

function write(file: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The agent has closed the pipe.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      nodeSystem.pause(2);
    }
  }
}
