#!/usr/bin/env node
// Writes schemas/policy.schema.json for editors: the shape from the parser's own schema, the predicates from the list of conditions, the texts on keys from
// policy-key-texts.mjs.
// It reads the sources, so it needs no build. `--check` only says whether the file is fresh.
import { toJsonSchema } from '@valibot/to-json-schema';
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEY_TEXTS } from './policy-key-texts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'schemas/policy.schema.json');
const text = `${JSON.stringify(policyFileSchema(await loadLanguage()), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('Stale generated file: schemas/policy.schema.json\nRun: npm run generate');
  process.exit(1);
}

function policyFileSchema(language) {
  const { conditionSchema, policySchema } = language;
  const shape = toJsonSchema(policySchema, { definitions: { condition: conditionSchema }, errorMode: 'ignore' });
  const { rules, checks, counters, overrides, defaults } = shape.properties;
  withTexts(shape, KEY_TEXTS.file);
  withTexts(rules.additionalProperties, KEY_TEXTS.rule);
  withTexts(checks.additionalProperties, KEY_TEXTS.check);
  withTexts(counters.additionalProperties, KEY_TEXTS.counter);
  withTexts(overrides.additionalProperties, KEY_TEXTS.override);
  withTexts(defaults, KEY_TEXTS.defaults);
  withTexts(defaults.properties.default, KEY_TEXTS.actions);
  Object.assign(shape.properties.extends, extendsSchema(shape.properties.extends, language.PACK_NAMES));
  const rule = rules.additionalProperties.properties;
  for (const key of ['before', 'after']) Object.assign(rule[key], offering(language.SUBJECT_NAMES));
  Object.assign(rule.at, offering(language.AT_EVENTS));
  for (const tests of [shape.properties.tests, rule.tests]) tests.items = { $ref: '#/$defs/test' };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'hookctl policy',
    ...shape,
    $defs: {
      condition: { anyOf: [{ $ref: '#/$defs/group' }, { type: 'array', items: { $ref: '#/$defs/group' } }] },
      group: groupSchema(language.CONDITIONS),
      test: testSchema(language),
    },
  };
}

/** Every key gets its text. */
function withTexts(schema, texts) {
  const keys = Object.keys(schema.properties);
  for (const key of keys) {
    if (texts[key] === undefined) throw new Error(`scripts/policy-key-texts.mjs has no text for "${key}"`);
    // Beside a $ref, draft 7 reads nothing else.
    const { $ref, ...rest } = schema.properties[key];
    schema.properties[key] = { description: texts[key], ...rest, ...($ref === undefined ? {} : { allOf: [{ $ref }] }) };
  }
  const unused = Object.keys(texts).filter((key) => !keys.includes(key));
  if (unused.length > 0)
    throw new Error(`scripts/policy-key-texts.mjs has texts for unknown keys: ${unused.join(', ')}`);
  return schema;
}

/** One, or a list: a name, or a map. */
function extendsSchema({ anyOf: [one] }, packs) {
  const [name, map] = one.anyOf;
  const single = { anyOf: [{ enum: packs.map((pack) => `pack:${pack}`) }, name, withTexts(map, KEY_TEXTS.extended)] };
  return { anyOf: [...single.anyOf, { type: 'array', items: single }] };
}

/** An editor offers the words; any other text is possible as well, since "a|b" is one. */
function offering(words) {
  const text = { anyOf: [{ enum: words }, { type: 'string', minLength: 1 }] };
  return { anyOf: [...text.anyOf, { type: 'array', items: text }] };
}

function groupSchema(conditions) {
  const condition = { $ref: '#/$defs/condition' };
  const list = { type: 'array', items: condition };
  const { properties } = withTexts({ properties: { not: condition, any: list, all: list } }, KEY_TEXTS.groups);
  const patternProperties = {};
  for (const row of conditions) {
    const entry = { description: row.about, ...formOf(row) };
    if (row.name.endsWith('.*')) patternProperties[`^${row.name.slice(0, -2)}\\..+$`] = entry;
    else properties[row.name] = entry;
  }
  return { type: 'object', minProperties: 1, properties, patternProperties, additionalProperties: false };
}

function testSchema({ EXPECTATIONS, GIVEN_KEYS }) {
  const given = { type: 'object', properties: Object.fromEntries(GIVEN_KEYS.map((key) => [key, {}])) };
  const properties = { given: withTexts({ ...given, additionalProperties: false }, KEY_TEXTS.given) };
  for (const key of EXPECTATIONS) properties[key] = {};
  properties.sequence = { type: 'array', items: { type: 'object' } };
  return withTexts({ type: 'object', properties, additionalProperties: false }, KEY_TEXTS.test);
}

/** The JSON Schema of each form that a condition's value can have. */
function formOf(condition) {
  const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
  const words = wordsOf(condition);
  const forms = {
    globs: texts,
    commands: texts,
    words: words.length === 0 ? texts : offering(words),
    text: texts,
    boolean: { type: 'boolean' },
    number: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\s*(>=|<=|!=|>|<|=)' }] },
    regex: { type: 'string', pattern: '^/.+/[a-z]*$' },
    value: { type: ['string', 'number', 'boolean', 'array'] },
    unchecked: withTexts(
      { type: 'object', properties: { files: texts, by: texts }, required: ['by'], additionalProperties: false },
      KEY_TEXTS.unchecked,
    ),
  };
  const form = forms[condition.value];
  if (form === undefined) throw new Error(`no JSON Schema for the form ${condition.value}`);
  return form;
}

/** The words that a condition knows. It names them itself, when it is given one that it does not know. */
function wordsOf({ value, compile }) {
  const words = new Set();
  if (value !== 'words') return [];
  compile('no such word', {
    argument: '',
    sets: {},
    checks: [],
    counters: [],
    extracts: [],
    phase: 'before',
    siblings: {},
    problem: () => {},
    unknownName: (kind, _, known) => kind === 'value' && known.forEach((word) => words.add(word)),
  });
  return [...words];
}

/** The sources are TypeScript; a bundle in memory is the shortest way to run them. */
async function loadLanguage() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        "export { CONDITIONS } from './src/policy/index.ts';",
        "export { conditionSchema, policySchema } from './src/policy/language/schema.ts';",
        "export { PACK_NAMES } from './src/policy/packs/index.ts';",
        "export { SUBJECT_NAMES } from './src/policy/language/subjects.ts';",
        "export { AT_EVENTS } from './src/policy/language/verb-events.ts';",
        "export { EXPECTATIONS } from './src/policy/tests/example-cases.ts';",
        "export { GIVEN_KEYS } from './src/policy/tests/simulated-world.ts';",
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
    logLevel: 'warning',
  });
  return await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
