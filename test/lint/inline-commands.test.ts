import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const root = mkdtempSync(join(tmpdir(), 'hookctl-lint-'));
mkdirSync(join(root, '.claude'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ANSWER = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

/** Event (and matcher), command, what is found besides notes. */
const TABLE: [string, string, string[]][] = [
  ['PreToolUse Bash', "grep -q 'x y' && { echo 'no deletes' >&2; exit 1; }", ['exit-1-does-not-block']],
  ['PreToolUse Bash', "grep -q 'x y' && { echo 'no deletes' >&2; exit 2; }", []],
  ['PreToolUse Bash', "if ! command -v rg >/dev/null; then echo 'get rg' >&2; exit 1; fi", []],
  ['PreToolUse Bash', 'grep -q x || { echo "jq is missing" >&2; exit 1; }', []],
  ['PostToolUse Bash', "grep -q 'x y' && { echo 'look out' >&2; exit 1; }", []],
  ['PreToolUse Bash', `echo start; echo '${ANSWER}'`, ['stdout-noise']],
  ['PreToolUse Bash', `echo start >&2; echo '${ANSWER}'`, []],
  ['PreToolUse Bash', `log=$(echo start); echo '${ANSWER}'`, []],
  ['UserPromptSubmit', `grep -q x && { echo '{"decision":"block","reason":"r"}'; exit 0; }; echo 'context'`, []],
  ['PreToolUse Bash', `printf '{"a":"%s",' x; printf '"decision":"approve"}'`, []],
  ['PostToolUse Bash', 'jq -r .tool_input.command | tee -a ~/x.log | grep -c . >/dev/null || true', []],
  ['PostToolUse Edit', "jq -r '.tool_input' | jq -r '.file_path' >> ~/x.log", []],
  ['PostToolUse Edit', "cat | jq -r '.file_path' >> ~/x.log", ['wrong-payload-field']],
  ['FileChanged', "jq -r '.file_path' >> ~/x.log", []],
  ['PostToolUse Edit', 'x=$(cat); jq -r .cwd <<EOF >> ~/x.log\n$x\nEOF\n', []],
  ['PostToolUse Edit', 'x=$(cat); y=$(cat); echo "$x$y" >> ~/x.log', ['stdin-read-twice']],
  ['PostToolUse Edit', 'x=$(cat); y=$(cat /etc/hostname); echo "$x$y" >> ~/x.log', []],
  ['Stop', 'make & wait', []],
  ['Stop', '(make; date) &', ['background-keeps-stdout']],
  ['Stop', '{ make; date; } >/dev/null 2>&1 &', []],
  ['Stop', 'FILE_PATH=x; touch "$FILE_PATH"', []],
  ['Stop', 'touch "$TOOL_NAME"', ['unknown-variable']],
  ['PreToolUse Bash', 'printf x > "$CLAUDE_ENV_FILE"', ['unknown-variable']],
  ['SessionStart', 'printf x > "$CLAUDE_ENV_FILE"', []],
  ['PostToolUse Edit', 'bash -c "[[ -f x ]] && date >> ~/x.log"', []],
  ['Notification', 'curl -d x https://example.com', []],
  ['PreToolUse Bash', 'curl -d x https://example.com', ['network-without-timeout']],
  ['PreToolUse Bash', 'curl -sm2 -d x https://example.com', []],
  ['PostToolUse Edit', 'cd "$CLAUDE_PROJECT_DIR" && ./x.sh', []],
  ['PostToolUse Edit', 'python3 -m black .', []],
  ['PostToolUse Edit', 'npx -y prettier --write .', []],
];

it.each(TABLE)('%s: %s', (place, command, ids) => {
  const [event = '', matcher] = place.split(' ');
  const handler = { type: 'command', command, ...(event === 'PreToolUse' ? { onFailure: 'block' } : {}) };
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  writeFileSync(join(root, 'settings.json'), JSON.stringify({ hooks: { [event]: [group] } }));
  const request = { project: undefined, home: join(root, 'none'), settings: [], cwd: root, env: process.env };
  const { findings } = lint({ ...request, files: [join(root, 'settings.json')] });
  expect(findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id)).toEqual(ids);
});
