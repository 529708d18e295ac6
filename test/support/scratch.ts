import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory of one's own, gone when the test is. */
export function scratch(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'hookctl-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }));
  return path;
}
