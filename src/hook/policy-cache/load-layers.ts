import type { System } from '../../system/ports.ts';
import { basename, join } from 'node:path';
import type { openPolicy, TextSource } from '../../policy/hook.ts';
import { claimLock, type Lock } from '../../system/files/lock.ts';
import { readPrivate } from '../../system/files/private-files.ts';
import { type CompiledPolicy, isFresh, type Manifest, readManifest, unwrapPolicy } from './compiled-policy.ts';
import type { LayerFile } from '../policy-files/locations.ts';

export interface LoadRequest {
  system: System;
  files: readonly LayerFile[];
  /** Where compiled policies are kept. */
  stateDirectory: string;
  version: string;
  /** The compiled pack `default`, made when the product was built; used when there is no policy file at all. */
  shipped: string;
  /** How a compiled policy is read; by default as a whole. Null: there is no such file. */
  open?: (path: string) => string | TextSource | null;
  /** How a compiled policy is parsed; by default piece by piece, on demand. */
  load?: typeof openPolicy;
  /** Reads, compiles and keeps the policy; returns the text of its file. Loaded only when it is needed. */
  rebuild: (request: RebuildRequest) => string;
  /** The stored policy turned out to be damaged while it was used: compile it again. */
  isDamaged?: boolean;
}

export interface RebuildRequest {
  files: readonly LayerFile[];
  version: string;
  /** Where the result is to be kept. */
  target: string;
}

/** The policy in force. Compiles when a source has changed, else reads one file. */
export function loadLayers(request: LoadRequest): CompiledPolicy {
  const target = compiledFile(request.system, request.files, request.stateDirectory);
  const compiled = request.isDamaged === true ? 'damaged' : readCompiled(target, request);
  if (compiled !== 'damaged') return compiled ?? rebuildAlone(target, request);
  return { ...rebuildAlone(target, { ...request, isDamaged: true }), wasDamaged: true };
}

/** The compiled policy as it is kept, or the shipped one where there is no policy file; null: it has to be compiled. */
function readCompiled(target: string, request: LoadRequest): CompiledPolicy | 'damaged' | null {
  const { system, files, version } = request;
  if (files.some((file) => file.wanted || system.files.stamp(file.path) !== null)) return readFresh(target, request);
  const text = opener(request)(request.shipped);
  const shipped = text === null ? null : unwrapPolicy(system, text, version, request.load);
  if (shipped !== null && shipped !== 'damaged') return shipped;
  // What came with the product cannot be repaired here; what was compiled in its place is kept like any other policy.
  const fresh = readFresh(target, request);
  return fresh === null || fresh === 'damaged' ? (shipped ?? fresh) : { ...fresh, wasDamaged: shipped === 'damaged' };
}

/** Where the compiled policy of these layers is kept. */
export function compiledFile({ textKey }: System, files: readonly LayerFile[], stateDirectory: string): string {
  return join(stateDirectory, 'policies', `${textKey(JSON.stringify(files))}.policy`);
}

/** The manifest of the policy that the hook last used for these layers; null: there is none, or it is out of date. */
export function keptManifest(system: System, files: readonly LayerFile[], stateDirectory: string): Manifest | null {
  const open = (path: string) => readPrivate(system, path);
  const manifest = readManifest(
    system,
    readKept(compiledFile(system, files, stateDirectory), open)?.split('\n', 1)[0] ?? '',
  );
  return manifest !== null && isFresh(system, manifest, files) ? manifest : null;
}

function opener({ system, open }: LoadRequest): (path: string) => string | TextSource | null {
  return open ?? ((path) => readPrivate(system, path));
}

function readFresh(target: string, request: LoadRequest): CompiledPolicy | 'damaged' | null {
  const { system, files, version } = request;
  const text = readKept(target, opener(request));
  const compiled = text === null ? null : unwrapPolicy(system, text, version, request.load);
  const isStale = compiled !== null && compiled !== 'damaged' && !isFresh(system, compiled.manifest, files);
  return isStale ? null : compiled;
}

/** An unreadable file is written again. If it cannot be written, writing the journal fails too, and that is reported. */
function readKept<T>(path: string, open: (path: string) => T): T | null {
  try {
    return open(path);
  } catch {
    return null;
  }
}

const PATIENCE_MS = 4_000;

/** When many hooks start at once after an edit, one compiles and the others wait for it. One that has waited too long compiles as well, which is only slower. */
function rebuildAlone(target: string, request: LoadRequest): CompiledPolicy {
  const { system, files, version } = request;
  const claim = claimOrNone(system, join(request.stateDirectory, 'locks', basename(target)));
  try {
    if (claim?.waited === true) {
      const fresh = readFresh(target, request);
      if (fresh !== null && fresh !== 'damaged') return fresh;
    }
    const compiled = unwrapPolicy(system, request.rebuild({ files, version, target }), version, request.load);
    if (compiled === null || compiled === 'damaged')
      throw new Error('dispatcher.cjs and compile.cjs have different versions; reinstall hookctl');
    return compiled;
  } finally {
    claim?.lock?.release();
  }
}

/** Null: there can be no lock here; the policy is compiled without one. */
function claimOrNone(system: System, path: string): { lock?: Lock; waited: boolean } | null {
  try {
    const claim = claimLock(system, path, { patienceMs: PATIENCE_MS });
    return 'lock' in claim ? claim : { waited: true };
  } catch {
    return null;
  }
}
