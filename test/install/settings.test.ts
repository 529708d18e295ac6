import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../dispatcher/support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';

const at = (here: Lab) => ({ env: here.env, cwd: here.project });
const settingsOf = (here: Lab, name = 'settings.json') => join(here.project, '.claude', name);
const install = (here: Lab, ...more: string[]) =>
  hookctl(['install', '--scope', 'project', '--yes', ...more], at(here));
const uninstall = (here: Lab, ...more: string[]) =>
  hookctl(['uninstall', '--scope', 'project', '--yes', ...more], at(here));
const fire = async (here: Lab, command: string, ...more: string[]) => {
  const payload = { tool_name: 'Bash', tool_input: { command }, session_id: 's' };
  const { stdout } = await hookctl(['fire', '--payload', '-', '--home', here.home, '--json', ...more], {
    ...at(here),
    stdin: JSON.stringify(payload),
  });
  return JSON.parse(stdout) as { permission: string | null; reason: string; handlers: { command: string }[] };
};

const OTHERS = {
  permissions: { deny: ['Read(.env)'] },
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', args: [] }] }],
    Stop: [],
  },
  model: 'opus',
};

/** Odd as people's files are; each must come back byte for byte. */
const FIXTURES: Record<string, string> = {
  'two spaces': `${JSON.stringify(OTHERS, null, 2)}\n`,
  'tabs, no final newline': JSON.stringify(OTHERS, null, '\t'),
  'CRLF, four spaces, a byte order mark': `\uFEFF${JSON.stringify(OTHERS, null, 4).replaceAll('\n', '\r\n')}\r\n`,
  minified: JSON.stringify(OTHERS),
  'odd spacing': '{ "hooks" :\n\n{ "Stop":[ ]\n   , "PreToolUse" : [\t]} ,\n"a":{}}   \n\n',
  'an empty object': '{}',
  'an empty object on two lines': '{\n}\n',
  'an empty file': '',
  'white space only': '\n',
};

describe('install and uninstall', () => {
  it.each(Object.entries(FIXTURES))('%s: arms, is idempotent, and leaves no byte behind', async (_, text) => {
    const here = lab();
    const file = here.write('.claude/settings.json', text);
    chmodSync(file, 0o640);
    expect(await install(here)).toMatchObject({ exitCode: 0, stderr: '' });
    const armed = readFileSync(file);
    expect(await install(here)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file)).toEqual(armed);
    expect((await fire(here, 'rm -rf /')).permission).toBe('deny');
    expect(await uninstall(here)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });

  it('makes what is missing, and takes only that away again', async () => {
    const here = lab();
    expect(await hookctl(['install', '--yes'], at(here))).toMatchObject({ exitCode: 0 });
    expect(statSync(settingsOf(here, 'settings.local.json')).mode & 0o777).toBe(0o600);
    expect(await hookctl(['uninstall', '--yes'], at(here))).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(here.project, '.claude'))).toBe(false);
  });

  it('what a person changed in between stays', async () => {
    const here = lab();
    await install(here);
    const file = settingsOf(here);
    const changed = readFileSync(file, 'utf8').replace(/^\{/, '{\n  "model": "opus",');
    writeFileSync(file, changed);
    await uninstall(here);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ model: 'opus' });
  });
});
