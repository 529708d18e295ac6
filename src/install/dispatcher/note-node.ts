import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Notes this Node beside a native dispatcher, which needs one when a policy has changed: hooks often run with a bare PATH. Where the directory may not be
 * written, the one on the PATH is used.
 */
export function noteNode(executable: string): void {
  const path = join(dirname(executable), 'node-path');
  const text = `${process.execPath}\n`;
  try {
    if (readOrNull(path) !== text) writeFileSync(path, text);
  } catch {
    return;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
