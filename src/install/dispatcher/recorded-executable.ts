import { nodeSystem } from '../../system/node/system.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { textKey } from '../../protocol/text/text-key.ts';
import { BUNDLE_FILES } from './dispatchers.ts';

/** Name of a file beside the dispatcher → its SHA-256 when the hook was installed. */
type Hashes = Record<string, string>;

/** Lets `hookctl doctor` recognise a replaced dispatcher. Nothing else depends on it, so an error here does not stop an installation. */
export function recordExecutable(stateDirectory: string, file: string): void {
  try {
    replacePrivate(
      nodeSystem,
      recordPath(stateDirectory, file),
      `${JSON.stringify({ file, hashes: hashesOf(file) }, null, 2)}\n`,
    );
  } catch {
    return;
  }
}

/** The files that are no longer as they were when the hook was installed; null: there is no record. */
export function changedSinceInstall(stateDirectory: string, file: string): string[] | null {
  const recorded = readHashes(stateDirectory, file);
  if (recorded === null) return null;
  const now = hashesOf(file);
  return Object.keys({ ...recorded, ...now }).filter((name) => recorded[name] !== now[name]);
}

function recordPath(stateDirectory: string, file: string): string {
  return join(stateDirectory, 'installs', `${textKey(file)}.executable.json`);
}

function readHashes(stateDirectory: string, file: string): Hashes | null {
  try {
    const text = readPrivate(nodeSystem, recordPath(stateDirectory, file));
    const value = text === null ? null : (JSON.parse(text) as { file?: unknown; hashes?: Hashes } | null);
    return value?.file === file && typeof value.hashes === 'object' ? value.hashes : null;
  } catch {
    return null;
  }
}

/** A bundle is all the files it loads; what is not there has no hash. */
function hashesOf(file: string): Hashes {
  const names = file.endsWith('.cjs') ? [...new Set([basename(file), ...BUNDLE_FILES])] : [basename(file)];
  const hashes: Hashes = {};
  for (const name of names) {
    try {
      hashes[name] = createHash('sha256')
        .update(readFileSync(join(dirname(file), name)))
        .digest('hex');
    } catch {
      continue;
    }
  }
  return hashes;
}
