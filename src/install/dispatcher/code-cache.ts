import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { usualEvents } from '../../hook/dispatcher/usual-events.ts';
import { environmentOf } from './dispatchers.ts';

/** Is V8's cache of the hook's code there, for the engine that runs us? The package comes without. */
export function hasCodeCache(bundle: string): boolean {
  const { versions, arch } = process;
  return readdirSync(dirname(bundle)).some(
    (name) => name.startsWith(`${basename(bundle, '.cjs')}.`) && name.endsWith(`.${versions.v8}-${arch}.cache`),
  );
}

/** Sends usual events through the hook in a scratch directory: each run adds the code it used to the cache. Without the cache the hook only starts slower. */
export function makeCodeCache(bundle: string): void {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-cache-'));
  try {
    for (const payload of usualEvents(place))
      spawnSync(process.execPath, [bundle], {
        input: JSON.stringify(payload),
        cwd: place,
        timeout: PATIENCE_MS,
        env: { ...environmentOf(place), HOOKCTL_POLICY: 'pack:recommended', HOOKCTL_CODE_CACHE: 'make' },
      });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const PATIENCE_MS = 10_000;
