import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { EVENT_NAMES } from '../../src/protocol/event.ts';

const root = mkdtempSync(join(tmpdir(), 'hookctl-lint-'));
mkdirSync(join(root, '.claude'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const REQUEST = { files: [], project: root, home: join(root, 'none'), settings: [], cwd: root, env: process.env };

function findingsFor(settings: string): { line: number; column: number; file: string }[] {
  writeFileSync(join(root, '.claude', 'settings.json'), settings);
  return lint(REQUEST).findings;
}

const scalar = fc.oneof(
  fc.constantFrom(
    'Bash',
    'mcp__x',
    '[',
    '*',
    'B*',
    'Bash(git *)',
    'block',
    'command',
    'http',
    'prompt',
    '~/x.sh',
    '',
    '$$',
  ),
  fc.constantFrom(
    'echo {"decision":"deny"} >&2; exit 1',
    'a & b || c | d <<<"$X"',
    "[[ x ]] && jq '.a' | cat",
    '{{"',
    '\\',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const KEYS = [
  'type',
  'command',
  'args',
  'if',
  'timeout',
  'async',
  'onFailure',
  'matcher',
  'hooks',
  'url',
  'prompt',
  'shell',
  'headers',
];
const tree = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5, noNullPrototype: true }),
})).value;
const hooks = fc.dictionary(fc.constantFrom(...EVENT_NAMES, 'Other'), tree, { maxKeys: 3, noNullPrototype: true });

it('law: whatever stands in the settings, lint answers with places inside the file', () => {
  fc.assert(
    fc.property(hooks, fc.boolean(), (value, cut) => {
      const text = JSON.stringify({ hooks: value }, null, 1);
      const written = cut ? text.slice(0, text.length / 2) : text;
      const lines = written.split('\n');
      for (const { line, column } of findingsFor(written))
        expect(column - 1 <= (lines[line - 1]?.length ?? -1)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

const SCRIPTS = join(import.meta.dirname, 'public-patterns', 'scripts');

it('law: however a script is cut up, lint answers', () => {
  const scripts = readdirSync(SCRIPTS).map((name) => ({ name, text: readFileSync(join(SCRIPTS, name), 'utf8') }));
  fc.assert(
    fc.property(fc.constantFrom(...scripts), fc.nat(), fc.nat(), fc.string({ maxLength: 4 }), (script, a, b, put) => {
      const [from, to] = [a % script.text.length, b % script.text.length].sort((x, y) => x - y) as [number, number];
      writeFileSync(join(root, script.name), script.text.slice(0, from) + put + script.text.slice(to));
      const { findings } = lint({ ...REQUEST, files: [join(root, script.name)] });
      expect(findings.every(({ line }) => line >= 1)).toBe(true);
    }),
    { numRuns: 150 },
  );
});
