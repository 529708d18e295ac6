import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_FILES } from '../../../src/install/dispatcher/dispatchers.ts';
import { ROOT } from '../../support/hookctl.ts';

/** A copy of the hook on Node, without V8's caches, some files of it changed, or missing where there is null; returns what is to be started. */
export function copyOfBundle(home: string, changes: Record<string, ((text: string) => string) | null>): string {
  const place = join(home, 'bundle');
  mkdirSync(place);
  for (const name of BUNDLE_FILES) {
    const change = changes[name];
    if (change === null) continue;
    copyFileSync(join(ROOT, 'dist', name), join(place, name));
    if (change !== undefined) writeFileSync(join(place, name), change(readFileSync(join(place, name), 'utf8')));
  }
  return join(place, 'dispatcher.cjs');
}
