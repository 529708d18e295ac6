import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { environmentOf } from './dispatchers.ts';

/** Is V8's cache of the hook's code there, for the engine that runs us? The package comes without. */
export function hasCodeCache(bundle: string): boolean {
  const { versions, arch } = process;
  return readdirSync(dirname(bundle)).some(
    (name) => name.startsWith(`${basename(bundle)}.`) && name.endsWith(`.${versions.v8}-${arch}.cache`),
  );
}

/** Usual events through the hook, in a place of its own: each run adds to the cache what it has used. Where it cannot be written the hook only starts slower. */
export function makeCodeCache(bundle: string): void {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-cache-'));
  try {
    for (const payload of usualEvents(join(place, 'a.ts')))
      spawnSync(process.execPath, [bundle], {
        input: JSON.stringify({ session_id: 's', cwd: place, permission_mode: 'default', ...payload }),
        cwd: place,
        timeout: PATIENCE_MS,
        env: { ...environmentOf(place), HOOKCTL_POLICY: 'pack:recommended', HOOKCTL_CODE_CACHE: 'make' },
      });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const PATIENCE_MS = 10_000;

function usualEvents(file_path: string): object[] {
  const commands = ['ls -la', 'cat "a b" 2>&1 | wc -l && npm test > out.txt', 'git push --force'];
  return [
    ...commands.map((command) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })),
    { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path } },
    { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path, old_string: 'a', new_string: 'b' } },
    { hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: { file_path }, tool_response: {} },
  ];
}
