#!/usr/bin/env node
// Writes schemas/policy.schema.json for editors: the shape from the parser's own schema, the predicates from the list of conditions.
// It reads the sources, so it needs no build. `--check` only says whether the file is fresh.
import { toJsonSchema } from '@valibot/to-json-schema';
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'schemas/policy.schema.json');
const text = `${JSON.stringify(policyFileSchema(await loadLanguage()), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('Stale generated file: schemas/policy.schema.json\nRun: npm run generate');
  process.exit(1);
}

function policyFileSchema({ CONDITIONS, conditionSchema, policySchema }) {
  const shape = toJsonSchema(policySchema, { definitions: { condition: conditionSchema }, errorMode: 'ignore' });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'hookctl policy',
    ...shape,
    $defs: {
      condition: { anyOf: [{ $ref: '#/$defs/group' }, { type: 'array', items: { $ref: '#/$defs/group' } }] },
      group: groupSchema(CONDITIONS),
    },
  };
}

function groupSchema(conditions) {
  const condition = { $ref: '#/$defs/condition' };
  const list = { type: 'array', items: condition };
  const properties = { not: condition, any: list, all: list };
  const patternProperties = {};
  for (const { name, about, value } of conditions) {
    const entry = { description: about, ...formOf(value) };
    if (name.endsWith('.*')) patternProperties[`^${name.slice(0, -2)}\\..+$`] = entry;
    else properties[name] = entry;
  }
  return { type: 'object', minProperties: 1, properties, patternProperties, additionalProperties: false };
}

/** The JSON Schema of each form that a condition's value can have. */
function formOf(value) {
  const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
  const forms = {
    globs: texts,
    commands: texts,
    words: texts,
    text: texts,
    boolean: { type: 'boolean' },
    number: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\s*(>=|<=|!=|>|<|=)' }] },
    regex: { type: 'string', pattern: '^/.+/[a-z]*$' },
    value: { type: ['string', 'number', 'boolean', 'array'] },
    unchecked: {
      type: 'object',
      properties: { files: texts, by: texts },
      required: ['by'],
      additionalProperties: false,
    },
  };
  if (forms[value] === undefined) throw new Error(`no JSON Schema for the form ${value}`);
  return forms[value];
}

/** The sources are TypeScript; a bundle in memory is the shortest way to run them. */
async function loadLanguage() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export { CONDITIONS } from './src/policy/index.ts'; export { conditionSchema, policySchema } from './src/policy/language/schema.ts';",
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
