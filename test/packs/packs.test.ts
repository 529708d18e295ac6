import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, formatProblem, runExamples } from '../../src/policy/index.ts';
import { recommendedCommands } from '../../src/policy/checks/recommended-commands.ts';
import { aboutPack, PACK_NAMES, resolvePack } from '../../src/policy/packs/index.ts';
// @ts-expect-error A script without types.
import { packTexts, packValues } from '../../src/policy/packs/embed.mjs';
import { parsePolicy } from '../../src/policy/language/parse.ts';
import { readFileSync } from 'node:fs';
import { judgeCommand, policyOf } from './judge-command.ts';

const build = (pack: string) =>
  buildPolicy({
    sources: [{ file: 'policy.yaml', layer: 'project', text: `policy: 1\nextends: pack:${pack}\n` }],
    resolve: resolvePack,
  });

test('the packs that are promised are there', () => {
  expect([...PACK_NAMES].sort()).toEqual([
    'cloud',
    'containers',
    'database',
    'default',
    'git',
    'packages',
    'quality-gates',
    'recommended',
    'remote-code',
    'secrets',
    'self-protection',
    'shell-writes',
    'strict',
  ]);
});

test.each([
  ['texts.ts', packTexts as () => string],
  ['values.ts', packValues as () => string],
])('%s is made of the YAML files', (name, make) => {
  expect(readFileSync(new URL(`../../src/policy/packs/${name}`, import.meta.url), 'utf8')).toBe(make());
});

test('pack:git, pack:git@1, and nothing else', () => {
  expect(resolvePack('pack:git', 'x')?.file).toBe('pack:git');
  expect(resolvePack('pack:git@1', 'x')?.file).toBe('pack:git');
  expect(resolvePack('pack:git@2', 'x')).toBe(null);
  expect(resolvePack('pack:__proto__', 'x')).toBe(null);
  expect(resolvePack('./git.yaml', 'x')).toBe(null);
});

describe.each(PACK_NAMES)('pack %s', (pack) => {
  const built = build(pack);
  const results = runExamples(built, { adapter: claudeCode, only: (file) => file === `pack:${pack}` });
  const own = built.files.find((one) => one.source.file === `pack:${pack}`);

  test('has no problems and says what it is for', () => {
    expect(built.problems.map(formatProblem)).toEqual([]);
    expect(aboutPack(pack)).toMatch(/^\S.{20,}/);
  });

  test('was read as its text is read, and its places are those of the text', () => {
    const { file, text, read } = resolvePack(`pack:${pack}`, '') ?? expect.fail('no such pack');
    expect(read).toBeTypeOf('function');
    const ofText = parsePolicy({ file, layer: 'pack', text });
    const ofValue = parsePolicy({ file, layer: 'pack', text, ...(read === undefined ? {} : { read }) });
    expect(ofText.problems).toEqual([]);
    expect(ofValue.problems).toEqual([]);
    expect(ofValue.parsed?.value).toEqual({ rules: {}, ...ofText.parsed?.value });
    const rules = Object.keys(ofText.parsed?.value.rules ?? {}).map((id) => ['rules', id]);
    const last = [...(rules.at(-1) ?? []), 'tests', 0];
    const paths = [[], ['policy'], ...rules, last, ['rules', 'toString'], ['rules', 'gone', 'when']];
    const placesOf = ({ parsed }: typeof ofText) => paths.map((path) => [path, parsed?.at(path)]);
    expect(placesOf(ofValue)).toEqual(placesOf(ofText));
  });

  test('passes its own tests', () => {
    const failed = results.filter((result) => !result.ok);
    expect(failed.map(({ rule, label, expected, got }) => ({ rule, label, expected, got }))).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });

  // Rules of these packs take turns by design: one warns before the other refuses, one replaces the other by a variable.
  test.skipIf(pack === 'quality-gates' || pack === 'shell-writes')(
    'its examples come to the same verdict when every rule of the pack speaks',
    () => {
      const whole = runExamples(built, {
        adapter: claudeCode,
        only: (file) => file === `pack:${pack}`,
        seen: 'policy',
      });
      const differing = whole.filter((result) => !result.ok);
      expect(differing.map(({ rule, label, expected, got, rules }) => ({ rule, label, expected, got, rules }))).toEqual(
        [],
      );
    },
  );

  test.each(Object.keys(own?.value.rules ?? { none: {} }))(
    '%s shows where it fires and where not, and a way out',
    (id) => {
      const rule = own?.value.rules?.[id];
      if (rule === undefined) return;
      const expected = results.filter((result) => result.rule === id).map((result) => result.expected);
      expect(expected.some((one) => one !== 'pass')).toBe(true);
      expect(expected).toContain('pass');
      if (rule.deny !== undefined || rule.ask !== undefined) expect(rule.fix).toBeTypeOf('string');
      // No opinion is silence.
      expect(rule.allow).toBe(undefined);
    },
  );
});

test.each(PACK_NAMES)('pack %s never stops what one of its own messages recommends', (pack) => {
  const policy = policyOf(pack);
  const rules = build(pack).files.flatMap((one) => Object.entries(one.value.rules ?? {}));
  const stopped = rules.flatMap(([id, { fix = null, ...rule }]) => {
    const message = rule.deny ?? rule.ask ?? rule.warn ?? rule.inject ?? '';
    return recommendedCommands({ message, fix }).flatMap(({ command }) => {
      const { verdict, rules: by } = judgeCommand(policy, command);
      return verdict === 'none' ? [] : [{ id, command, verdict, by }];
    });
  });
  expect(stopped).toEqual([]);
});

test('rule ids are unique over all packs, so that an override means one rule', () => {
  const ids = PACK_NAMES.flatMap((pack) =>
    build(pack)
      .files.filter((one) => one.source.file === `pack:${pack}`)
      .flatMap((one) => Object.keys(one.value.rules ?? {})),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
