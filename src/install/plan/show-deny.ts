import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canaryCommand } from '../../hook/canary.ts';
import { createHookRuntime, type FireReport } from '../../runtime/index.ts';
import type { InstallPlace } from '../places.ts';

export interface ShownDeny {
  command: string;
  report: FireReport;
}

/** What a hook knows of a policy besides its files. */
const ABOUT_POLICIES = ['trust', 'policies'];

/**
 * Plays the agent on the settings in force: a call that hardly any policy lets pass, else the one that every hook of ours denies. The call leaves no trace.
 * Before that, the hook compiles the policy where it keeps compiled ones, so that a later slip in the file falls back on the version that was shown to work.
 */
export async function showDeny(place: InstallPlace, home: string | undefined): Promise<ShownDeny> {
  const state = mkdtempSync(join(tmpdir(), 'hookctl-deny-'));
  const env = { ...place.env, HOOKCTL_STATE_DIR: state };
  try {
    await fire(canary(), { place, home, env: place.env });
    for (const folder of ABOUT_POLICIES) {
      const path = join(place.stateDirectory, folder);
      if (existsSync(path)) cpSync(path, join(state, folder), { recursive: true });
    }
    const first = await fire('rm -rf /', { place, home, env });
    return first.report.permission === 'deny' ? first : await fire(canary(), { place, home, env });
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

function canary(): string {
  return canaryCommand(randomBytes(16).toString('hex'));
}

async function fire(
  command: string,
  { place, home, env }: { place: InstallPlace; home: string | undefined; env: InstallPlace['env'] },
): Promise<ShownDeny> {
  const runtime = createHookRuntime({
    projectDir: place.projectRoot,
    oneShot: true,
    env,
    ...(home === undefined ? {} : { home: place.home }),
  });
  try {
    return { command, report: await runtime.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command } }) };
  } finally {
    await runtime.close();
  }
}
