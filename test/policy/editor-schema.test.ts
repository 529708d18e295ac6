import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recipes } from '../../src/cli/policy-text/recipes.ts';
import { PACK_NAMES, resolvePack } from '../../src/policy/packs/index.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { ROOT } from '../support/hookctl.ts';

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  $defs?: Record<string, Schema>;
}

const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/policy.schema.json'), 'utf8')) as Schema;
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);

/** Where an editor would underline something. */
function mistakes(text: string): string[] {
  if (validate(parse(text))) return [];
  return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))];
}

describe('what hookctl accepts, an editor does not underline', () => {
  it.each(PACK_NAMES)('pack %s', (name) => {
    expect(mistakes(resolvePack(`pack:${name}`, '')?.text ?? '')).toEqual([]);
  });

  it.each(recipes())('recipe $name', ({ text }) => {
    expect(mistakes(text)).toEqual([]);
  });

  const policies = codeBlocks().filter(({ language, text }) => language === 'yaml' && /^policy: 1$/m.test(text));
  it.each(policies)('$page:$line', ({ text }) => {
    expect(mistakes(text)).toEqual([]);
  });
});

describe('what hookctl refuses, an editor underlines', () => {
  const rule = (body: string) => `{ policy: 1, rules: { a: ${body} } }`;
  it.each([
    ['another version', '{ policy: 2 }', '/policy'],
    ['a key of the file', '{ policy: 1, rulez: {} }', ''],
    ['a key of a rule', rule('{ befor: run, deny: x }'), '/rules/a'],
    ['a mode', rule('{ before: run, deny: x, mode: loud }'), '/rules/a/mode'],
    ['a condition', rule('{ before: run, when: { runz: x }, deny: x }'), '/rules/a/when'],
    ['a comparison', rule('{ before: write, when: { file.lines: many }, deny: x }'), '/rules/a/when/file.lines'],
    ['a regular expression', rule('{ before: write, when: { content: secret }, deny: x }'), '/rules/a/when/content'],
    ['a key of a test', rule('{ before: run, deny: x, tests: [{ denies: [ls] }] }'), '/rules/a/tests/0'],
    ['a key of given', rule('{ before: run, deny: x, tests: [{ given: { brnch: x } }] }'), '/rules/a/tests/0/given'],
    ['a counter', '{ policy: 1, counters: { c: { of: run, per: day } } }', '/counters/c/per'],
  ])('%s', (_, text, place) => {
    expect(mistakes(text)).toContain(place);
  });
});

describe('an editor explains and offers', () => {
  it('every key has a text', () => {
    expect(keysWithoutText(schema, '')).toEqual([]);
  });

  const ruleSchema = schema.properties?.['rules']?.additionalProperties;
  const ruleKeys = (typeof ruleSchema === 'object' ? ruleSchema.properties : undefined) ?? {};
  const offered = (at: Schema | undefined) => at?.anyOf?.flatMap((form) => form.enum ?? []) ?? [];

  it.each([
    ['before', ruleKeys['before'], ['run', 'write', 'read', 'fetch', 'mcp', 'any', 'Edit', 'Bash', 'Agent']],
    ['at', ruleKeys['at'], ['stop', 'session-start', 'prompt', 'compact']],
    ['extends', schema.properties?.['extends'], ['pack:recommended', 'pack:git']],
    ['place', schema.$defs?.['group']?.properties?.['place'], ['project', 'home', 'temp', 'outside']],
    ['git.operation', schema.$defs?.['group']?.properties?.['git.operation'], ['commit', 'push', 'worktree-loss']],
    ['last.*', schema.$defs?.['group']?.patternProperties?.['^last\\..+$'], ['ok', 'failed', 'never']],
  ])('words for %s', (_, at, words) => {
    expect(offered(at)).toEqual(expect.arrayContaining(words));
  });
});

/** Keys are those of maps with a fixed list of them. */
function keysWithoutText(at: Schema, path: string): string[] {
  const keys = Object.entries({ ...at.properties, ...at.patternProperties });
  const inner = [
    ...(at.anyOf ?? []),
    at.items,
    typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined,
  ].flatMap((one) => one ?? []);
  return [
    ...keys.flatMap(([key, value]) => [
      ...(value.description === undefined ? [`${path}.${key}`] : []),
      ...keysWithoutText(value, `${path}.${key}`),
    ]),
    ...inner.flatMap((one) => keysWithoutText(one, `${path}[]`)),
    ...Object.entries(at.$defs ?? {}).flatMap(([name, value]) => keysWithoutText(value, name)),
  ];
}
