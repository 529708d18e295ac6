import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** Set by the bundler: tells one build of the hook from another. */
declare const HOOK_BUILD: string;

/**
 * Starts the hook, whose code stands in this same file as one line of comment, from V8's cache of it: reading that takes a third of the time compiling
 * takes. The cache never changes what the hook does: its name tells the build and the engine, V8 refuses what it does not recognise, and without one
 * the code is compiled as ever. It is written only when asked for (`HOOKCTL_CODE_CACHE=make`, by the build and by installers).
 */
function start(): void {
  // ASCII, as the bundler writes it; the line ends of the code stand as \x01.
  const file = readFileSync(__filename, 'latin1');
  const code = file.slice(file.lastIndexOf('\n//') + 3).replaceAll('\u0001', '\n');
  const cache = `${__filename}.${HOOK_BUILD}.${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cache);
  const script = new Script(`(function (require, __dirname) {${code}\n})`, {
    filename: __filename,
    ...(cachedData === null ? {} : { cachedData }),
  });
  (script.runInThisContext() as (load: NodeJS.Require, directory: string) => void)(require, __dirname);
  if (process.env['HOOKCTL_CODE_CACHE'] === 'make') {
    writeFileSync(`${cache}.${process.pid}`, script.createCachedData());
    renameSync(`${cache}.${process.pid}`, cache);
  }
}

function readCache(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

start();
