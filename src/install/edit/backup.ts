import { nodeSystem } from '../../system/node/system.ts';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listNames } from '../../system/node/files.ts';
import { replacePrivate } from '../../system/files/private-files.ts';
import { textKey } from '../../protocol/text/text-key.ts';

const KEPT = 10;

/** Keeps the text as it was before a change, for people; the newest ten of each file. Settings may hold secrets: 0600, and never inside the project. */
export function backUp(stateDirectory: string, path: string, text: string, now: Date): string {
  const directory = join(stateDirectory, 'backups');
  const stem = `${basename(path)}.${textKey(path)}.`;
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('.', '-');
  const target = join(directory, `${stem}${stamp}`);
  replacePrivate(nodeSystem, target, text);
  const old = listNames(directory).filter((name) => name.startsWith(stem) && /\d{8}T[\d-]+Z$/.test(name));
  for (const name of old.slice(0, -KEPT)) rmSync(join(directory, name), { force: true });
  return target;
}
