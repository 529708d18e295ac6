#!/usr/bin/env node
// Compares the native hook with the one on Node, and runs the hook's own tests on it: `npm run build:native` has built it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dispatcher = join(root, 'dist/native/dispatcher');
if (existsSync(dispatcher)) {
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/native', 'test/dispatcher'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DISPATCHER: dispatcher },
  });
  process.exitCode = status ?? 1;
} else console.log('skipped: there is no native dispatcher (npm run build:native)');
