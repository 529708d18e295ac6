import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** Set by the bundler: tells one build of the hook from another. */
declare const HOOK_BUILD: string;

/** Put behind this by the bundler: a function that holds the hook's code as one line of comment, from where no second copy of it has to be made. */
declare function hookSource(): void;

/**
 * Starts the hook from V8's cache of its code: reading that takes a fraction of the time compiling takes. The cache never changes what the hook does: its
 * name tells the build and the engine. V8 does not look for damage and crashes on it, so the data stands in the file twice, and both are compared: no sum is
 * as cheap in a fresh process (docs/decisions/079). Without a cache the code is compiled as ever. It is written only when asked for
 * (`HOOKCTL_CODE_CACHE=make`, by the build and by installers), and then holds what it held before and what this run has used.
 */
function start(): void {
  const text = hookSource.toString();
  const code = text.slice(text.indexOf('//') + 2, text.lastIndexOf('\n'));
  const cache = `${__filename}.${HOOK_BUILD}.${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cache);
  const script = new Script(code, { filename: __filename, ...(cachedData === null ? {} : { cachedData }) });
  (script.runInThisContext() as (load: NodeJS.Require, directory: string) => void)(require, __dirname);
  if (process.env['HOOKCTL_CODE_CACHE'] === 'make') {
    const made = script.createCachedData();
    writeFileSync(`${cache}.${process.pid}`, Buffer.concat([made, made]));
    renameSync(`${cache}.${process.pid}`, cache);
  }
  // All is said: nothing is to be tidied up, and no garbage to be collected.
  process.exit();
}

function readCache(path: string): Buffer | null {
  try {
    const file = readFileSync(path);
    const data = file.subarray(0, file.length / 2);
    return data.length > 0 && data.equals(file.subarray(data.length)) ? data : null;
  } catch {
    return null;
  }
}

start();
