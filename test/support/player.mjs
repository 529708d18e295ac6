// Plays the built `hookctl` and the built hook for one call after the other: this process has a directory, an environment and output of its own, as each
// of them would have, and starts once for many calls. `playing.ts` talks to it.
import { createReadStream, default as files, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '../../dist');
const HOOKCTL = join(DIST, 'hookctl.mjs');
const HOOK = join(DIST, 'dispatcher.main.cjs');
const ENDS = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'];

process.on('message', (call) => void answer(call));
process.on('disconnect', () => process.exit());

let calls = 0;

async function answer({ what, args, stdin, env, cwd }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const output = { stdout: '', stderr: '' };
  try {
    replaceStdin(stdin);
    process.chdir(cwd);
    const exitCode = what === 'hook' ? playHook(args, output) : await playCommand(args, output);
    process.send({ ...output, exitCode });
  } catch (error) {
    process.send({ failed: error.stack });
  } finally {
    process.exitCode = undefined;
    process.chdir('/');
  }
}

const STDIN_FILE = join(tmpdir(), `hookctl-player-${process.pid}`);

/** A file takes the place of standard input: the system gives an opened file the lowest free number. */
function replaceStdin(text) {
  files.writeFileSync(STDIN_FILE, text, { mode: 0o600 });
  files.closeSync(0);
  const opened = files.openSync(STDIN_FILE);
  files.unlinkSync(STDIN_FILE);
  if (opened !== 0) throw new Error(`standard input was opened as ${opened}`);
  let stream;
  const get = () => (stream ??= createReadStream('', { fd: 0, autoClose: false }));
  Object.defineProperty(process, 'stdin', { get, configurable: true });
}

/** The entry file is evaluated anew for each call, what it imports only once. */
async function playCommand(args, output) {
  const { argv, stdout, stderr } = process;
  const writers = [stdout.write, stderr.write];
  const listeners = new Map(ENDS.map((event) => [event, process.listeners(event)]));
  const collect = (name) => (text, encoding, done) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };
  stdout.write = collect('stdout');
  stderr.write = collect('stderr');
  process.argv = [process.execPath, HOOKCTL, ...args];
  try {
    await import(`${pathToFileURL(HOOKCTL).href}?call=${(calls += 1)}`);
    for (const atExit of added('exit', listeners)) atExit(process.exitCode);
    return process.exitCode;
  } finally {
    for (const event of ENDS) for (const one of added(event, listeners)) process.off(event, one);
    stdout.removeAllListeners('error');
    [stdout.write, stderr.write] = writers;
    process.argv = argv;
  }
}

function added(event, before) {
  return process.listeners(event).filter((one) => !before.get(event).includes(one));
}

let hookMain = null;
/** Of the call that is played. */
let hookOutput = { stdout: '', stderr: '' };

/** The bundle that `dist/dispatcher.cjs` loads; it is given the time since the call began for the time since the process began. */
function playHook(args, output) {
  const { argv, uptime } = process;
  const begun = performance.now();
  hookMain ??= runInThisContext(readFileSync(HOOK, 'latin1'), { filename: HOOK })(requireOfHook, DIST).main;
  hookOutput = output;
  process.argv = [process.execPath, join(DIST, 'dispatcher.cjs'), ...args];
  process.uptime = () => (performance.now() - begun) / 1000;
  try {
    hookMain();
    return process.exitCode;
  } finally {
    process.argv = argv;
    process.uptime = uptime;
  }
}

const requireBuilt = createRequire(HOOK);

function requireOfHook(name) {
  return name === 'node:fs' ? FILES : requireBuilt(name);
}

const FILES = {
  ...files,
  writeSync: (file, bytes, ...rest) => {
    if (file !== 1 && file !== 2) return files.writeSync(file, bytes, ...rest);
    const written = bytes.subarray(...rest);
    hookOutput[file === 1 ? 'stdout' : 'stderr'] += written.toString();
    return written.length;
  },
};
