import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import { CONDITIONS } from '../../src/policy/index.ts';
import type { ValueForm } from '../../src/policy/conditions/condition.ts';
import { conditionSchema, policySchema } from '../../src/policy/language/schema.ts';

/** The editor's schema: the shape from the parser's own schema, the predicates from the list of conditions. `vitest -u` writes it anew. */
test('schemas/policy.schema.json is what the parser accepts', async () => {
  const made = toJsonSchema(policySchema, {
    definitions: { condition: conditionSchema },
    errorMode: 'ignore',
  }) as Record<string, unknown>;
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'hookctl policy',
    ...made,
    $defs: {
      condition: { anyOf: [{ $ref: '#/$defs/group' }, { type: 'array', items: { $ref: '#/$defs/group' } }] },
      group: group(),
    },
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../schemas/policy.schema.json');
});

const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const FORMS: Record<ValueForm, object> = {
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

function group() {
  const condition = { $ref: '#/$defs/condition' };
  const list = { type: 'array', items: condition };
  const properties: Record<string, unknown> = { not: condition, any: list, all: list };
  const patternProperties: Record<string, unknown> = {};
  for (const { name, about, value } of CONDITIONS) {
    const entry = { description: about, ...FORMS[value] };
    if (name.endsWith('.*')) patternProperties[`^${name.slice(0, -2)}\\..+$`] = entry;
    else properties[name] = entry;
  }
  return { type: 'object', minProperties: 1, properties, patternProperties, additionalProperties: false };
}
