#!/usr/bin/env node
// `npm run test:e2e:agents [-- --short] [-- NAME...]`: hookctl on the real clients, with what `hookctl install` writes. Prints a table; a full run writes
// results.json, from which docs/agents.md is made. Ends with 1 if something does not hold that results of the last run say holds, or that has to.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installCli, whyNoSandbox } from './install-clis.mjs';
import { playAll, playControl, playStop } from './scenes.mjs';
import { problemsIn, renderRow } from './verdicts.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..', '..');
const RESULTS = join(HERE, 'results.json');
/** One of each kind: settings in JSON, settings with milliseconds and other names, a plugin. */
const SHORT = ['codex', 'gemini', 'opencode'];
/** Clients wait more than they work. */
const JOBS = 2;

const args = process.argv.slice(2);
const isKept = process.env.HOOKCTL_KEEP !== undefined;
const isShort = args.includes('--short');
/** One part alone, for those who add a client: does the script do its damage without the hook, and what does the stop gate do? */
const onlyPart = { '--control': playControl, '--stop': playStop }[args.find((arg) => /^--(?:control|stop)$/.test(arg))];
const named = args.filter((arg) => !arg.startsWith('--'));
const every = readdirSync(join(ROOT, 'src/adapters')).filter((name) => existsSync(join(ROOT, clientOf(name))));
const agents = named.length > 0 ? named : isShort ? SHORT : every;

const reason = whyNoSandbox();
if (reason !== null) {
  console.log(`SKIPPED: the real agents are not tested here. Reason: ${reason}`);
  process.exit(0);
}

/** All that a run leaves on disk is below this, and goes with it, however the run ends. */
const scratch = mkdtempSync(join(tmpdir(), 'hookctl-agents-'));
const sandboxes = new Set();
process.on('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const product = copyOfProduct();
const rows = {};
let failed = 0;
const waiting = [...agents];
await Promise.all(Array.from({ length: JOBS }, work));

if (!isShort && onlyPart === undefined) {
  const before = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  const all = { ...before, ...rows };
  const sorted = Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((name) => [name, all[name]]),
  );
  writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`);
}
process.exit(failed > 0 ? 1 : 0);

/** One agent after the other, until none is left. */
async function work() {
  for (let agent = waiting.shift(); agent !== undefined; agent = waiting.shift()) await tryAgent(agent);
}

async function tryAgent(agent) {
  const { default: cli } = await import(pathToFileURL(join(ROOT, clientOf(agent))));
  const { modules, missing } = installCli(agent, cli);
  if (missing !== null) return console.log(`SKIPPED: ${agent}. Reason: ${missing}`);
  const play = (scene) => playOne(agent, modules, scene);
  if (onlyPart !== undefined) return console.log(agent, JSON.stringify(await onlyPart(cli, play)));
  const started = Date.now();
  try {
    const row = await playAll(cli, play);
    rows[agent] = { version: versionOf(cli), ...row };
    const problems = problemsIn(cli, row);
    failed += problems.length;
    const text = renderRow(agent, rows[agent], Math.round((Date.now() - started) / 1000));
    console.log([text, ...problems.map((problem) => `  DOES NOT HOLD: ${problem}`)].join('\n'));
  } catch (error) {
    failed += 1;
    console.log(`${agent}: ${error.message}`);
  }
}

/** How a client is installed and started stands beside its adapter. */
function clientOf(agent) {
  return `src/adapters/${agent}/conformance/client.mjs`;
}

function versionOf({ packages: [first] }) {
  return first.slice(first.lastIndexOf('@') + 1);
}

/** As it is now: a build meanwhile changes nothing. */
function copyOfProduct() {
  const copy = join(scratch, 'product');
  cpSync(HERE, join(copy, 'test/e2e/agents'), { recursive: true });
  for (const agent of every) cpSync(join(ROOT, clientOf(agent)), join(copy, clientOf(agent)));
  cpSync(join(ROOT, 'package.json'), join(copy, 'product/package.json'));
  const isNeeded = (path) => !/\/dist\/(?:lib|types|native-[^/]*)$/.test(path);
  cpSync(join(ROOT, 'dist'), join(copy, 'product/dist'), { recursive: true, filter: isNeeded });
  chmodSync(scratch, 0o755);
  return copy;
}

/** One session in a sandbox of its own, with a copy of the product that may be damaged. */
async function playOne(agent, modules, scene) {
  const work = mkdtempSync(join(scratch, `${agent}-`));
  try {
    cpSync(product, work, { recursive: true });
    const directories = [dirname(process.execPath), modules.replace(/\/node_modules$/, '')];
    const readable = directories.filter((path) => !path.startsWith('/usr')).join(':');
    const argv = [join(product, 'test/e2e/agents/sandbox.sh'), work, process.execPath, '/mnt/test/e2e/agents/play.mjs'];
    const { stdout, stderr } = await start(argv, readable, JSON.stringify({ ...scene, agent, modules }));
    try {
      if (isKept) writeFileSync(join(work, 'outcome.json'), stdout);
      return JSON.parse(stdout);
    } catch {
      throw new Error(`${agent}: the session did not come to an end: ${stderr.slice(-2000)}`);
    }
  } finally {
    if (!isKept) rmSync(work, { recursive: true, force: true });
  }
}

function cleanUp() {
  for (const sandbox of sandboxes) sandbox.kill('SIGKILL');
  if (isKept) console.log(`kept: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
}

function start([file, ...rest], readable, input) {
  return new Promise((resolve) => {
    const child = spawn('sh', [file, ...rest], { env: { PATH: process.env.PATH, READABLE: readable } });
    sandboxes.add(child);
    const ended = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (ended.stdout += data));
    child.stderr.on('data', (data) => (ended.stderr += data));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', () => {
      sandboxes.delete(child);
      resolve(ended);
    });
  });
}
