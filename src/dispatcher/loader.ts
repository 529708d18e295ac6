import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Set by the bundler: tells one build of the hook from another. */
declare const HOOK_BUILD: string;

/**
 * Starts the hook, whose code stands in this same file as one line of comment, from V8's cache of it: reading that takes a third of the time compiling
 * takes. The cache never changes what the hook does: its name tells the build and the engine, and a sum in front of it is compared first, since V8 does not
 * look for damage and crashes on it. Without a cache the code is compiled as ever. It is written only when asked for (`HOOKCTL_CODE_CACHE=make`, by the build and by installers).
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
    const made = script.createCachedData();
    writeFileSync(`${cache}.${process.pid}`, Buffer.concat([sumOf(made), made]));
    renameSync(`${cache}.${process.pid}`, cache);
  }
}

const SUM_BYTES = 4;

function sumOf(data: Buffer): Buffer {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(data));
  return sum;
}

function readCache(path: string): Buffer | null {
  try {
    const file = readFileSync(path);
    const data = file.subarray(SUM_BYTES);
    return file.length > SUM_BYTES && sumOf(data).equals(file.subarray(0, SUM_BYTES)) ? data : null;
  } catch {
    return null;
  }
}

start();
