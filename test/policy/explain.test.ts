import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { createSession } from '../../src/session/session.ts';
import { buildPolicy, explain, formatExplanation, fromArtefact, simulatedWorld } from '../../src/policy/index.ts';

const text = readFileSync(new URL('fixtures/reference.yaml.txt', import.meta.url), 'utf8');

function explained(command: string) {
  const { artefact } = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }] });
  const decoded = claudeCode.decode(
    receivePayload(JSON.stringify({ cwd: '/project', tool_name: 'Bash', tool_input: { command } })),
  );
  if (artefact === null || !decoded.ok) throw new Error('no policy');
  return explain(decoded.event, {
    policy: fromArtefact(artefact),
    world: simulatedWorld({}),
    session: createSession(),
  });
}

test('text: which rules hit and missed, on which facts, where they are written', () => {
  expect(formatExplanation(explained('echo KEY=1 >> .env')).split('\n')).toEqual([
    'miss no-rm-root            (policy.yaml:14:3)   x runs "rm -r -f" saw ["echo KEY=1"]   x deletes ["/","/*","~","~/*",".."] saw []',
    'HIT  confirm-shell-writes  (policy.yaml:23:3)   v via ["redirect","heredoc","tee","in-place"] saw ["redirect"]   v writes "**" saw [".env"]   unless x env.SKIP_EDIT_CONFIRMATION "true" saw "absent"',
    'miss block-shell-writes    (policy.yaml:31:3)   v via ["redirect","heredoc","tee","in-place"] saw ["redirect"]   v writes "**" saw [".env"]   x env.SKIP_EDIT_CONFIRMATION "true" saw "absent"',
    'miss no-force-push         (policy.yaml:78:3)   x git.push.force true saw nothing   x git.push.to "main|master" saw []',
    'HIT  only-src              (policy.yaml:88:3)   x path "@sources" saw [".env"]',
    'miss confirm-installs      (policy.yaml:97:3)   x runs "@package-install" saw ["echo KEY=1"]',
    'HIT  protect-secrets       (policy.yaml:106:3)   v path "@secrets" saw [".env"]',
    '=> deny  .env is outside src/. Only files below src/ may be changed. [only-src]  .env holds secrets and must be edited by a human. [protect-secrets]',
  ]);
});

test('what could not be told is said', () => {
  const lines = formatExplanation(explained('rm -rf $X')).split('\n');
  expect(lines[0]).toMatch(/^\?\?\?  no-rm-root .* \? deletes .* saw \["\?"\]$/);
  expect(lines.at(-2)).toBe('could not tell: dynamic-path: $X');
  expect(lines.at(-1)).toMatch(/^=> pass/);
});

test('data: positions, facts, effects', () => {
  const { judgement, rules, effects } = explained('cd src && cp a.ts ../b.ts');
  expect(judgement).toMatchObject({ verdict: 'deny', uncertain: false });
  expect(effects).toEqual({
    runs: ['cd', 'cp'],
    writes: ['/project/b.ts'],
    deletes: [],
    reads: ['/project/src/a.ts'],
    network: [],
    ifEmpty: [],
  });
  expect(rules.find((rule) => rule.rule === 'only-src')).toMatchObject({
    outcome: 'hit',
    effective: 'deny',
    position: { file: 'policy.yaml', line: 88, column: 3 },
    conditions: [{ of: 'when', written: 'path "@sources"', truth: false, saw: ['b.ts'], negated: true }],
  });
});
