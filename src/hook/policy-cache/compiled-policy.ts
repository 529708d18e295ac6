import type { System } from '../../system/ports.ts';
import type { Layer } from '../../policy/judgement.ts';
import {
  type Artefact,
  ascii,
  checkedText,
  lineAt,
  type LoadedPolicy,
  openPolicy,
  restOf,
  type TextSource,
  wholeText,
  withSum,
} from '../../policy/hook.ts';
import { readArtefact } from '../../policy/stored/open-policy.ts';
import { policySum } from '../../policy/stored/policy-text.ts';
import type { LayerFile } from '../policy-files/locations.ts';

/** The header of a compiled policy: what it was made from, and what was wrong with it. */
export interface Manifest {
  version: string;
  /** Equal keys, equal policies: the audit trail says which one has decided. */
  key: string;
  /** The layers as they were asked for; a null stamp: there was no such file. */
  layers: { layer: Layer; path: string; stamp: string | null }[];
  /** Extended files and packs, and the compiler itself. */
  others: { path: string; stamp: string | null }[];
  /** Errors in the current files, as `file:line:col: error: …`. The policy below is then made of what was last good. */
  problems: string[];
  /** Some file could not be replaced by a last good one: an unknown set of rules is missing. */
  impaired: boolean;
  /** What a broken file said about failures, as far as it could be read. */
  onError: 'ask' | 'deny' | 'skip' | null;
  /** What was ignored because the project's policy is untrusted, for people; not given: nothing. */
  untrusted?: string[];
}

export interface CompiledPolicy {
  manifest: Manifest;
  policy: LoadedPolicy;
  /** What was kept of it had been damaged, and it was compiled again. */
  wasDamaged?: boolean;
}

export function wrapPolicy(system: System, manifest: Omit<Manifest, 'key'>, artefact: string): string {
  const line = ascii(JSON.stringify({ ...manifest, key: system.textKey(artefact) } satisfies Manifest));
  return `${withSum(line, policySum(system))}\n${artefact}`;
}

/** Null: not made by this version. */
export function unwrapPolicy(
  system: System,
  from: string | TextSource,
  version: string,
  load: typeof openPolicy = openPolicy,
): CompiledPolicy | 'damaged' | null {
  const source = typeof from === 'string' ? wholeText(from) : from;
  const line = lineAt(source, 0);
  const manifest = line === null ? null : readManifest(system, line);
  if (line === null || manifest === null) return isOfVersion(source, version) ? 'damaged' : null;
  if (manifest.version !== version) return null;
  const loaded = load(restOf(source, line.length + 1), policySum(system));
  if (loaded.ok) return { manifest, policy: loaded.policy };
  return loaded.damaged ? 'damaged' : null;
}

/** Of a file whose first line cannot be read: was it written by this version? Else another version wrote it in its own form. */
function isOfVersion(source: TextSource, version: string): boolean {
  return source.slice(0, Math.min(source.size, 200)).includes(JSON.stringify(version));
}

/** The compiled policy in a file as plain data; null as above. */
export function unwrapArtefact(system: System, text: string, version: string): Artefact | null {
  const end = text.indexOf('\n');
  return readManifest(system, text.slice(0, end))?.version === version
    ? readArtefact(text.slice(end + 1), policySum(system))
    : null;
}

export function readManifest(system: System, line: string): Manifest | null {
  try {
    const value = JSON.parse(checkedText(line, policySum(system))) as Manifest | null;
    return Array.isArray(value?.layers) && Array.isArray(value.others) ? value : null;
  } catch {
    return null;
  }
}

/** Is the policy still made from what is there now? */
export function isFresh(system: System, manifest: Manifest, files: readonly LayerFile[]): boolean {
  return (
    manifest.layers.length === files.length &&
    manifest.layers.every(({ layer, path, stamp }, index) => {
      const file = files[index];
      return file?.layer === layer && file.path === path && system.files.stamp(path) === stamp;
    }) &&
    manifest.others.every(({ path, stamp }) => system.files.stamp(path) === stamp)
  );
}
