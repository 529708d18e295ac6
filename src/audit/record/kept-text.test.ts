import { array, assert, constantFrom, dictionary, integer, jsonValue, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { keptPayload } from './kept-payload.ts';
import { keptText } from './kept-text.ts';

const ROOM = 2_048;

it('keeps nothing that would be shortened, masked or hidden', () => {
  const text = oneof(
    { weight: 6, arbitrary: string({ unit: 'grapheme-ascii', maxLength: 20 }) },
    {
      weight: 3,
      arbitrary: constantFrom('a "quoted" word', 'two\nlines\t', 'C:\\temp', '\u0001', 'ü', '😀', '\ud800'),
    },
    {
      weight: 2,
      arbitrary: constantFrom('PGPASSWORD=hunter2 psql', '--token=abcdefgh', 'Bearer abcdefghijkl', 'my key'),
    },
    { weight: 1, arbitrary: integer({ min: 400, max: 2_000 }).map((length) => 'x'.repeat(length)) },
  );
  const name = oneof(text, constantFrom('tool_response', 'tool_result', 'tool_output', 'password', 'command'));
  const deep = integer({ min: 1, max: 12 }).map(
    (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown,
  );
  const value = oneof(text, jsonValue({ maxDepth: 3 }), array(text, { maxLength: 3 }), dictionary(name, text), deep);
  const long = integer({ min: 50, max: 70 }).map((length) => ({ list: Array.from({ length }, (_, i) => i) }));
  const payload = oneof({ weight: 9, arbitrary: dictionary(name, value, { maxKeys: 6 }) }, long);
  // As an agent writes it, with a line's end, and as somebody may who writes more than he needs.
  const written = constantFrom(
    (raw: unknown) => JSON.stringify(raw),
    (raw: unknown) => `${JSON.stringify(raw)}\n`,
    (raw: unknown) => JSON.stringify(raw, null, 1),
    (raw: unknown) => JSON.stringify(raw).replace('a', '\\u0061').replaceAll('/', '\\/'),
  );
  let kept = 0;
  assert(
    property(payload, written, (raw, write) => {
      const source = write(raw);
      const text = keptText(source, ROOM);
      if (text === null) return;
      kept += 1;
      const usual = keptPayload(JSON.parse(source) as Record<string, unknown>, ROOM);
      expect({ payload: JSON.parse(text) as unknown, payloadCut: false, isLine: !text.includes('\n') }).toEqual({
        payload: JSON.parse(usual.payload) as unknown,
        payloadCut: usual.payloadCut,
        isLine: true,
      });
    }),
    { numRuns: 3_000 },
  );
  expect(kept).toBeGreaterThan(500);
});

const list = (length: number) => JSON.stringify({ list: Array.from({ length }, () => 1) });
const nested = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);
const answered = (length: number) => JSON.stringify({ tool_response: 'x'.repeat(length) });

it.each([
  ['an ordinary call', '{"tool_name":"Bash","tool_input":{"command":"ls -la \\"a b\\"\\n"}}', true],
  ['a word in disguise', '{"command":"\\u0050GPASSWORD=hunter2 psql"}', false],
  ['a slash in disguise', '{"url":"https:\\/\\/me:hunter2@example.com"}', false],
  ['a trace of a secret', '{"command":"PGPASSWORD=hunter2 psql"}', false],
  ['two lines', '{"a":1,\n"b":2}', false],
  ['another script', '{"a":"ü"}', false],
  ['a long list', list(61), false],
  ['a list', list(59), true],
  ['much in one another', nested(9), false],
  ['something in one another', nested(8), true],
  ['a long answer of a tool', answered(451), false],
  ['an answer of a tool', answered(400), true],
  ['an answer within an answer', '{"tool_response":{"tool_result":"x"}}', false],
  ['a text as long as what was asked may be', JSON.stringify({ prompt: 'x'.repeat(1_700) }), true],
  ['a longer one', JSON.stringify({ prompt: 'x'.repeat(1_801) }), false],
])('%s', (_, text, isKept) => {
  expect(keptText(text, ROOM)).toBe(isKept ? text : null);
});

it('keeps no more than there is room for', () => {
  expect([keptText(list(20), 40), keptText(list(20), 50)]).toEqual([null, list(20)]);
});
