import { expect, test } from 'vitest';
import { decodePayload } from './payload.ts';

const nested = (levels: number) =>
  `{"hook_event_name":"Stop","x":${'['.repeat(levels)}${']'.repeat(levels)},"y":{"z":[1,{"a":"b"}]}}`;
const withFields = (count: number) =>
  JSON.stringify({
    hook_event_name: 'Stop',
    x: Object.fromEntries(Array.from({ length: count }, (_, at) => [`field number ${at}`, at])),
  });

test('a payload that nests as real ones do is read', () => {
  expect(decodePayload(nested(499)).ok).toBe(true);
});

test.each([500, 100_000, 1_000_000])('a payload that nests %i levels deep is not judged on any host', (levels) => {
  expect(decodePayload(nested(levels))).toEqual({
    ok: false,
    problem: 'it nests too deeply',
    outline: { hook_event_name: 'Stop' },
  });
});

test('a payload with very many fields is refused before it is parsed', () => {
  expect(decodePayload(withFields(90_000)).ok).toBe(true);
  expect(decodePayload(withFields(110_000))).toEqual({ ok: false, problem: 'it has more than 100,000 fields' });
});

test('a large file of JSON as the content of a call is one field', () => {
  const content = withFields(200_000);
  expect(decodePayload(JSON.stringify({ hook_event_name: 'PreToolUse', tool_input: { content } })).ok).toBe(true);
});
