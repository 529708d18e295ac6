import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Command, parseCommandLine } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/main.ts';
import { analyse } from '../../src/shell/index.ts';
import { HOOKCTL, hookctl, type Ran, run, type RunOptions } from '../support/hookctl.ts';

const commands = await Promise.all(
  Object.entries(COMMANDS).map(async ([key, load]) => ({ key, command: await load() })),
);
const examples = commands.flatMap(({ command }) => command.examples.map((example) => ({ command, ...example })));

describe('every command', () => {
  it.each(commands)('$key', ({ key, command }) => {
    expect(command.name).toBe(key);
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
    expect(command.summary).toMatch(/^[A-Z`].*\.$/);
    for (const name of Object.keys(command.options)) expect(name).toMatch(/^[a-z][a-z-]*$/);
  });
});

describe('every example is a line hookctl takes', () => {
  it.each(examples)('$run', ({ command, run }) => {
    const lines = linesOf(run);
    expect(lines.map(([name]) => name)).toContain(command.name);
    for (const [name = '', ...args] of lines) parseCommandLine(named(name), args);
  });

  it('which is not so by itself', () => {
    expect(linesOf('cat x | sudo hookctl fire --payload "a b" && hookctl check')).toEqual([
      ['fire', '--payload', 'a b'],
      ['check'],
    ]);
    expect(() => parseCommandLine(named('fire'), ['--paylod', 'x'])).toThrow('did you mean "--payload"?');
  });
});

describe('every example marked harmless runs', () => {
  it.concurrent.each(examples.filter(({ harmless }) => harmless))('$run', async (example) => {
    const dir = examplePlace();
    const { exitCode, stderr } = await runLine(example.run, {
      cwd: join(dir, 'project'),
      env: {
        PATH: `${join(dir, 'bin')}:${process.env['PATH']}`,
        HOME: join(dir, 'home'),
        HOOKCTL_STATE_DIR: join(dir, 'state'),
      },
    });
    rmSync(dir, { recursive: true, force: true });
    expect({ exitCode, stderr: /usage:|not found|^\s+at /m.exec(stderr)?.[0] }).toEqual({
      exitCode: expect.toBeOneOf([0, 1]),
    });
  });
});

/** One call of `hookctl` with nothing but plain and quoted words needs no shell. */
function runLine(line: string, options: RunOptions): Promise<Ran> {
  const isPlain = /^hookctl [\w ./:=-]*$/.test(line.replaceAll(/'[^']*'/g, ''));
  const [words] = linesOf(line);
  return isPlain && words !== undefined ? hookctl(words, options) : run('bash', ['-c', line], options);
}

/** The words after `hookctl`, for each time it is called in a line of shell. */
function linesOf(line: string): string[][] {
  const { invocations } = analyse(line, { cwd: '/project', home: '/home/u' });
  return invocations.filter(({ program }) => program === 'hookctl').map(({ argv }) => argv.map(({ text }) => text));
}

function named(name: string): Command {
  const found = commands.find(({ key }) => key === name)?.command;
  if (found === undefined) throw new Error(`no command "${name}"`);
  return found;
}

/** A project of the kind the examples speak of, with nothing of this machine in it. */
function examplePlace(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-examples-'));
  for (const folder of ['bin', 'home', 'project/.git', 'project/.hookctl'])
    mkdirSync(join(dir, folder), { recursive: true });
  symlinkSync(HOOKCTL, join(dir, 'bin/hookctl'));
  writeFileSync(
    join(dir, 'project/.hookctl/policy.yaml'),
    'policy: 1\nrules:\n  no-env:\n    before: write\n    when: { path: .env }\n    deny: "{path} is private."\n    tests: [{ deny: [{ Edit: .env }] }, { pass: [{ Edit: a }] }]\n',
  );
  writeFileSync(
    join(dir, 'project/event.json'),
    '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}',
  );
  return dir;
}
