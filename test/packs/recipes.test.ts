import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { recipes } from '../../src/cli/policy-text/recipes.ts';
import { buildPolicy, type Built, formatProblem, runExamples, untestedRules } from '../../src/policy/index.ts';
import { fromArtefact } from '../../src/policy/stored/open-policy.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { judgeCall } from '../support/judge-call.ts';

const RECIPES = recipes();

/** A project that extends these, in this order. A recipe is written `./NAME.yaml`. */
function build(...references: string[]): Built {
  const text = `policy: 1\nextends: [${references.join(', ')}]\n`;
  return buildPolicy({
    sources: [{ file: 'policy.yaml', layer: 'project', text }],
    resolve: (reference, from) => {
      const recipe = RECIPES.find(({ name }) => reference === `./${name}.yaml`);
      return recipe === undefined ? resolvePack(reference, from) : { file: fileOf(recipe.name), text: recipe.text };
    },
  });
}

const fileOf = (name: string) => join('examples/policies', `${name}.yaml`);

/** What `check --strict` would show. */
const problemsOf = (built: Built) => [
  ...built.problems.map(formatProblem),
  ...untestedRules(built)
    .filter(({ file }) => !file.startsWith('pack:'))
    .map(formatProblem),
];

const failures = (built: Built, name: string, seen: 'rule' | 'policy') =>
  runExamples(built, { adapter: claudeCode, only: (file) => file === fileOf(name), seen })
    .filter(({ ok }) => !ok)
    .map(({ rule, label, expected, got, rules }) => ({ rule, label, expected, got, rules }));

test('the rules that teams ask for most are there', () => {
  expect(RECIPES.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'ask-after-failures',
      'ci-config',
      'database-wipes',
      'deploy-hours',
      'generated-code',
      'lint-before-commit',
      'lock-files',
      'migrations',
      'new-dependencies',
      'production-hosts',
      'protected-branches',
      'read-budget',
      'secrets-in-code',
      'subagent-limits',
      'tests-before-stop',
    ]),
  );
});

describe.each(RECIPES)('$name', ({ name, about, topic }) => {
  test('says what it is for', () => {
    expect({ about, topic }).toEqual({
      about: expect.stringMatching(/^[A-Z`].{20,160}[.]$/) as string,
      topic: expect.stringMatching(/^[a-z]+$/) as string,
    });
  });

  test('has no problems, and every rule has a test that fires and one that does not', () => {
    expect(problemsOf(build(`./${name}.yaml`))).toEqual([]);
  });

  test('passes its own tests', () => {
    expect(failures(build(`./${name}.yaml`), name, 'rule')).toEqual([]);
  });

  test('comes to the same verdicts beside pack:recommended, with every rule speaking', () => {
    const built = build('pack:recommended', `./${name}.yaml`);
    expect(problemsOf(built)).toEqual([]);
    expect(failures(built, name, 'policy')).toEqual([]);
  });

  test('refuses nothing that its own messages advise, and pack:recommended does not either', () => {
    const built = build('pack:recommended', `./${name}.yaml`);
    const own = built.files.find(({ source }) => source.file === fileOf(name))?.value.rules ?? {};
    const texts = Object.values(own).flatMap(({ deny, ask, warn, fix }) => [deny, ask, warn, fix].join('\n'));
    const advised = texts.flatMap((text) => [...text.matchAll(/`([^`{]+)`/g)].map(([, command = '']) => command));
    const policy = fromArtefact(built.artefact ?? expect.unreachable());
    const judged = advised.map((command) => ({
      command,
      verdict: judgeCall(policy, { tool: 'Bash', input: { command } }).verdict,
    }));
    expect(judged.filter(({ verdict }) => verdict === 'deny')).toEqual([]);
  });
});

test('all recipes fit into one policy', () => {
  const built = build('pack:recommended', ...RECIPES.map(({ name }) => `./${name}.yaml`));
  expect(problemsOf(built)).toEqual([]);
});
