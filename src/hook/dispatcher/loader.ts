import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type * as v8 from 'node:v8';
import { Script } from 'node:vm';

/** Set by the bundler: tells one build of the hook from another. */
declare const HOOK_BUILD: string;
/** Set by the bundler: the module that runs the hook. */
declare const HOOK_ENTRY: string;
/** Set by the bundler: the first one is always needed. */
declare const HOOK_PARTS: readonly [string, ...string[]];

/** Gives the modules of a part by their paths. */
type Modules = (path: string) => unknown;

interface Part {
  modules: Modules;
  script: Script;
  cache: string;
}

const loaded: Record<string, Part> = {};

/**
 * The hook's code lies beside this file in parts, each loaded when a module of it is first needed, and started from V8's cache of it: reading that takes a
 * fraction of the time compiling takes. The cache never changes what the hook does: its name tells the build and the engine. Without a cache the code is
 * compiled as ever. It is written only when asked for (`HOOKCTL_CODE_CACHE=make`, by the build and by installers), and then holds what it held before and
 * what this run has used.
 */
function start(): void {
  try {
    partOf(HOOK_PARTS[0]);
  } catch (error) {
    return fail(
      `cannot start (${(error as Error).message}); no rule was applied to this event. Install hookctl again.`,
    );
  }
  try {
    (moduleOf(HOOK_PARTS[0], HOOK_ENTRY) as { main: () => void }).main();
  } catch (error) {
    return fail(`could not answer (${(error as Error).message}).`);
  }
  if (isMaking) makeCaches();
}

/** The answer is given: trouble here must not change the exit code, on which it hangs whether the agent reads it. A project's settings can ask for this. */
function makeCaches(): void {
  try {
    HOOK_PARTS.forEach((name) => partOf(name));
    setSparkplug(true);
    HOOK_PARTS.forEach((name) => writeCache(partOf(name)));
  } catch (error) {
    writeSync(2, `hookctl could not write the cache of its code (${(error as Error).message}).\n`);
  }
}

const isMaking = process.env['HOOKCTL_CODE_CACHE'] === 'make';

/**
 * While a cache is made, V8 makes no machine code of functions (Sparkplug): the cache would remember which they are, and whoever reads it would make that
 * code again at their first call, which pays in no hook. A cache is read and written under the flags of every hook, or V8 would refuse it.
 */
function setSparkplug(on: boolean): void {
  if (isMaking) (require('node:v8') as typeof v8).setFlagsFromString(`--${on ? '' : 'no-'}sparkplug`);
}

function moduleOf(part: string, path: string): unknown {
  return partOf(part).modules(path);
}

function partOf(name: string): Part {
  return (loaded[name] ??= load(name));
}

function load(name: string): Part {
  const filename = `${__dirname}/dispatcher.${name}.cjs`;
  const code = latin1(readBytes(filename));
  if (!code.endsWith(HOOK_BUILD)) throw new Error(`${filename} is damaged, or not of the same build`);
  const cache = `${filename}.${HOOK_BUILD}.${process.versions.v8}-${process.arch}.cache`;
  const cachedData = readCache(cache);
  setSparkplug(true);
  const script = new Script(code, { filename, ...(cachedData === null ? {} : { cachedData }) });
  setSparkplug(false);
  const module = { exports: null as unknown as Modules };
  const run = script.runInThisContext() as (...given: [NodeJS.Require, string, typeof module, typeof moduleOf]) => void;
  run(require, __dirname, module, moduleOf);
  return { modules: module.exports, script, cache };
}

/** By hand: for `readFileSync` Node compiles functions that nothing else of the hook uses. */
function readBytes(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY);
  const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
  const length = readSync(file, bytes);
  closeSync(file);
  return bytes.subarray(0, length);
}

/** As `toString('latin1')`, for which Node would first compile how to find an encoding by its name. The code is ASCII. */
function latin1(bytes: Buffer & { latin1Slice?: (from: number, to: number) => string }): string {
  return bytes.latin1Slice?.(0, bytes.length) ?? bytes.toString('latin1');
}

/** V8 does not look for damage and crashes on it, so the data stands in the file twice, and both are compared: no sum is as cheap in a fresh process. */
function readCache(path: string): Buffer | null {
  try {
    const bytes = readBytes(path);
    const data = bytes.subarray(0, bytes.length / 2);
    return data.length > 0 && data.equals(bytes.subarray(data.length)) ? data : null;
  } catch {
    return null;
  }
}

function writeCache({ script, cache }: Part): void {
  const made = script.createCachedData();
  writeFileSync(`${cache}.${process.pid}`, Buffer.concat([made, made]));
  renameSync(`${cache}.${process.pid}`, cache);
}

/**
 * Without its first part the hook knows no failure policy, and what got past its last handler was no answer: a call is blocked, and so is what cannot be told.
 * Any other event is not held up.
 */
function fail(problem: string): void {
  process.exitCode = isHeldUp() ? 2 : 1;
  writeSync(2, `hookctl ${problem}\n`);
}

function isHeldUp(): boolean {
  try {
    const { hook_event_name: event } = JSON.parse(readFileSync(0, 'utf8')) as { hook_event_name?: unknown };
    return typeof event !== 'string' || event === 'PreToolUse';
  } catch {
    return true;
  }
}

start();
// All is said: nothing is to be tidied up, no garbage to be collected, and nobody listens who had to be told.
(process as typeof process & { reallyExit?: (code: unknown) => never }).reallyExit?.(process.exitCode ?? 0);
process.exit();
