import type { System } from '../../system/ports.ts';
import { dirname, join } from 'node:path';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { textKey } from '../../protocol/text/text-key.ts';

/** What a person has trusted in one directory that holds a `.hookctl`. */
export interface TrustRecord {
  directory: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Policies and what they extend: path → its text. The text is kept to show what has changed since. */
  files: Record<string, { sha256: string; text: string }>;
  /** Settings of the agent: path → hash of the variables it sets. */
  settings: Record<string, string>;
}

export function trustFile(stateDirectory: string, directory: string): string {
  return join(stateDirectory, 'trust', `${textKey(directory)}.json`);
}

/** Null: nothing is trusted there, or what is on record cannot be read. */
export function readTrust(system: System, path: string): TrustRecord | null {
  try {
    const text = readPrivate(system, path);
    const value = text === null ? null : (JSON.parse(text) as TrustRecord | null);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: TrustRecord | null): value is TrustRecord {
  const isMap = (map: unknown) => typeof map === 'object' && map !== null && !Array.isArray(map);
  return typeof value?.directory === 'string' && isMap(value.files) && isMap(value.settings);
}

export function writeTrust(system: System, stateDirectory: string, record: TrustRecord): void {
  replacePrivate(system, trustFile(stateDirectory, record.directory), `${JSON.stringify(record, null, 2)}\n`);
}

/** Has a person trusted exactly these texts, as the policy of this directory? */
export function covers(
  system: System,
  record: TrustRecord | null,
  policy: string,
  texts: ReadonlyMap<string, string>,
): boolean {
  if (record === null || record.directory !== dirname(dirname(policy)) || texts.size === 0) return false;
  return [...texts].every(([path, text]) => {
    const trustedHash = Object.hasOwn(record.files, path) ? record.files[path] : undefined;
    return trustedHash !== undefined && trustedHash.sha256 === system.sha256(text);
  });
}
