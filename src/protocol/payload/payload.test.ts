import {
  anything,
  assert,
  constantFrom,
  dictionary,
  json,
  jsonValue,
  object,
  oneof,
  property,
  string,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, rowOf } from '../event.ts';
import { checkPayload, type Decoded, decodePayload, encodePayload, type Payload } from './payload.ts';

describe('text → payload', () => {
  it.each<[string, string, Decoded]>([
    [
      'an event',
      '{"hook_event_name":"Stop","x":[1]}',
      { ok: true, payload: { hook_event_name: 'Stop', x: [1] }, inferredEvent: false },
    ],
    [
      'a byte order mark',
      '\uFEFF{"hook_event_name":"Stop"}',
      { ok: true, payload: { hook_event_name: 'Stop' }, inferredEvent: false },
    ],
    [
      'an event nobody knows',
      '{"hook_event_name":"Future"}',
      { ok: true, payload: { hook_event_name: 'Future' }, inferredEvent: false },
    ],
    ['an array', '[]', { ok: false, problem: 'not a JSON object' }],
    ['null', 'null', { ok: false, problem: 'not a JSON object' }],
    ['a string', '"Stop"', { ok: false, problem: 'not a JSON object' }],
    [
      'nothing to go by',
      '{"a":1}',
      { ok: false, problem: 'no "hook_event_name", and no field that shows the event', fields: { a: 1 } },
    ],
    [
      'a name that is no text',
      '{"hook_event_name":5}',
      { ok: false, problem: 'no "hook_event_name", and no field that shows the event', fields: { hook_event_name: 5 } },
    ],
  ])('%s', (_, text, expected) => {
    expect(decodePayload(text)).toEqual(expected);
  });

  it.each(['', ' ', '{', '{"a":}', 'Stop'])('%j is not JSON', (text) => {
    expect(decodePayload(text)).toEqual({ ok: false, problem: expect.stringMatching(/^not JSON: /) });
  });

  it.each<[string, Record<string, unknown>]>([
    ['PreToolUse', { tool_name: 'Bash', tool_input: {} }],
    ['PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_response: {} }],
    ['PostToolUseFailure', { tool_name: 'Bash', tool_input: {}, error: 'Exit code 1' }],
    ['Stop', { stop_hook_active: false }],
    ['UserPromptSubmit', { prompt: 'hi' }],
  ])('%s is inferred from its fields', (event, fields) => {
    const expected = { ok: true, payload: { ...fields, hook_event_name: event }, inferredEvent: true };
    expect(decodePayload(JSON.stringify(fields))).toEqual(expected);
  });
});

it('payload → one line and a newline', () => {
  expect(encodePayload({ hook_event_name: 'Stop', text: 'a\nb' })).toBe('{"hook_event_name":"Stop","text":"a\\nb"}\n');
});

describe('what is odd about a payload', () => {
  it.each<[string, Payload, string[]]>([
    ['nothing', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {}, permission_mode: 'future' }, []],
    ['unknown fields are fine', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: null, new: 1 }, []],
    [
      'missing and wrong fields',
      { hook_event_name: 'PreToolUse', tool_name: 5, cwd: null } as unknown as Payload,
      ['"cwd": expected string, got null', '"tool_name": expected string, got number', '"tool_input" is missing'],
    ],
  ])('%s', (_, payload, expected) => {
    expect(checkPayload(rowOf('PreToolUse').payload, payload)).toEqual(expected);
  });
});

describe('laws', () => {
  it('no text makes the decoder throw', () => {
    assert(
      property(
        oneof(
          string(),
          json(),
          string().map((inner) => `{${inner}}`),
        ),
        (text) => {
          expect(typeof decodePayload(text).ok).toBe('boolean');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('decoding what was encoded gives the same payload, unknown and odd keys included', () => {
    const fields = dictionary(oneof(string(), constantFrom('__proto__', 'constructor', 'toString')), jsonValue());
    assert(
      property(constantFrom(...EVENT_NAMES), fields, (event, more) => {
        const text = JSON.stringify({ ...more, hook_event_name: event });
        const decoded = decodePayload(text);
        expect(decoded.ok && encodePayload(decoded.payload)).toBe(`${text}\n`);
      }),
    );
  });

  it('no payload makes the check throw', () => {
    assert(
      property(constantFrom(...EVENT_NAMES), oneof(object(), dictionary(string(), anything())), (event, fields) => {
        const payload = { ...fields, hook_event_name: event };
        expect(Array.isArray(checkPayload(rowOf(event).payload, payload))).toBe(true);
      }),
    );
  });
});
