import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importRules } from '../../src/importers/import-rules.ts';
import { IMPORTERS } from '../../src/importers/index.ts';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, runExamples } from '../../src/policy/index.ts';
import { bashRuleMatches } from '../../src/runtime/if-rule/bash.ts';
import { fileRuleMatches } from '../../src/runtime/if-rule/file.ts';
import { importedJudge, settings } from './imported-judge.ts';

/** Always the same cases, so that the counts of hits hold; for a search, take the seed away and raise the number. */
const runs = (numRuns: number) => ({ numRuns, seed: 65 });

const WORDS = [
  'git',
  'push',
  '-f',
  '--force',
  'npm',
  'run',
  'x',
  'a/b',
  'tests',
  '-C',
  'dir',
  'timeout 5',
  'docker',
  '-rf',
];
const word = fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom('*', 'test*', '*x', 'a*b', '-*'));
const words = (maxLength: number) => fc.array(fc.constantFrom(...WORDS), { maxLength }).map((list) => list.join(' '));

/** A line that has something to do with the entry: its stars filled in, something before it, something after it. */
const line = fc.record({
  fill: words(2),
  before: fc.constantFrom('', '', '', '', 'cd a && ', 'timeout 5 ', 'ls; ', 'nice ', 'true | '),
  after: words(2),
  and: fc.constantFrom('', '', '', '', ' && ls', '; git status', ' > out', ' | cat'),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function lineFor(content: string, { fill, before, after, and }: Line): string {
  const filled = content.replace(/:\*$/, '').replaceAll('*', fill);
  return before + (`${filled} ${after}`.trim() || 'x') + and;
}

const entry = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom('', ':*', ' *', '*'))
  .map(([words, end]) => `${words.join(' ')}${end}`);
const wild = fc.oneof(entry, fc.string(), fc.string({ unit: 'grapheme' }));

test('what a deny rule of the client stops, the policy stops', () => {
  let stopped = 0;
  fc.assert(
    fc.property(entry, fc.array(line, { minLength: 1, maxLength: 5 }), (content, lines) => {
      const judge = importedJudge([settings({ deny: [`Bash(${content})`] })]);
      for (const text of lines.map((one) => lineFor(content, one))) {
        if (!bashRuleMatches(content, text, '/home/user')) continue;
        stopped++;
        expect([content, text, judge(text)]).toEqual([content, text, 'deny']);
      }
    }),
    runs(80),
  );
  expect(stopped).toBeGreaterThan(20);
});

test('what the policy allows, the client allows', () => {
  let allowed = 0;
  fc.assert(
    fc.property(entry, fc.array(line, { minLength: 1, maxLength: 5 }), (content, lines) => {
      const judge = importedJudge([settings({ allow: [`Bash(${content})`] })]);
      for (const text of lines.map((one) => lineFor(content, one))) {
        if (judge(text) !== 'allow') continue;
        allowed++;
        expect([content, text, bashRuleMatches(content, text, '/home/user')]).toEqual([content, text, true]);
      }
    }),
    runs(80),
  );
  expect(allowed).toBeGreaterThan(10);
});

const segment = fc.constantFrom('src', '.env', '*.pem', 'a.pem', '**', '*', 'deep', 'x?', '.ssh');
const filePattern = fc
  .tuple(
    fc.constantFrom('', './', '/', '//', '~/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', '/**'),
  )
  .map(([anchor, segments, end]) => `${anchor}${segments.join('/')}${end}`);
const filePath = fc
  .tuple(
    fc.constantFrom('/project/', '/home/user/', '/', '/etc/'),
    fc.array(fc.constantFrom('src', '.env', 'a.pem', 'deep', 'xy', '.ssh', 'f'), { minLength: 1, maxLength: 4 }),
  )
  .map(([root, parts]) => `${root}${parts.join('/')}`);
const PLACES = { cwd: '/project', projectDir: '/project', home: '/home/user' };

test.each(['Read', 'Edit'])(
  '%s: no path is denied by the client alone, and none allowed by the policy alone',
  (tool) => {
    let denied = 0;
    let allowed = 0;
    fc.assert(
      fc.property(filePattern, fc.array(filePath, { minLength: 4, maxLength: 8 }), (content, paths) => {
        const denies = importedJudge([settings({ deny: [`${tool}(${content})`] })]);
        const allows = importedJudge([settings({ allow: [`${tool}(${content})`] })]);
        for (const path of paths) {
          const call = { tool_name: tool, tool_input: { file_path: path, old_string: 'a', new_string: 'b' } };
          const matches = fileRuleMatches(content, path, PLACES);
          if (matches) expect([content, path, denies(call)]).toEqual([content, path, 'deny']);
          if (allows(call) === 'allow') expect([content, path, matches]).toEqual([content, path, true]);
          denied += Number(matches);
          allowed += Number(allows(call) === 'allow');
        }
      }),
      runs(40),
    );
    expect([denied > 5, allowed > 5]).toEqual([true, true]);
  },
);

const FILES = {
  hookify: fc
    .record({
      name: wild,
      event: fc.constantFrom('bash', 'file', 'stop', 'prompt', 'all', 'x'),
      pattern: wild,
      action: fc.constantFrom('warn', 'block', 'ask', 'x'),
      body: fc.string(),
    })
    .map(
      ({ name, event, pattern, action, body }) =>
        `---\nname: ${name}\nevent: ${event}\npattern: ${pattern}\naction: ${action}\n---\n${body}`,
    ),
  'claude-permissions': fc
    .array(fc.tuple(fc.constantFrom('Bash', 'Read', 'Edit', 'WebFetch', 'mcp__a', 'Agent', 'Nope'), wild), {
      maxLength: 4,
    })
    .map((entries) =>
      JSON.stringify({
        permissions: {
          deny: entries.map(([tool, content]) => `${tool}(${content})`),
          allow: entries.map(([tool]) => tool),
        },
      }),
    ),
  gemini: fc
    .array(
      fc.record({
        tool: fc.constantFrom('run_shell_command', '*', 'read_file', 'mcp_a_b', 'odd tool'),
        key: fc.constantFrom('commandPrefix', 'commandRegex', 'argsPattern'),
        text: wild,
        decision: fc.constantFrom('allow', 'deny', 'ask_user'),
        priority: fc.nat(9),
      }),
      { maxLength: 5 },
    )
    .map((rules) =>
      rules
        .map(
          (rule) =>
            `[[rule]]\ntoolName = ${JSON.stringify(rule.tool)}\n${rule.key} = ${toml(rule.text)}\ndecision = "${rule.decision}"\npriority = ${rule.priority}\n`,
        )
        .join('\n'),
    ),
  'cc-safety-net': fc
    .array(
      fc.record({
        name: wild,
        command: fc.constantFrom('git', 'npm', 'odd one'),
        subcommand: fc.constantFrom('push', 'run'),
        block_args: fc.array(wild, { maxLength: 3 }),
        reason: fc.string(),
      }),
      { maxLength: 4 },
    )
    .map((rules) => JSON.stringify({ version: 1, rules })),
};

function toml(text: string): string {
  return JSON.stringify(text.replaceAll(/[\u007F\uD800-\uDFFF]/g, ''));
}

test.each(IMPORTERS)(
  '$name: whatever is in the file, the policy passes check and test, and every rule is told',
  (importer) => {
    fc.assert(
      fc.property(FILES[importer.name as keyof typeof FILES], (text) => {
        const { policy, report } = importRules([{ path: 'file', text }], importer);
        const built = buildPolicy({ sources: [{ file: 'policy', layer: 'project', text: policy }] });
        expect(built.problems).toEqual([]);
        expect(runExamples(built, { adapter: claudeCode }).filter(({ ok }) => !ok)).toEqual([]);
        const ids = report.flatMap((line) => line.ids);
        expect(ids).toEqual(Object.keys(built.files[0]?.value.rules ?? {}));
        expect(
          report.every(
            ({ ids: own, fidelity }) => own.length > 0 === (fidelity === 'exact' || fidelity === 'approximate'),
          ),
        ).toBe(true);
      }),
      runs(40),
    );
  },
);
