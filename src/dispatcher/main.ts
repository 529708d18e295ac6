#!/usr/bin/env node
import { fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { adapterFor, adapterNames, createHookHost, type HookHost, modeOf } from '../app.ts';
import type { RebuildRequest } from '../config/load-policy.ts';
import { decodePayload } from '../protocol/payload.ts';
import { readStdin } from '../system/node/stdin.ts';
import { readArguments, USAGE } from './arguments.ts';
import { dispatch } from './dispatch.ts';
import { type Dispatched, engineFailure, unreadablePayload } from './failure.ts';
import { statedOnError } from './guarded-policy.ts';

/** Below the 5 to 10 seconds that `hookctl install` gives the hook: a hook that times out lets the action through. */
const DEADLINE_MS = 3_000;

const { stdout, stderr, exitCode } = main(process.argv.slice(2));
if (stderr !== '') write(2, stderr);
if (stdout !== '') write(1, stdout);
process.exitCode = exitCode;

function main(args: readonly string[]): Dispatched {
  const asked = readArguments(args);
  if (asked.kind === 'version') return { stdout: `${packageJson.version}\n`, stderr: '', exitCode: 0 };
  if (asked.kind === 'help') return { stdout: `${USAGE}\n`, stderr: '', exitCode: 0 };
  if (asked.kind === 'wrong') return wrongUse(asked.problem);
  const adapter = adapterFor(asked.agent, () => null);
  if (adapter === null) return wrongUse(`no agent "${asked.agent}"; known: ${adapterNames().join(', ')}`);
  if (isTerminal()) return wrongUse('the payload is read from stdin, and stdin is a terminal');

  let text = '';
  let host: HookHost | null = null;
  try {
    const deadline = performance.timeOrigin + budget();
    const input = readStdin(deadline);
    text = input.ok ? input.text : '';
    host = createHookHost(
      adapter,
      {
        env: process.env,
        cwd: process.cwd(),
        payloadCwd: () => cwdOf(text),
        deadline,
        elapsed: () => performance.now(),
      },
      { version: packageJson.version, shipped: join(__dirname, 'default.policy'), rebuild },
    );
    if (!input.ok) return unreadablePayload('', input.problem, adapter, asked.event, statedOnError(host));
    return dispatch({ text, host, event: asked.event, remarks: remarksOn(process.env) });
  } catch (error) {
    // The one place where the unexpected is answered, by the written failure policy (docs/dispatcher.md).
    return engineFailure(
      text,
      (error as Error).message,
      adapter,
      asked.event,
      host === null ? null : statedOnError(host),
    );
  }
}

/** The compiler, with its YAML parser and schema library, is a bundle of its own: loaded after a policy has changed, and only then. */
function rebuild(request: RebuildRequest): string {
  const compiler = require(join(__dirname, 'compile.cjs')) as { rebuildPolicy: (request: RebuildRequest) => string };
  return compiler.rebuildPolicy(request);
}

function cwdOf(text: string): string | null {
  const decoded = decodePayload(text);
  return decoded.ok && typeof decoded.payload.cwd === 'string' ? decoded.payload.cwd : null;
}

function remarksOn(env: NodeJS.ProcessEnv): string[] {
  const mode = env['HOOKCTL_MODE'];
  return mode === undefined || mode === '' || modeOf(env) !== null
    ? []
    : [`hookctl: HOOKCTL_MODE="${mode.slice(0, 40)}" is not enforce, warn or observe; it was ignored.`];
}

function budget(): number {
  const given = Number(process.env['HOOKCTL_DEADLINE_MS']);
  return process.env['HOOKCTL_DEADLINE_MS'] !== undefined && given >= 0 ? given : DEADLINE_MS;
}

function wrongUse(problem: string): Dispatched {
  return { stdout: '', stderr: `dispatcher: ${problem}\n${USAGE}\n`, exitCode: 2 };
}

function isTerminal(): boolean {
  try {
    return fstatSync(0).isCharacterDevice() && process.stdin.isTTY;
  } catch {
    return false;
  }
}

function write(file: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody listens any more.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
