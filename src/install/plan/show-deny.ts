import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canaryCommand } from '../../hook/canary.ts';
import { createHookRuntime, type FireReport } from '../../runtime/index.ts';
import type { Place } from '../places.ts';

export interface ShownDeny {
  command: string;
  report: FireReport;
}

/** Plays the agent on the settings in force: a call that hardly any policy lets pass, else the one that every hook of ours denies. Leaves no trace. */
export async function showDeny(place: Place, home: string | undefined): Promise<ShownDeny> {
  const state = mkdtempSync(join(tmpdir(), 'hookctl-deny-'));
  const runtime = createHookRuntime({
    projectDir: place.projectRoot,
    oneShot: true,
    env: { ...place.env, HOOKCTL_STATE_DIR: state },
    ...(home === undefined ? {} : { home: place.home }),
  });
  const fire = async (command: string): Promise<ShownDeny> => ({
    command,
    report: await runtime.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command } }),
  });
  try {
    const first = await fire('rm -rf /');
    return first.report.permission === 'deny' ? first : await fire(canaryCommand(randomBytes(16).toString('hex')));
  } finally {
    await runtime.close();
    rmSync(state, { recursive: true, force: true });
  }
}
