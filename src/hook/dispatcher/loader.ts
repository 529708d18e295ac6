import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { Script } from 'node:vm';

/** Set by the bundler: tells one build of the hook from another; the bundle ends with it. */
declare const HOOK_BUILD: string;

const BUNDLE = `${__dirname}/dispatcher.main.cjs`;
/** Named after the build and the engine: a cache never changes what the hook does. */
const CACHE = `${__dirname}/dispatcher.main.${HOOK_BUILD}.${process.versions.v8}-${process.arch}.cache`;

/**
 * Starts the hook from `dispatcher.main.cjs` beside this file. V8's cache of the compiled code takes a fraction of the time that compiling takes; without
 * it the hook only starts slower. It is written on request (`HOOKCTL_CODE_CACHE=make`, by the build and by installers), and then holds what it held
 * before and what this run has used.
 */
function start(): void {
  let script: Script;
  let main: () => void;
  try {
    script = loadBundle();
    main = evaluate(script);
  } catch (error) {
    const { message } = error as Error;
    return fail(`cannot start (${message}); no rule was applied to this event. Install hookctl again.`);
  }
  try {
    main();
  } catch (error) {
    return fail(`could not answer (${(error as Error).message}).`);
  }
  if (process.env['HOOKCTL_CODE_CACHE'] === 'make') writeCache(script);
}

function loadBundle(): Script {
  const code = readFileSync(BUNDLE, 'latin1');
  if (!code.endsWith(HOOK_BUILD)) throw new Error(`${BUNDLE} is damaged, or from another build`);
  const cachedData = readCache();
  return new Script(code, { filename: BUNDLE, ...(cachedData === null ? {} : { cachedData }) });
}

function evaluate(script: Script): () => void {
  const wrapper = script.runInThisContext() as (require: NodeJS.Require, directory: string) => { main: () => void };
  return wrapper(require, __dirname).main;
}

const SUM_BYTES = 32;

/** V8 does not look for damage and crashes on it, so the data follows its own SHA-256. */
function readCache(): Buffer | null {
  try {
    const bytes = readFileSync(CACHE);
    const data = bytes.subarray(SUM_BYTES);
    return sumOf(data).equals(bytes.subarray(0, SUM_BYTES)) ? data : null;
  } catch {
    return null;
  }
}

/** The answer is given: trouble here must not change the exit code, which tells the agent whether to read it. A project's settings can ask for this. */
function writeCache(script: Script): void {
  try {
    const data = script.createCachedData();
    const draft = `${CACHE}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([sumOf(data), data]));
    renameSync(draft, CACHE);
  } catch (error) {
    writeSync(2, `hookctl could not write its code cache (${(error as Error).message}).\n`);
  }
}

function sumOf(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/**
 * Without its bundle the hook knows no failure policy, and an error that passed its last handler is no answer: a tool call is blocked, and so is an event
 * that is unknown. Any other event is not held up.
 */
function fail(problem: string): void {
  process.exitCode = isHeldUp() ? 2 : 1;
  writeSync(2, `hookctl ${problem}\n`);
}

/** In the words of any agent. A stop that was refused because of a failure would never end. */
const NO_CALL = /stop|session|prompt|compact|compress|notif|agent|task|^(?:post|after|config|setup)/i;

function isHeldUp(): boolean {
  try {
    const payload = JSON.parse(readFileSync(0, 'utf8')) as Record<string, unknown>;
    const event = payload['hook_event_name'] ?? payload['hookEventName'] ?? payload['event_type'] ?? payload['event'];
    return typeof event !== 'string' || !NO_CALL.test(event);
  } catch {
    return true;
  }
}

start();
// Standard input may still be open, and must not keep the process alive.
process.exit();
