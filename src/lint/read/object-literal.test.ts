import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ObjectLiteral, objectsIn, UNKNOWN } from './object-literal.ts';

const U = UNKNOWN;

describe('objects as people write them', () => {
  it.each<[string, string, object[]]>([
    ['JSON', '{"a": "x", "b": [1, true, null]}', [{ a: 'x', b: [1, true, null] }]],
    ['JSON in double quotes of a shell', '"{\\"a\\": \\"x\\"}"', [{ a: 'x' }]],
    ['jq', '{a: "x", b: (.c + "y"), $d, e: .f}', [{ a: 'x', b: U, d: U, e: U }]],
    ['Python', "{'a': True, 'b': None, 'c': f'{x}', 'd': y[0]}", [{ a: true, b: null, c: U, d: U }]],
    ['JavaScript', "{ a: 'x', b: { c: `t ${u}` }, }", [{ a: 'x', b: { c: U } }]],
    ['a shell word put together', `{"a":"'"$X"'","b":"y"}`, [{ a: U, b: 'y' }]],
    ['printf', '{"a":"%s"}', [{ a: U }]],
    ['blocks around it', 'if (x) { return f({ a: 1 }); }', [{ a: 1 }]],
    ['two of them', '{"a":1} {"b":2}', [{ a: 1 }, { b: 2 }]],
    ['not closed', '{"a": {"b": 1}', [{ b: 1 }]],
  ])('%s', (_, text, values) => {
    expect(objectsIn(text).map(({ value }) => value)).toEqual(values);
  });
});

/** What JSON allows and what does not look like a template. */
const plain = fc.stringMatching(/^[a-z0-9 _:,.[\]-]*$/);
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, plain, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).object;

it('law: every JSON object is read back, and its place with it', () => {
  fc.assert(
    fc.property(json, plain, (value, before) => {
      const text = `${before} ${JSON.stringify(value)}`;
      const found: ObjectLiteral[] = [{ value: value as never, start: before.length + 1, end: text.length }];
      expect(objectsIn(text)).toEqual(found);
    }),
  );
});

it('law: no text makes it throw or give a place outside the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]"\'\\:,$%ab1 \n'), maxLength: 60 }), (text) => {
      for (const { start, end } of objectsIn(text)) expect(0 <= start && start < end && end <= text.length).toBe(true);
    }),
  );
});
