import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { textKey } from '../../protocol/text/text-key.ts';
import type { System } from '../ports.ts';
import { nodeFiles } from './node-files.ts';
import { localTime } from './local-time.ts';
import { pause } from './pause.ts';

/** The machine as Node shows it. */
export const nodeSystem: System = {
  platform: process.platform,
  files: nodeFiles,
  environment: () => process.env,
  processId: () => process.pid,
  isRunning: (pid) => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ESRCH';
    }
  },
  userId: () => process.getuid?.() ?? null,
  home: homedir,
  accountHome: () => {
    try {
      return userInfo().homedir;
    } catch {
      return null;
    }
  },
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  textKey,
  localTime,
  pause,
  exitCodeOf: ([program, ...args], { env, timeoutMs }) => {
    // Loaded here: most events start no program, and loading it costs some milliseconds.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    return spawnSync(program, args, { stdio: 'ignore', timeout: timeoutMs, env: { ...env } }).status;
  },
  outputOf: ([program, ...args], { env, timeoutMs }) => {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const { status, stdout } = spawnSync(program, args, {
      stdio,
      timeout: timeoutMs,
      env: { ...env },
      encoding: 'utf8',
    });
    return status === 0 ? stdout : null;
  },
};
