import { describe, expect, test } from 'vitest';
import { isStopped, type ToolCall } from './judge-rows.ts';

// Whatever the variable holds, the last names of these paths are known.
describe('a path that begins with an unknown directory is judged by how it ends', () => {
  test.each([
    'cat $X/.env',
    'cat "$X/sub/.env"',
    'head -3 ${X}/.netrc',
    'cat "$DIR/id_rsa"',
    'cat $X/.bash_history',
    "echo '{}' > $X/.claude/settings.json",
    'sed -i d "$REPO/.hookctl/policy.yaml"',
  ])('%s is stopped', (command) => expect(isStopped(command)).toBe(true));

  test.each([
    'cat $X/.env.example',
    'cat "$X/package.json"',
    'cat $X/settings.json',
    'cat $X.env',
    'cat "$X/../src/a.ts"',
    'ls "$X/.env"',
    "echo '{}' > $X/settings.json",
    'rm -rf "$X/dist"',
  ])('%s is silent', (command) => expect(isStopped(command)).toBe(false));
});

describe('the guard is reached in other ways than by its files', () => {
  test.each<ToolCall>([
    'ed .claude/settings.json < commands',
    'git apply --directory=.claude x.patch',
    'patch -d .hookctl -p1 < x.diff',
    'mount --bind /tmp/empty .claude',
    'ln -sfn /tmp/x .claude',
    'git update-index --skip-worktree .claude/settings.json',
    'PATH=$PWD/fake:$PATH claude -p x',
    'NODE_OPTIONS="--require ./x.js" claude -p x',
    'npm link /tmp/fake-hookctl',
    'unset HOOKCTL_POLICY',
    { mcp__fs__create_symlink: { target: '/dev/null', link: '.claude/settings.json' } },
    { mcp__shell__exec: { input: 'rm -rf .claude' } },
    { mcp__term__send: { text: 'rm -rf .claude\n' } },
    { Write: { file_path: '.claude/agents/x.md', content: '---\npermissionMode: bypassPermissions\n---\nhi' } },
    { Write: { file_path: '.claude/commands/x.md', content: '!`rm -rf src`' } },
  ])('%j is stopped', (call) => expect(isStopped(call)).toBe(true));

  test.each<ToolCall>([
    'ed notes.txt < commands',
    'git apply --directory=packages/a x.patch',
    'patch -p1 < x.diff',
    'git update-index --refresh',
    'PATH=$HOME/.local/bin:$PATH claude -p x',
    'NODE_OPTIONS=--max-old-space-size=8192 claude -p x',
    'npm link ../design-system',
    { mcp__fs__create_symlink: { target: '../lib', link: 'packages/a/lib' } },
    { mcp__chat__send: { text: 'see https://example.com', link: 'https://example.com/x' } },
    { mcp__shell__exec: { input: 'npm test' } },
    { Write: { file_path: '.claude/agents/x.md', content: '---\nname: reviewer\n---\nReview the change.' } },
    { Write: { file_path: '.claude/commands/x.md', content: 'Context: !`git status`' } },
  ])('%j is silent', (call) => expect(isStopped(call)).toBe(false));
});
