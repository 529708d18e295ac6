import { nodeSystem } from '../../system/node/system.ts';
import { dirname, join, resolve } from 'node:path';
import type { PolicySource, Resolve } from '../../policy/index.ts';
import { listNames, removeFile } from '../../system/node/files.ts';
import { readPolicyFile } from '../policy-files/read-policy-file.ts';
import { readSettingsText, settingsDigest, type SettingsReader } from './repository-variables.ts';
import { readTrust, type TrustRecord, trustFile, writeTrust } from './trust-record.ts';
import { textsOf } from './untrusted-sources.ts';

/** A file that counts fully once it is trusted. */
interface TrustedFile {
  path: string;
  text: string;
  /** What was trusted before; null: nothing. */
  before: string | null;
}

interface TrustedSettings {
  path: string;
  digest: string;
  /** What it sets; null: unknown. */
  variables: Record<string, string> | null;
  isTrusted: boolean;
}

/** All of one directory that a person can trust. */
export interface TrustOffer {
  directory: string;
  files: TrustedFile[];
  settings: TrustedSettings[];
}

/** The policies of a directory with what they extend, and the settings that set variables of hookctl. */
export function trustOffer(stateDirectory: string, directory: string, reader: SettingsReader): TrustOffer {
  const record = readTrust(nodeSystem, trustFile(stateDirectory, directory));
  const earlierRecord = record?.directory === directory ? record : null;
  const texts = new Map<string, string>();
  for (const [layer, name] of [
    ['project', 'policy.yaml'],
    ['local', 'policy.local.yaml'],
  ] as const) {
    const path = join(directory, '.hookctl', name);
    const read = readPolicyFile(path);
    if (!('text' in read)) continue;
    const source: PolicySource = { file: path, layer, text: read.text };
    texts.set(path, read.text);
    for (const [file, text] of textsOf(source, fromDisk)) texts.set(file, text);
  }
  return {
    directory,
    files: [...texts].map(([path, text]) => ({ path, text, before: earlierRecord?.files[path]?.text ?? null })),
    settings: reader.settingsFiles.flatMap((name) => settingsOffer(join(directory, name), earlierRecord, reader)),
  };
}

const fromDisk: Resolve = (reference, from) => {
  const file = resolve(dirname(from), reference);
  const read = readPolicyFile(file);
  return 'text' in read ? { file, text: read.text } : null;
};

function settingsOffer(path: string, earlierRecord: TrustRecord | null, reader: SettingsReader): TrustedSettings[] {
  const read = readSettingsText(nodeSystem, path);
  if (read === null || read === 'unread') return [];
  const variables = reader.variablesIn(read.text);
  if (variables === null ? !read.text.includes('HOOKCTL_') : Object.keys(variables).length === 0) return [];
  const digest = settingsDigest(nodeSystem, read.text, reader);
  return [{ path, digest, variables, isTrusted: earlierRecord?.settings[path] === digest }];
}

export function isWholeTrusted({ files, settings }: TrustOffer): boolean {
  return files.every(({ text, before }) => text === before) && settings.every(({ isTrusted }) => isTrusted);
}

/** What the person was shown is what is trusted from now on: nothing is read again. */
export function acceptOffer(stateDirectory: string, { directory, files, settings }: TrustOffer, now: number): void {
  writeTrust(nodeSystem, stateDirectory, {
    directory,
    at: now,
    files: Object.fromEntries(files.map(({ path, text }) => [path, { sha256: nodeSystem.sha256(text), text }])),
    settings: Object.fromEntries(settings.map(({ path, digest }) => [path, digest])),
  });
}

/**
 * hookctl has just written this at a person's command, so it is trusted. A file that was there before stays as trusted or untrusted as it was, because the
 * rest of it may come from another author.
 */
export function trustWritten(
  stateDirectory: string,
  directory: string,
  written: readonly { path: string; before: string | null; after: string }[],
  now: number,
): void {
  const read = readTrust(nodeSystem, trustFile(stateDirectory, directory));
  const record = read?.directory === directory ? read : { directory, at: now, files: {}, settings: {} };
  const own = written.filter(
    ({ path, before }) => before === null || record.files[path]?.sha256 === nodeSystem.sha256(before),
  );
  if (own.length === 0) return;
  const files = own.map(({ path, after }) => [path, { sha256: nodeSystem.sha256(after), text: after }] as const);
  writeTrust(nodeSystem, stateDirectory, {
    ...record,
    at: now,
    files: { ...record.files, ...Object.fromEntries(files) },
  });
}

export function trustedDirectories(stateDirectory: string): TrustRecord[] {
  const folder = join(stateDirectory, 'trust');
  return listNames(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readTrust(nodeSystem, join(folder, name)) ?? [])
    .sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

/** False: there was nothing to take back. */
export function revokeTrust(stateDirectory: string, directory: string): boolean {
  const path = trustFile(stateDirectory, directory);
  if (readTrust(nodeSystem, path) === null) return false;
  removeFile(path);
  return true;
}
