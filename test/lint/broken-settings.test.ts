import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintAndFix } from '../../src/lint/fix/fix.ts';
import { lint } from '../../src/lint/lint.ts';
import { meantEvent } from '../../src/lint/read/meant-event.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookctl-broken-'));
  mkdirSync(join(root, '.claude'));
  writeFileSync(
    join(root, 'guard.sh'),
    '#!/bin/bash\nif jq -r .command | grep -q x; then\n  echo "Blocked"\n  exit 1\nfi\n',
  );
  chmodSync(join(root, 'guard.sh'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const request = () => ({
  files: [],
  project: root,
  home: join(root, 'home'),
  settings: [],
  cwd: root,
  env: process.env,
});
const write = (text: string) => writeFileSync(join(root, '.claude/settings.json'), text);
const idsIn = () => lint(request()).findings.map(({ id, file }) => `${id} ${file}`);

const COMMAND = '"command": "\\"$CLAUDE_PROJECT_DIR\\"/guard.sh"';
const IN_SCRIPT = ['wrong-payload-field guard.sh', 'exit-1-does-not-block guard.sh'];

/** One round shows everything: what is wrong with the file, and what is wrong with its scripts. */
describe('scripts of a settings file that is broken', () => {
  it.each<[string, string, string]>([
    [
      'a timeout in quotes',
      `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command",${COMMAND},"timeout":"5"}]}]}}`,
      'timeout-in-quotes',
    ],
    [
      'a value of the wrong type',
      `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command",${COMMAND},"async":"no"}]}]}}`,
      'bad-entry-drops-file',
    ],
    ['no type', `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{${COMMAND}}]}]}}`, 'bad-entry-drops-file'],
    ['no inner list', `{"hooks":{"PreToolUse":[{"matcher":"Bash","type":"command",${COMMAND}}]}}`, 'flat-entry'],
    [
      'a list of matchers',
      `{"hooks":{"PreToolUse":[{"matcher":["Bash"],"hooks":[{"type":"command",${COMMAND}}]}]}}`,
      'bad-entry-drops-file',
    ],
    [
      'a misspelt event',
      `{"hooks":{"PreTolUse":[{"matcher":"Bash","hooks":[{"type":"command",${COMMAND}}]}]}}`,
      'unknown-event',
    ],
    [
      'no strict JSON',
      `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command",${COMMAND}},]}]}}`,
      'settings-not-json',
    ],
    [
      'another setting of the wrong type',
      `{"model":5,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command",${COMMAND}}]}]}}`,
      'bad-value-drops-file',
    ],
  ])('%s', (_, text, id) => {
    write(text);
    expect(idsIn()).toEqual([`${id} .claude/settings.json`, ...IN_SCRIPT]);
  });
});

describe('--fix', () => {
  const fixed = (text: string): string => {
    write(text);
    lintAndFix({ ...request(), stateDirectory: join(root, 'state'), now: new Date(0), dryRun: false });
    return readFileSync(join(root, '.claude/settings.json'), 'utf8');
  };
  const one = (event: string, timeout: string) =>
    `{ "hooks": { "${event}": [{ "hooks": [{ "type": "command", "command": "date >> ~/l", "timeout": ${timeout} }] }] } }`;

  it.each<[string, string, string]>([
    ['a number in quotes', one('Stop', '"5"'), one('Stop', '5')],
    ['seconds', one('PreToolUse', '"30s"'), one('PreToolUse', '30')],
    ['no number', one('Stop', '"soon"'), one('Stop', '"soon"')],
    ['nothing', one('Stop', '"0"'), one('Stop', '"0"')],
    ['a misspelt event', one('Stopp', '5'), one('Stop', '5')],
    ['both', one('PreToolUses', '"5"'), one('PreToolUse', '5')],
    ['between two events', one('Setop', '5'), one('Setop', '5')],
    ['an event that is no event at all', one('BeforeEverything', '5'), one('BeforeEverything', '5')],
  ])('%s', (_, before, after) => {
    expect(fixed(before)).toBe(after);
  });

  it('leaves a misspelt event alone where the right one is there as well', () => {
    const text = '{ "hooks": { "Stopp": [], "Stop": [] } }';
    expect(fixed(text)).toBe(text);
  });
});

it.each([
  ['Stopp', 'Stop'],
  ['stop', 'Stop'],
  ['pre_tool_use', 'PreToolUse'],
  ['PreToolUSe', 'PreToolUse'],
  ['PreTooluse', 'PreToolUse'],
  ['PosTToolUse', 'PostToolUse'],
  ['SesionStart', 'SessionStart'],
  ['UserPromptSumbit', 'UserPromptSubmit'],
  ['Setop', null],
  ['ToolUse', null],
  ['PToolUse', null],
  ['Elicitations', 'Elicitation'],
  ['', null],
])('"%s" means %s', (written, meant) => {
  expect(meantEvent(written)).toBe(meant);
});
