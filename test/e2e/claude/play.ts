import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ClientRun } from '../../../src/adapters/claude-code/client/run-client.ts';
import type { ScriptedTurn } from '../../../src/adapters/claude-code/client/scripted-model.ts';
import { ROOT } from '../../support/hookctl.ts';

/** A project, what is done to it, and what the model says in it. Inside the sandbox it is `/mnt/project`. */
export interface Scene {
  files?: Record<string, string>;
  /** Files below `/etc/claude-code`; programs begin with `#!`. */
  managed?: Record<string, string>;
  /** Commands run in the project before the first session. */
  setup?: string[][];
  /** The timeout of every handler, in seconds, in place of what was installed. */
  timeout?: number;
  /** What stands in the place of the dispatcher, for either host; null: nothing. */
  sabotage?: { node: string | null; native: string | null };
  sessions: Session[];
  /** Files of the project to look at in the end. */
  show?: string[];
}

export interface Session {
  turns: ScriptedTurn[];
  env?: Record<string, string>;
  args?: string[];
  /** Files taken away before the session. */
  remove?: string[];
}

export interface Played {
  setup: { exitCode: number | null; stdout: string; stderr: string }[];
  runs: ClientRun[];
  files: Record<string, string | null>;
}

const HERE = dirname(fileURLToPath(import.meta.url));

/** Plays a scene with the real client, in the sandbox, with a copy of the built product. */
export function play(client: string, scene: Scene): Played {
  const work = mkdtempSync(join(tmpdir(), 'hookctl-e2e-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  mkdirSync(join(work, 'product'));
  cpSync(join(ROOT, 'dist'), join(work, 'product/dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(work, 'product/package.json'));
  cpSync(join(HERE, 'play.mjs'), join(work, 'play.mjs'));
  for (const [name, text] of Object.entries(scene.managed ?? {})) {
    const file = join(work, 'etc/claude-code', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  const node = process.execPath;
  const ran = spawnSync(
    join(HERE, 'sandbox.sh'),
    [work, node, client, join(ROOT, 'node_modules'), '/mnt/bin/node', '/mnt/play.mjs'],
    { input: JSON.stringify(scene), encoding: 'utf8', maxBuffer: 1 << 28, timeout: 100_000, killSignal: 'SIGKILL' },
  );
  if (ran.status !== 0) throw new Error(`the sandbox failed (${ran.status ?? ran.signal}): ${ran.stderr}`);
  return JSON.parse(ran.stdout) as Played;
}
