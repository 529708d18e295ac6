import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookEntries, IF_MISSING } from '../../src/adapters/claude-code/register/hook-entries.ts';
import { applyPlan } from '../../src/install/edit/apply-plan.ts';
import { type InstallPlace, placeOf } from '../../src/install/places.ts';
import type { Plan } from '../../src/install/plan/plan.ts';
import { planInstall, planUninstall } from '../../src/install/plan/plan-settings.ts';
import { type Lab, lab } from '../support/dispatcher.ts';

/** On real files, but without the command line and the dispatcher's proof: fast enough for every kind of file. */
const ENTRIES = hookEntries(
  { before: true, after: { all: false, actions: ['run', 'write'], tools: [] }, events: ['stop', 'prompt'] },
  { command: '/opt/hookctl/dist/native/dispatcher', args: [] },
);

const placeIn = (here: Lab): InstallPlace => placeOf({ project: here.project }, here.env, here.project);
const write = (here: Lab, make: () => Plan) => {
  const plan = make();
  const applied = applyPlan(plan, make, here.state, new Date());
  if (!applied.ok) throw new Error('somebody else wrote');
  return { files: applied.files, problems: plan.problems };
};
const install = (here: Lab) => write(here, () => planInstall('project', placeIn(here), ENTRIES));
const uninstall = (here: Lab) => write(here, () => planUninstall('project', placeIn(here)));
const fileIn = (here: Lab) => join(here.project, '.claude', 'settings.json');

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
  'only a byte order mark': '\uFEFF',
  'comments everywhere': '// a\n{\n  "a": 1, // b\n  "hooks": { /* c */ }, "d": {} // e\n  /* f */\n}\n// g\n',
  'comments in an empty event': '{"hooks": {"Stop": [ /* none */ ]}}\n',
  'old Mac line ends': JSON.stringify(OTHERS, null, 2).replaceAll('\n', '\r'),
};

describe('install and uninstall', () => {
  it.each(Object.entries(FIXTURES))('%s: is idempotent and leaves no byte behind', (_, text) => {
    const here = lab();
    const file = here.write('.claude/settings.json', text);
    chmodSync(file, 0o640);
    expect(install(here).files).toEqual([
      { path: file, status: 'changed', backup: expect.stringContaining(here.state) },
    ]);
    const armed = readFileSync(file);
    expect(install(here).files).toEqual([{ path: file, status: 'unchanged', backup: null }]);
    expect(readFileSync(file)).toEqual(armed);
    expect(uninstall(here).files).toMatchObject([{ path: file, status: 'changed' }]);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });

  it('looks as if a person had written it', () => {
    const here = lab();
    here.write('.claude/settings.json', '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n');
    write(here, () =>
      planInstall(
        'project',
        placeIn(here),
        ENTRIES.filter(({ event }) => event === 'Stop'),
      ),
    );
    expect(readFileSync(fileIn(here), 'utf8')).toBe(
      [
        '{',
        '\t"model": "opus",',
        '\t"hooks": {',
        '\t\t"Stop": [',
        '\t\t\t{',
        '\t\t\t\t"hooks": [',
        '\t\t\t\t\t{',
        '\t\t\t\t\t\t"type": "command",',
        '\t\t\t\t\t\t"command": "/opt/hookctl/dist/native/dispatcher",',
        '\t\t\t\t\t\t"args": [',
        '\t\t\t\t\t\t\t"--agent",',
        '\t\t\t\t\t\t\t"claude-code",',
        ...IF_MISSING.map((word, index) => `\t\t\t\t\t\t\t${JSON.stringify(word)}${index === 0 ? ',' : ''}`),
        '\t\t\t\t\t\t],',
        '\t\t\t\t\t\t"timeout": 10,',
        '\t\t\t\t\t\t"onFailure": "block"',
        '\t\t\t\t\t}',
        '\t\t\t\t]',
        '\t\t\t}',
        '\t\t]',
        '\t}',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('updates an older registration, mends a weakened one, and leaves a stronger timeout', () => {
    const here = lab();
    const old = { type: 'command', command: '/gone/hookctl/dispatcher', args: [] };
    const [session] = ENTRIES.filter(({ event }) => event === 'UserPromptSubmit');
    const mine = { type: 'command', command: './mine.sh' };
    here.write(
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [mine, old] }],
          PostToolUse: [{ matcher: 'Bash', hooks: [old] }],
          Stop: [{ hooks: [{ ...session?.handler, async: true }] }],
          UserPromptSubmit: [{ hooks: [{ ...session?.handler, timeout: 30, statusMessage: 'judging' }] }],
          Notification: [{ hooks: [old] }],
        },
      }),
    );
    install(here);
    const { hooks } = JSON.parse(readFileSync(fileIn(here), 'utf8')) as { hooks: Record<string, unknown> };
    const entry = (event: string) => {
      const found = ENTRIES.find((one) => one.event === event);
      return { ...(found?.matcher === undefined ? {} : { matcher: found.matcher }), hooks: [found?.handler] };
    };
    expect(hooks).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [mine] }, entry('PreToolUse')],
      PostToolUse: [entry('PostToolUse')],
      PostToolUseFailure: [entry('PostToolUseFailure')],
      Stop: [entry('Stop')],
      UserPromptSubmit: [{ hooks: [{ ...session?.handler, timeout: 30, statusMessage: 'judging' }] }],
    });
  });

  it('what a person added in between stays, with the file', () => {
    const here = lab();
    install(here);
    writeFileSync(fileIn(here), readFileSync(fileIn(here), 'utf8').replace(/^\{/, '{\n  "model": "opus",'));
    uninstall(here);
    expect(readFileSync(fileIn(here), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
  });

  it('files and directories that were made go again, unless somebody else uses them', () => {
    const here = lab();
    install(here);
    uninstall(here);
    expect(existsSync(dirname(fileIn(here)))).toBe(false);
    install(here);
    here.write('.claude/commands/x.md', 'mine');
    uninstall(here);
    expect(readdirSync(dirname(fileIn(here)))).toEqual(['commands']);
  });

  it('without its memory it takes out the same handlers', () => {
    const here = lab();
    here.write('.claude/settings.json', FIXTURES['two spaces'] ?? '');
    install(here);
    uninstall({ ...here, env: { ...here.env, HOOKCTL_STATE_DIR: join(here.state, 'other') } });
    const { Stop: _, ...hooks } = OTHERS.hooks;
    expect(JSON.parse(readFileSync(fileIn(here), 'utf8'))).toEqual({ ...OTHERS, hooks });
  });
});

const HANDLER = '{"type":"command","command":"x","args":[],"timeout":10}';

describe('what cannot be edited safely is refused, and nothing is written', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['broken JSON', '{\n  "a": 1,\n  "b" 2\n}\n', /settings\.json:3:7: not valid JSON \(colon expected\)/],
    ['a trailing comma', '{"a": 1,}', /settings\.json:1:9: not valid JSON/],
    ['an array', '[]', /settings\.json:1:1: settings are an object, this is array/],
    ['hooks of a wrong type', '{\n "hooks": []\n}', /settings\.json:2:11: "hooks" must be an object, this is array/],
    ['hooks: null', '{"hooks": null}', /"hooks" must be an object, this is null/],
    [
      'an event of a wrong type',
      `{"hooks": {"PreToolUse": ${HANDLER}}}`,
      /:1:26: "hooks\.PreToolUse" must be an array/,
    ],
    ['hooks twice', '{"hooks": {}, "hooks": {}}', /settings\.json:1:15: "hooks" occurs twice/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /settings\.json: is not UTF-8/],
  ])('%s', (_, content, message) => {
    const here = lab();
    const file = here.write('.claude/settings.json', '');
    writeFileSync(file, content);
    expect(() => install(here)).toThrow(message);
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });

  it.each<[string, number, number]>([
    ['a read-only file', 0o444, 0o755],
    ['a read-only directory', 0o644, 0o555],
  ])('%s, for root too', (_, fileMode, directoryMode) => {
    const here = lab();
    const file = here.write('.claude/settings.json', '{}');
    chmodSync(file, fileMode);
    chmodSync(dirname(file), directoryMode);
    expect(() => install(here)).toThrow(/is read-only; make it writable/);
    chmodSync(dirname(file), 0o755);
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });
});

it('without a usable state directory nothing is written', () => {
  const here = lab();
  const file = here.write('.claude/settings.json', '{}');
  writeFileSync(here.state, 'in the way');
  expect(() => install(here)).toThrow(/^the state directory .* cannot be used \(.*\); nothing was written$/);
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

describe('what is written and not in force is said', () => {
  it.each<[string, string, RegExp]>([
    ['comments', '{\n  // mine\n  "a": 1 // one\n}\n', /ignores a file with comments/],
    [
      'a bad handler of somebody else',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "cmd"}]}]}}',
      /the whole file.*"cmd"/,
    ],
    ['hooks switched off', '{"disableAllHooks": true}', /switches every hook off/],
  ])('%s', (_, text, message) => {
    const here = lab();
    here.write('.claude/settings.json', text);
    expect(install(here).problems).toEqual([expect.stringMatching(message)]);
  });
});

describe('links', () => {
  it.each<[string, string | null]>([
    ['to a file', '{"a": 1}\n'],
    ['to a file that is not there yet', null],
  ])('%s: the target is written, the link stays', (_, text) => {
    const here = lab();
    const target = join(here.project, 'dotfiles', 'claude.json');
    if (text !== null) here.write(target, text);
    mkdirSync(dirname(fileIn(here)), { recursive: true });
    symlinkSync('../dotfiles/claude.json', fileIn(here));
    install(here);
    expect(readFileSync(target, 'utf8')).toContain('dispatcher');
    uninstall(here);
    expect([readlinkSync(fileIn(here)), lstatSync(fileIn(here)).isSymbolicLink()]).toEqual([
      '../dotfiles/claude.json',
      true,
    ]);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : null).toBe(text);
  });
});

describe('somebody else writes', () => {
  it('between the diff and the answer: nothing is written, the new change is shown', () => {
    const here = lab();
    const file = here.write('.claude/settings.json', '{"a": 1}');
    const make = () => planInstall('project', placeIn(here), ENTRIES);
    const shown = make();
    writeFileSync(file, '{"a": 2}');
    const applied = applyPlan(shown, make, here.state, new Date());
    expect(readFileSync(file, 'utf8')).toBe('{"a": 2}');
    expect(applied).toMatchObject({ ok: false, again: { changes: [{ before: '{"a": 2}' }] } });
  });

  it('at the last moment: nothing is written, and no draft stays behind', () => {
    const here = lab();
    const file = here.write('.claude/settings.json', '{"a": 1}');
    const shown = planInstall('project', placeIn(here), ENTRIES);
    let made = 0;
    const applied = applyPlan(
      shown,
      () => {
        // The plan under the lock is still the same; then the other one writes, before the rename.
        if (made++ === 0) {
          writeFileSync(file, '{"a": 2}');
          return shown;
        }
        return planInstall('project', placeIn(here), ENTRIES);
      },
      here.state,
      new Date(),
    );
    expect(readFileSync(file, 'utf8')).toBe('{"a": 2}');
    expect(applied).toMatchObject({ ok: false, again: { changes: [{ before: '{"a": 2}' }] } });
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });
});
