#!/usr/bin/env node
// The product's main job in a few seconds, in a temporary directory. Every scene has an expectation: the demo fails if one does not hold.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const hookctl = join(root, 'dist/hookctl.mjs');
const dispatcher = join(root, 'dist/dispatcher.cjs');
const place = mkdtempSync(join(tmpdir(), 'hookctl-demo-'));
const settings = join(place, 'project/.claude/settings.json');
const failed = [];

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));

main();

function main() {
  if (!existsSync(hookctl)) {
    say('dist/hookctl.mjs is missing: run `npm run build` first.');
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(settings), { recursive: true });
  mkdirSync(join(place, 'home'));
  playAgent();
  playHook();
  if (failed.length > 0) process.exitCode = 1;
  title(failed.length === 0 ? 'Everything above came out as expected.' : `NOT as expected: ${failed.join('; ')}`);
}

/** The agent's side: what would Claude Code do with these settings? */
function playAgent() {
  title('1. A guard against `rm -rf`. Does it hold?');
  const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -rf build' } });
  say(paint('bold', `$ echo '${event}' > event.json`));
  writeFileSync(join(place, 'event.json'), event);
  useSettings('guard-exit-1.json');
  expect('with exit 1 the command goes ahead', fire(), /GOES AHEAD/, /exit code 1 does not block/);

  title('2. The same guard with exit 2.');
  useSettings('guard-exit-2.json');
  expect('with exit 2 the command is blocked', fire(), /BLOCKED/, /rm -rf is not allowed here/);

  title('3. The good guard, and elsewhere in the file a timeout in quotes.');
  useSettings('guard-with-typo.json');
  expect('the typo switches the whole file off', fire(), /GOES AHEAD/, /drops this whole file/, /timeout: expected/);
}

/** The hook's side: the built-in policy, asked as the agent asks it. */
function playHook() {
  title('4. No guard written at all: the built-in policy.');
  if (!existsSync(dispatcher)) return say('Left out: dist/dispatcher.cjs is not in this build.');
  const decision = (name) => new RegExp(`"permissionDecision": ?"${name}"`);
  expect('rm -rf / is denied', judge('rm -rf /'), decision('deny'));
  expect('ls -la passes in silence', judge('ls -la'), /^$/);
  expect('a shell write is asked about', judge('cat > test.sh'), decision('ask'));

  title('5. Why?');
  const help = spawnSync(process.execPath, [hookctl, 'explain', '--help'], { encoding: 'utf8' });
  if (help.status !== 0) return say('Left out: `hookctl explain` is not in this build.');
  const answer = run("hookctl explain 'rm -rf /'", hookctl, ['explain', 'rm -rf /']);
  expect('explain names the rules and the verdict', answer, /pack:/, /deny/i);
}

function fire() {
  const args = ['fire', '--payload', 'event.json', '--project', 'project', '--home', 'home'];
  return run(`hookctl ${args.join(' ')}`, hookctl, args);
}

function judge(command) {
  const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command } });
  return run(`echo '${payload}' | dispatcher`, dispatcher, [], { input: payload });
}

/** Prints the command and its output, and returns the output. */
function run(shown, script, args, { input = '' } = {}) {
  say(paint('bold', `$ ${shown}`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: place,
    env: environment(),
    encoding: 'utf8',
    input,
  });
  const output = `${stdout}${stderr}`.replaceAll(place, '.');
  say(output.trimEnd() === '' ? paint('dim', '(nothing)') : output.trimEnd());
  if (status !== 0) failed.push(`\`${shown}\` ended with ${status}`);
  say('');
  return stripColours(output).trim();
}

/** Nobody's own settings, policies or switches take part. */
function environment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:HOOKCTL_|CLAUDE|SKIP_EDIT_CONFIRMATION$)/.test(name),
  );
  const home = join(place, 'home');
  const colours = usesColours() ? { FORCE_COLOR: '1' } : {};
  return { ...Object.fromEntries(own), HOME: home, HOOKCTL_STATE_DIR: join(place, 'state'), ...colours };
}

function useSettings(name) {
  say(paint('bold', `$ cp examples/settings/${name} project/.claude/settings.json`));
  copyFileSync(join(root, 'examples/settings', name), settings);
}

function expect(what, output, ...patterns) {
  const holds = patterns.every((pattern) => pattern.test(output));
  say(holds ? paint('green', `✓ ${what}`) : paint('red', `✗ expected: ${what}`));
  if (!holds) failed.push(what);
}

function title(text) {
  say(`\n${paint('cyan', text)}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function paint(format, text) {
  return usesColours() ? styleText(format, text, { validateStream: false }) : text;
}

function usesColours() {
  return process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

function stripColours(text) {
  // eslint-disable-next-line no-control-regex -- colour codes are what is being removed
  return text.replace(/\u001B\[[0-9;]*m/g, '');
}
