import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASES, eventsOf, hooksOf, type Payload } from './support/recorded.ts';

/** Events of the client that a transcript does not tell: nothing is judged in their place. */
const UNTOLD = ['PostToolBatch', 'SessionEnd', 'PermissionRequest', 'PostCompact'];

function isTold(payload: Payload): boolean {
  if (UNTOLD.includes(String(payload['hook_event_name']))) return false;
  // A resumed session goes on in its file without a word; the client's own agent that writes a summary leaves no lines.
  if (payload['source'] === 'resume') return false;
  return payload['hook_event_name'] !== 'SubagentStop' || payload['agent_type'] !== '';
}

const FIELDS = [
  'hook_event_name',
  'session_id',
  'cwd',
  'agent_id',
  'agent_type',
  'source',
  'trigger',
  'prompt',
  'stop_hook_active',
  'tool_name',
  'tool_input',
  'tool_use_id',
  'error',
  'is_interrupt',
];

function compared(payload: Payload): Payload {
  const kept = Object.fromEntries(
    FIELDS.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );
  if (kept['source'] === 'fork') kept['source'] = 'startup';
  // Defaults that the client fills in before it asks the hook.
  const { replace_all: _, ...input } = (kept['tool_input'] ?? {}) as Payload;
  // The transcripts of subagents hold the text of a result, not the object.
  const told = payload['agent_id'] === undefined ? payload['tool_response'] : undefined;
  const response = told === undefined ? undefined : (JSON.parse(JSON.stringify(told)) as unknown);
  return {
    ...kept,
    ...('tool_input' in kept ? { tool_input: input } : {}),
    ...(response === undefined ? {} : { response }),
  };
}

const sorted = (payloads: Payload[]) => payloads.map((payload) => JSON.stringify(ordered(payload))).sort();

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, ordered(field)]),
  );
}

describe('transcripts of the real client against what it sent to its hooks', () => {
  it.each(CASES)('%s', (name) => {
    const rebuilt = eventsOf(name).map(({ event }) => compared(event.raw));
    const sent = hooksOf(name).filter(isTold).map(compared);
    expect(sorted(rebuilt)).toEqual(sorted(sent));
    expect(rebuilt.length).toBeGreaterThan(4);
  });

  it.each(CASES.filter((name) => name !== 'denied'))('%s: in the order of the client, subagents in between', (name) => {
    const order = (payloads: Payload[]) =>
      payloads.map((payload) =>
        ['hook_event_name', 'agent_id', 'tool_use_id'].map((field) => payload[field]).join(' '),
      );
    const rebuilt = order(eventsOf(name).map(({ event }) => event.raw));
    expect(rebuilt).toEqual(order(hooksOf(name).filter(isTold)));
  });

  it('the size of the chunks changes nothing', () => {
    const whole = eventsOf('tools');
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 6_000 }), (chunkBytes) => {
        expect(eventsOf('tools', { chunkBytes })).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });
});
