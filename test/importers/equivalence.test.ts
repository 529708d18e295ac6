import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';
import { importedJudge } from './imported-judge.ts';

/**
 * What the original does (found by running it or by reading its matcher) beside what the policy does. Where they differ the policy is the stricter
 * one, and the report says so. `pass`: no rule speaks, so the agent's own permissions decide.
 */
type Row = [call: string | object, original: string, ours?: string];

const read = (path: string) => ({ path, text: readFileSync(join(ROOT, 'test/fixtures/importers', path), 'utf8') });
const edit = (file: string, text = 'x') => ({
  tool_name: 'Edit',
  tool_input: { file_path: file, old_string: 'a', new_string: text },
});
const write = (file: string, text: string) => ({ tool_name: 'Write', tool_input: { file_path: file, content: text } });

function table(name: string, files: string[], rows: Row[]): void {
  const judge = importedJudge(files.map(read));
  describe.each([name])('%s', () => {
    it.each(rows)('%j', (call, original, ours = original) => {
      expect(judge(call)).toBe(ours);
    });
  });
}

table(
  'hookify',
  ['no-deletes', 'console', 'env-files', 'prompt'].map((name) => `hookify/.claude/hookify.${name}.local.md`),
  [
    ['rm -rf build', 'deny'],
    ['RM  -RF build', 'deny'],
    ['rm -r -f build', 'pass'],
    ['echo "rm -rf x"', 'deny'],
    ['ls', 'pass'],
    [edit('/project/a.ts', 'console.log(1)'), 'warn'],
    [edit('/project/a.ts', 'console.info(1)'), 'pass'],
    [write('/project/a.ts', 'console.log(1)'), 'pass', 'warn'],
    [edit('/project/.env'), 'ask'],
    [edit('/project/.env', 'EXAMPLE=1'), 'pass'],
    [edit('/project/.envrc'), 'pass'],
    [{ hook_event_name: 'UserPromptSubmit', prompt: 'look at production' }, 'warn', 'deny'],
    [{ hook_event_name: 'UserPromptSubmit', prompt: 'look at Production' }, 'pass'],
  ],
);

table(
  'Claude Code permissions',
  ['claude-permissions/.claude/settings.json'],
  [
    ['npm run build', 'allow'],
    ['npm run build --watch', 'allow'],
    ['npm run builder', 'pass'],
    ['npm run build && npm test', 'allow', 'pass'],
    ['npm run build; rm -r x', 'pass'],
    ['npm run build > log', 'pass'],
    ['npm test', 'allow'],
    ['npm test -- x', 'pass'],
    ['git push', 'ask'],
    ['git push origin main', 'ask'],
    ['git -C sub push', 'pass', 'ask'],
    ['git pull', 'pass'],
    ['curl https://example.com', 'deny'],
    ['timeout 5 curl https://example.com', 'deny'],
    ['ls && curl x', 'deny'],
    ['sudo curl x', 'pass', 'deny'],
    ['curlx', 'pass'],
    ['git reset --hard', 'deny'],
    ['git reset --soft', 'pass'],
    ['terraform destroy -auto-approve', 'deny'],
    ['terraform plan', 'pass'],
    [{ tool_name: 'Read', tool_input: { file_path: '/project/.env' } }, 'deny'],
    [{ tool_name: 'Read', tool_input: { file_path: '/project/docs/a.md' } }, 'allow'],
    [{ tool_name: 'Read', tool_input: { file_path: '/project/src/a.ts' } }, 'pass'],
    [{ tool_name: 'Read', tool_input: { file_path: '/etc/shadow' } }, 'deny'],
    [edit('/project/src/a.ts'), 'allow'],
    [edit('/project/sub/src/a.ts'), 'pass'],
    [edit('/project/migrations/1.sql'), 'deny'],
    ['echo x > migrations/1.sql', 'pass', 'deny'],
    [{ tool_name: 'WebFetch', tool_input: { url: 'https://docs.example.com/x', prompt: 'p' } }, 'allow'],
    [{ tool_name: 'WebFetch', tool_input: { url: 'https://a.internal.example/', prompt: 'p' } }, 'deny'],
    [{ tool_name: 'mcp__tickets__list', tool_input: {} }, 'allow'],
    [{ tool_name: 'mcp__db__drop_table', tool_input: {} }, 'deny'],
    [{ tool_name: 'mcp__db__drop_index', tool_input: {} }, 'ask'],
    [{ tool_name: 'mcp__db__select', tool_input: {} }, 'pass'],
    [{ tool_name: 'Agent', tool_input: { subagent_type: 'deployer', prompt: 'p', description: 'd' } }, 'ask'],
  ],
);

// The column "original" is what the engine of Gemini CLI 0.61.0 answers; its default for calls no rule is about is left out ("pass").
table(
  'Gemini CLI',
  ['gemini/.gemini/policies/team.toml'],
  [
    ['git status', 'allow'],
    ['git status --short', 'allow'],
    ['git statusx', 'deny'],
    ['git push origin main', 'ask'],
    ['git commit -m x', 'deny'],
    ['ls && git commit', 'deny'],
    ['git status && git push', 'ask', 'deny'],
    ['git status > out.txt', 'ask', 'deny'],
    ['timeout 5 git commit', 'pass', 'deny'],
    ['npm publish', 'ask'],
    ['npm publishx', 'pass'],
    ['docker run --rm --privileged x', 'deny'],
    ['cd a && docker run --privileged x', 'deny'],
    ['docker ps', 'pass'],
    ['echo git', 'pass'],
    [write('/p/secrets/a', 'x'), 'deny'],
    [edit('/p/secrets/a'), 'deny'],
    [write('/p/open/a', 'x'), 'pass'],
    [{ tool_name: 'Read', tool_input: { file_path: '/etc/passwd' } }, 'allow'],
    [{ tool_name: 'mcp__tickets__delete', tool_input: {} }, 'deny'],
    [{ tool_name: 'mcp__tickets__list', tool_input: {} }, 'pass'],
    [{ tool_name: 'mcp__db__drop', tool_input: {} }, 'ask'],
    [{ tool_name: 'WebFetch', tool_input: { url: 'https://a.example/', prompt: 'p' } }, 'pass'],
  ],
);

table(
  'cc-safety-net',
  ['cc-safety-net/.safety-net.json', 'cc-safety-net/.cc-safety-net/rules/cloud/rulebook.json'],
  [
    ['git add -A', 'deny'],
    ['git add -Av', 'deny'],
    ['git add --all', 'deny'],
    ['git add .', 'deny'],
    ['git add a.ts', 'pass'],
    ['git -C sub add -A', 'deny'],
    ['git commit -A', 'pass'],
    ['npm install -g x', 'deny'],
    ['npm i --global x', 'deny'],
    ['npm install x', 'pass'],
    ['ls && npm install -g x', 'deny'],
    ['aws s3 rm s3://b/k', 'deny'],
    ['aws s3 rm s3://b/k --dryrun', 'pass'],
    ['aws s3 ls', 'pass'],
    ['terraform apply -destroy', 'deny'],
    ['terraform apply', 'pass'],
  ],
);

/** The same for rules that are written down here. */
function inline(name: string, path: string, text: string, rows: Row[]): void {
  const judge = importedJudge([{ path, text }]);
  describe.each([name])('%s', () => {
    it.each(rows)('%j', (call, original, ours = original) => {
      expect(judge(call)).toBe(ours);
    });
  });
}

inline(
  'Gemini CLI: a server without a tool, and the old name of its tools',
  '.gemini/policies/mcp.toml',
  [
    '[[rule]]\nmcpName = "untrusted"\ndecision = "deny"\npriority = 300',
    '[[rule]]\nmcpName = "docs"\ndecision = "allow"\npriority = 200',
    '[[rule]]\ntoolName = "files__remove"\ndecision = "ask_user"\npriority = 200',
    '[[rule]]\ntoolName = "files__read"\ndecision = "allow"\npriority = 200',
  ].join('\n\n'),
  [
    [{ tool_name: 'mcp__untrusted__anything', tool_input: {} }, 'deny'],
    [{ tool_name: 'mcp__docs__search', tool_input: {} }, 'allow'],
    [{ tool_name: 'mcp__files__remove', tool_input: {} }, 'ask'],
    [{ tool_name: 'mcp__files__read', tool_input: {} }, 'allow', 'pass'],
    [{ tool_name: 'mcp__other__x', tool_input: {} }, 'pass'],
    ['ls', 'pass'],
  ],
);

const hookifyRule = (...lines: string[]) => ['---', 'name: a rule', 'action: block', ...lines, '---', 'no'].join('\n');

inline(
  'hookify: tool_matcher',
  '.claude/hookify.a.local.md',
  hookifyRule('event: file', 'tool_matcher: Write|NotebookEdit', 'pattern: password'),
  [
    [write('/project/a', 'password'), 'deny'],
    [edit('/project/a', 'password'), 'pass'],
  ],
);

inline(
  'hookify: a path in any tool',
  '.claude/hookify.a.local.md',
  hookifyRule('event: all', 'conditions:', '  - field: file_path', '    operator: ends_with', '    pattern: .env'),
  [
    [{ tool_name: 'Read', tool_input: { file_path: '/project/.env' } }, 'deny'],
    [edit('/project/.env'), 'deny'],
    [{ tool_name: 'Read', tool_input: { file_path: '/project/a' } }, 'pass'],
    ['cat .env', 'pass'],
  ],
);

const regexRule = (pattern: string) => hookifyRule('event: bash', `pattern: ${pattern}`);

// What re.search of Python finds in the command, with case ignored.
inline(
  'hookify: the end of a text, as Python sees it',
  '.claude/hookify.a.local.md',
  regexRule(String.raw`[$]\.env$`),
  [
    ['cat $.env', 'deny'],
    ['cat $.env\n', 'deny'],
    ['cat $.env\n\n', 'pass'],
    ['cat $.env x', 'pass'],
  ],
);
inline('hookify: up to so many', '.claude/hookify.a.local.md', regexRule('^xa{,2}b'), [
  ['xb', 'deny'],
  ['xaab', 'deny'],
  ['xaaab', 'pass'],
]);
inline('hookify: flags at the start', '.claude/hookify.a.local.md', regexRule('(?ms)^mkfs.+x$'), [
  ['ls\nmkfs a\nx', 'deny'],
  ['ls mkfs x', 'pass'],
]);
