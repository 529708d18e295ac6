#!/usr/bin/env node
// Packs hookctl, installs the tarball into an empty directory without a network, and holds it against its limits. Run it after a build.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_MEGABYTES, MOST_PACKAGES } from './release/limits.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { version, exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const place = mkdtempSync(join(tmpdir(), 'hookctl-package-'));
const home = join(place, 'home');
const env = { ...process.env, HOME: home, ANTHROPIC_API_KEY: 'none' };
for (const name of Object.keys(env)) if (/^(?:CLAUDE|HOOKCTL_|XDG_)/.test(name)) delete env[name];
const problems = [];
/** Windows starts npm and the commands of a package through scripts for its shell. */
const shell = process.platform === 'win32';

try {
  check();
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const problem of problems) console.error(`package: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function check() {
  mkdirSync(home);
  const [{ filename, size }] = JSON.parse(
    npm(root, 'pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', place),
  );
  writeFileSync(join(place, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const started = performance.now();
  npm(place, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${filename}`);
  const seconds = (performance.now() - started) / 1000;
  const packages = Object.keys(
    JSON.parse(readFileSync(join(place, 'node_modules/.package-lock.json'), 'utf8')).packages,
  );
  const megabytes = sizeOf(join(place, 'node_modules')) / 1e6;
  const packed = (size / 1e6).toFixed(1);
  console.log(
    `${packages.length} package(s), ${megabytes.toFixed(1)} MB installed (${packed} MB packed), ${seconds.toFixed(1)} s`,
  );
  if (packages.length > MOST_PACKAGES) problems.push(`${packages.length} packages, at most ${MOST_PACKAGES}`);
  if (megabytes > MOST_MEGABYTES) problems.push(`${megabytes.toFixed(1)} MB, at most ${MOST_MEGABYTES}`);
  checkCommand();
  checkDispatcher();
  checkMissingPeers();
  checkLibrary();
}

function checkCommand() {
  expect('hookctl --version', run('hookctl', ['--version']).stdout, version);
  const line = JSON.stringify({ id: 1, command: 'git push --force origin main', cwd: place });
  expect('hookctl judge', run('hookctl', ['judge', '--pack', 'recommended'], line).stdout, '"verdict":"deny"');
}

function checkDispatcher() {
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: place };
  expect('hookctl-dispatcher', `exit ${run('hookctl-dispatcher', [], JSON.stringify(call)).status}`, 'exit 0');
}

/** Handlers that need an optional peer say which one, and what to run. */
function checkMissingPeers() {
  const handlers = [
    { needs: '@anthropic-ai/sdk', handler: { type: 'prompt', prompt: 'Is it good?' } },
    { needs: '@anthropic-ai/sdk', handler: { type: 'agent', prompt: 'Is it good?' } },
    { needs: '@modelcontextprotocol/sdk', handler: { type: 'mcp_tool', server: 'files', tool: 'check' } },
  ];
  mkdirSync(join(place, '.claude'));
  writeFileSync(join(place, '.mcp.json'), JSON.stringify({ mcpServers: { files: { command: process.execPath } } }));
  for (const { needs, handler } of handlers) {
    const settings = { enabledMcpjsonServers: ['files'], hooks: { Stop: [{ hooks: [handler] }] } };
    writeFileSync(join(place, '.claude/settings.json'), JSON.stringify(settings));
    const args = ['fire', '--payload', '-', '--project', place, '--home', home, '--json'];
    const { stdout } = run('hookctl', args, '{ "hook_event_name": "Stop", "stop_hook_active": false }');
    expect(`a handler of type ${handler.type}`, stdout, `run: npm install ${needs}`);
  }
}

/** Every entry can be imported, and its types need nothing that is not there. */
function checkLibrary() {
  const names = Object.keys(entries)
    .filter((name) => name !== './package.json')
    .map((name) => join('hookctl', name));
  const imports = names.map((name, index) => `import * as entry${index} from '${name}';`).join('\n');
  const used = `\nconsole.log([${names.map((_, index) => `entry${index}`).join(', ')}].map((one) => Object.keys(one).length).join(' '));\n`;
  writeFileSync(join(place, 'consumer.mjs'), imports + used);
  const counts = execFileSync(process.execPath, ['consumer.mjs'], { cwd: place, encoding: 'utf8' });
  if (/\b0\b/.test(counts)) problems.push(`an entry exports nothing: ${counts.trim()}`);
  writeFileSync(join(place, 'consumer.ts'), imports + used);
  const typeRoots = join(root, 'node_modules/@types');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node', '--typeRoots', typeRoots];
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'consumer.ts'], {
    cwd: place,
    encoding: 'utf8',
  });
  if (tsc.status !== 0) problems.push(`the types do not hold on their own:\n${tsc.stdout}${tsc.stderr}`);
}

function run(name, args, input = '') {
  return spawnSync(join(place, 'node_modules/.bin', name), args, { cwd: place, env, input, encoding: 'utf8', shell });
}

function expect(what, text, part) {
  if (!text.includes(part)) problems.push(`${what}: expected ${part}, got ${text.trim().slice(0, 500) || 'nothing'}`);
}

function npm(cwd, ...args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell });
}

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
