import { anything, assert, constantFrom, json, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, rowOf } from './event.ts';
import { classifyStdout, type Stdout } from './stdout.ts';

const row = rowOf('PreToolUse');
const DENY = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
const deny = JSON.stringify(DENY);

const read = (stdout: string): Stdout => classifyStdout(row, stdout);
const text = (value: string): Stdout => ({ kind: 'text', text: value });
const answer = (output: Record<string, unknown>, ignored: string[] = []): Stdout => ({ kind: 'json', output, ignored });

describe('what stdout is taken for (observed-here.md 1.4)', () => {
  it.each<[string, string, Stdout]>([
    ['nothing', '', { kind: 'empty' }],
    ['blanks and newlines', ' \n\t\r\n ', { kind: 'empty' }],
    ['a word', 'hello\n', text('hello')],
    ['an array', '[{"decision":"block"}]', text('[{"decision":"block"}]')],
    ['null', 'null', text('null')],
    ['true', 'true', text('true')],
    ['a number', '5', text('5')],
    ['a string', '"str"', text('"str"')],
    ['an object', deny, answer(DENY)],
    ['an empty object', '{}', answer({})],
    ['an empty object over two lines', '{\n}', answer({})],
    ['a banner before the object', `Welcome!\n${deny}`, text(`Welcome!\n${deny}`)],
    ['a word after the object', `${deny}\ndone`, text(`${deny}\ndone`)],
    ['half an object', deny.slice(0, -3), text(deny.slice(0, -3))],
    ['blanks, tabs, VT, FF, NBSP around it', ` \t\v\f\u00A0${deny}\u00A0\f\v\t `, answer(DENY)],
    ['CRLF around and inside', `\r\n${JSON.stringify(DENY, null, 2).replaceAll('\n', '\r\n')}\r\n`, answer(DENY)],
    ['a byte order mark', `\uFEFF${deny}`, answer(DENY)],
    ['NUL before it', `\0${deny}`, text(`\0${deny}`)],
    ['NUL after it', `${deny}\0`, text(`${deny}\0`)],
    ['a colour code before it', `\u001B[0m${deny}`, text(`\u001B[0m${deny}`)],
    ['a zero-width space before it', `\u200B${deny}`, text(`\u200B${deny}`)],
    ['a replaced byte inside a string', '{"reason":"\uFFFD"}', answer({ reason: '\uFFFD' })],
    ['duplicate keys', '{"reason":"a","reason":"b"}', answer({ reason: 'b' })],
    ['unknown keys', '{"permissionDecision":"deny"}', answer({ permissionDecision: 'deny' }, ['permissionDecision'])],
    ['a log of unknown objects', '{"a":1}\n{"b":2}', text('{"a":1}\n{"b":2}')],
    ['a log with blank lines', '{"a":1}\n\n \n{"b":2}', text('{"a":1}\n\n \n{"b":2}')],
    ['a log with an array line', '{"a":1}\n[1]\n{"b":2}', text('{"a":1}\n[1]\n{"b":2}')],
    ['a log whose known field is wrong', '{"a":1}\n{"continue":"x"}', text('{"a":1}\n{"continue":"x"}')],
    [
      'a log with a bad specific part',
      '{"a":1}\n{"hookSpecificOutput":{}}',
      text('{"a":1}\n{"hookSpecificOutput":{}}'),
    ],
    ['a log with async', '{"a":1}\n{"async":true}', text('{"a":1}\n{"async":true}')],
    [
      'a log with a misplaced decision',
      '{"a":1}\n{"permissionDecision":"deny"}',
      text('{"a":1}\n{"permissionDecision":"deny"}'),
    ],
    ['a log of inherited names', '{"constructor":1}\n{"toString":2}', text('{"constructor":1}\n{"toString":2}')],
    ['async', '{"async":true}', { kind: 'async' }],
    ['async beside a deny', JSON.stringify({ ...DENY, async: true, asyncTimeout: 'x' }), { kind: 'async' }],
    ['async false beside a deny', JSON.stringify({ ...DENY, async: false }), answer({ ...DENY, async: false })],
    ['async "yes"', '{"async":"yes"}', answer({ async: 'yes' })],
    ['async null', '{"async":null,"asyncTimeout":-1}', answer({ async: null, asyncTimeout: -1 })],
  ])('%s', (_, stdout, expected) => {
    expect(read(stdout)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['a trailing comma', '{"decision":"block",}'],
    ['single quotes', "{'decision':'block'}"],
    ['a comment', '{/* no */}'],
    ['bare keys', '{decision:"block"}'],
    ['NaN', '{"a":NaN}'],
    ['a raw tab in a string', '{"a":"\t"}'],
    ['two objects on one line', '{"a":1} {"b":2}'],
    ['two pretty-printed objects', '{\n"a":1\n}\n{\n"b":2\n}'],
    ['a log with an answer', '{"a":1}\n{"reason":"x"}'],
    ['a log with a system message', '{"systemMessage":"x"}\n{"a":1}'],
    ['a log with a deny', `{"a":1}\n${deny}`],
    ['a log with a line that is no JSON', '{"a":1}\nnot json\n{"b":2}'],
  ])('invalid, not JSON: %s', (_, stdout) => {
    const result = read(stdout);
    expect(result).toEqual({
      kind: 'invalid',
      problem: expect.stringMatching(/^looks like JSON but is not: ./),
      wrongEvent: false,
    });
  });

  it('says which field does not fit', () => {
    expect(read('{"decision":"deny"}')).toEqual({
      kind: 'invalid',
      problem: 'JSON does not fit PreToolUse: decision: expected "approve" | "block", got "deny"',
      wrongEvent: false,
    });
  });

  it("tells another event's answer from a misspelt one", () => {
    const other = (hookEventName: unknown) => JSON.stringify({ hookSpecificOutput: { hookEventName } });
    const wrongEvent = (name: unknown) => {
      const result = read(other(name));
      return result.kind === 'invalid' ? result.wrongEvent : result.kind;
    };
    expect([
      wrongEvent('Stop'),
      wrongEvent('PostToolUse'),
      wrongEvent('SessionEnd'),
      wrongEvent('stop'),
      wrongEvent(null),
    ]).toEqual([true, true, false, false, false]);
  });
});

const jsonish = string({
  unit: constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\n',
    ' ',
    'a',
    '\\',
    'true',
    '"async"',
    '"decision"',
    'null',
    '1',
  ),
  maxLength: 40,
});

it('no stdout makes the classifier throw', () => {
  const answers = anything({ withNullPrototype: false }).map((value) => {
    const keys = ['decision', 'reason', 'continue', 'hookSpecificOutput', '__proto__', 'constructor'];
    return `{${keys.map((key) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`;
  });
  assert(
    property(
      oneof(
        string(),
        jsonish,
        json(),
        answers,
        jsonish.map((inner) => `{${inner}}`),
      ),
      constantFrom(...EVENT_NAMES),
      (stdout, event) => {
        expect(['empty', 'text', 'json', 'async', 'invalid']).toContain(classifyStdout(rowOf(event), stdout).kind);
      },
    ),
    { numRuns: 2000 },
  );
});
