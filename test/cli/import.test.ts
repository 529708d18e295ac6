import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookctl } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const USAGE = '\nUsage: hookctl import [--from SOURCE] FILE|DIR… [--out FILE] [--force] [--json]\n';
const EXACT = { permissions: { deny: ['mcp__db'], allow: ['WebSearch'] } };

function place(files: Record<string, string>): string {
  const dir = scratch();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

it.each<[string, string[], string]>([
  ['nothing named', [], `give a FILE or DIR${USAGE}`],
  ['no such file', ['nothing.json'], 'no file nothing.json\n'],
  [
    'an unknown source',
    ['--from', 'hokify', 'a.json'],
    `--from: "hokify" is not hookify, claude-permissions, gemini, cc-safety-net; did you mean "hookify"?${USAGE}`,
  ],
  ['nothing in the directory', ['empty'], 'no rules of a known tool below empty\n'],
  ['a file that is there', ['a.json', '--out', 'a.json'], 'a.json already exists (--force replaces it)\n'],
])('wrong use, or input that cannot be used: %s', async (_, args, message) => {
  const cwd = place({ 'a.json': JSON.stringify(EXACT), 'empty/x.txt': '' });
  expect(await hookctl(['import', ...args], { cwd })).toEqual({
    stdout: '',
    stderr: `hookctl import: ${message}`,
    exitCode: 2,
  });
});

it('writes the policy where it is told, and overwrites only when told', async () => {
  const cwd = place({ '.claude/settings.json': JSON.stringify(EXACT) });
  const first = await hookctl(['import', '.claude', '--out', 'new/imported.yaml'], { cwd });
  expect(first).toEqual({
    stdout: `= deny mcp__db  (.claude/settings.json:1)
    exact → deny-mcp-db
= allow WebSearch  (.claude/settings.json:1)
    exact → allow-websearch

2 rules: 2 exact
wrote new/imported.yaml. Next: \`hookctl test new/imported.yaml\`, then name it in "extends" of .hookctl/policy.yaml.
`,
    stderr: '',
    exitCode: 0,
  });
  const text = readFileSync(join(cwd, 'new/imported.yaml'), 'utf8');
  expect((await hookctl(['import', '.claude', '--out', 'new/imported.yaml', '--force'], { cwd })).exitCode).toBe(0);
  expect(readFileSync(join(cwd, 'new/imported.yaml'), 'utf8')).toBe(text);
});

it.each(['.hookctl/policy.yaml', '.hookctl/policy.local.yaml', './.hookctl/policy.yaml'])(
  'what is written to %s is not advised to extend itself',
  async (out) => {
    const cwd = place({ '.claude/settings.json': JSON.stringify(EXACT) });
    const { stdout } = await hookctl(['import', '.claude', '--out', out], { cwd });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      `wrote ${out}, which is in force because of its location. Next: \`hookctl test\`, then \`hookctl install\`.`,
    );
  },
);

it('without --out: the policy on stdout, the report on stderr, no file', async () => {
  const cwd = place({ '.claude/settings.json': JSON.stringify(EXACT) });
  const { stdout, stderr, exitCode } = await hookctl(['import', '.claude/settings.json'], { cwd });
  expect([exitCode, stdout.includes('policy: 1'), stderr.endsWith('2 rules: 2 exact\n')]).toEqual([0, true, true]);
  expect(existsSync(join(cwd, '.hookctl'))).toBe(false);
});

it('a file of no known tool is told, and the others are imported', async () => {
  const cwd = place({ 'a.json': JSON.stringify(EXACT), 'b.txt': 'hello' });
  const { stdout, exitCode } = await hookctl(['import', 'a.json', 'b.txt', '--json'], { cwd });
  const { counts, rules } = JSON.parse(stdout) as { counts: object; rules: { file: string; notes: string[] }[] };
  expect([exitCode, counts]).toEqual([1, { exact: 2, approximate: 0, untranslated: 1, disabled: 0 }]);
  expect(rules.find(({ file }) => file === 'b.txt')?.notes).toEqual([
    'no rules of a known tool; --from says whose they are',
  ]);
});

it('broken files are told with their line', async () => {
  const cwd = place({
    'a.json': '{\n  "permissions": {\n    "deny": [}\n',
    'b.toml': '[[rule]]\ntoolName = \n',
    'c.md': 'no frontmatter',
  });
  const at = async (file: string, from: string) => {
    const { stdout } = await hookctl(['import', file, '--from', from, '--json'], { cwd });
    return (JSON.parse(stdout) as { rules: { line: number; fidelity: string }[] }).rules;
  };
  expect(await at('a.json', 'claude-permissions')).toMatchObject([{ line: 3, fidelity: 'untranslated' }]);
  expect(await at('b.toml', 'gemini')).toMatchObject([{ line: 2, fidelity: 'untranslated' }]);
  expect(await at('c.md', 'hookify')).toMatchObject([{ line: 1, fidelity: 'untranslated' }]);
});

it('files that are rules by their name, but cannot be read, are told', async () => {
  const cwd = place({
    '.claude/settings.json': '{ "permissions": ',
    '.claude/hookify.broken.local.md': 'no frontmatter',
    '.gemini/policies/empty.toml': 'rules = 5',
    '.safety-net.json': JSON.stringify({ version: 1 }),
    'package.json': '{}',
  });
  const { stdout, exitCode } = await hookctl(['import', '.', '--json'], { cwd });
  const { rules } = JSON.parse(stdout) as { rules: Record<string, unknown>[] };
  expect({
    exitCode,
    rules: rules.map(({ source, file, fidelity, notes }) => ({ source, file, fidelity, notes })),
  }).toEqual({
    exitCode: 1,
    rules: [
      {
        source: 'hookify',
        file: '.claude/hookify.broken.local.md',
        fidelity: 'untranslated',
        notes: ['no frontmatter between two lines of ---'],
      },
      {
        source: 'claude-permissions',
        file: '.claude/settings.json',
        fidelity: 'untranslated',
        notes: ['not JSON: ValueExpected'],
      },
      {
        source: 'gemini',
        file: '.gemini/policies/empty.toml',
        fidelity: 'untranslated',
        notes: ['not part of a policy of Gemini CLI'],
      },
      { source: 'cc-safety-net', file: '.safety-net.json', fidelity: 'untranslated', notes: ['has no list "rules"'] },
    ],
  });
});
