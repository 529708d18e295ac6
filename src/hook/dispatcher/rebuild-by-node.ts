import { dirname, join } from 'node:path';
import { readManifest, wrapPolicy } from '../policy-cache/compiled-policy.ts';
import type { RebuildRequest } from '../policy-cache/load-layers.ts';
import type { Env } from '../policy-files/locations.ts';
import { readPrivate } from '../../system/files/private-files.ts';
import { host } from '../../system/native/host.ts';
import { nativeSystem } from '../../system/native/system.ts';

/** A compiler that is not done by then would cost the agent's own timeout. */
const PATIENCE_MS = 6_000;

/**
 * The native dispatcher reads no YAML: after a policy has changed it lets Node compile it, once. Without Node the version compiled last stays in force,
 * and the hook says so; without one, the failure policy answers.
 */
export function rebuildByNode(request: RebuildRequest, executable: string, env: Env): string {
  const compiler = join(dirname(dirname(executable)), 'compile.cjs');
  const node = nodeProgram(executable);
  const environment = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || LOADS_CODE.test(name) ? [] : [`${name}=${value}`],
  );
  const [status, text] = host.run([node, compiler], environment, JSON.stringify(request), PATIENCE_MS);
  if (status === 0 && text !== '') return text;
  const why =
    status === null
      ? 'Node.js was not found to compile it; put it on the PATH'
      : nativeSystem.files.exists(compiler)
        ? 'its compiler failed'
        : `its compiler is missing: ${compiler}`;
  return lastCompiled(request, why);
}

/** A project's settings can set them, and the compiler would then run the project's code before its own. */
const LOADS_CODE = /^(?:NODE_|LD_|DYLD_)/;

/** Hooks often run with a bare PATH: the program that built or installed this executable is noted beside it. */
function nodeProgram(executable: string): string {
  const noted = readPrivateOrNull(join(dirname(executable), 'node-path'))?.trim() ?? '';
  return noted !== '' && nativeSystem.files.exists(noted) ? noted : 'node';
}

function lastCompiled({ target, version }: RebuildRequest, why: string): string {
  const text = readPrivateOrNull(target) ?? '';
  const end = text.indexOf('\n');
  const manifest = end < 0 ? null : readManifest(nativeSystem, text.slice(0, end));
  if (manifest?.version !== version) throw new Error(`the policy has changed, and ${why}`);
  manifest.problems = [`the policy has changed, and ${why}`];
  return wrapPolicy(nativeSystem, manifest, text.slice(end + 1));
}

function readPrivateOrNull(path: string): string | null {
  try {
    return readPrivate(nativeSystem, path);
  } catch {
    return null;
  }
}
