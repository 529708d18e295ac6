import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The optional package that brings the executable for one platform. `native/package.mjs` writes it by these names. */
export interface PlatformPackage {
  executable: string;
  version: string;
}

/**
 * Where the executable is in its package: it looks for the other files in the directory above its own.
 *
 * @public `native/package.mjs` imports it.
 */
export const PLATFORM_EXECUTABLE = 'bin/dispatcher';

/**
 * What the executable needs beside itself: the compiler, which Node runs when a policy has changed, and the policy of those without one.
 *
 * @public `native/package.mjs` imports it.
 */
export const PLATFORM_FILES = ['compile.cjs', 'default.policy'];

/** @public `native/package.mjs` imports it. */
export function platformPackageName(platform: string): string {
  return `@hookctl/${platform}`;
}

/** The one for this machine, found as Node would from the package in `root`; null: not installed. */
export function installedPlatformPackage(root: string): PlatformPackage | null {
  const name = platformPackageName(`${process.platform}-${process.arch}`);
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: unknown };
    const at = (name: string) => join(dirname(manifest), ...name.split('/'));
    const isWhole = [PLATFORM_EXECUTABLE, ...PLATFORM_FILES].every((name) => existsSync(at(name)));
    return isWhole ? { executable: at(PLATFORM_EXECUTABLE), version: String(version) } : null;
  } catch {
    return null;
  }
}
