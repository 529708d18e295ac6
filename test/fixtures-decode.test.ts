import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isEventName, rowOf } from '../src/protocol/event.ts';
import { checkPayload, decodePayload, encodePayload } from '../src/protocol/payload/payload.ts';
import { hookctl, ROOT } from './support/hookctl.ts';
import { scratch } from './support/scratch.ts';

const DIR = join(ROOT, 'test/fixtures/claude-code-2.1.325');

/** Every payload that was recorded: one a file, and the body of the http request. */
const PAYLOADS = readdirSync(DIR)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Record<string, unknown>] => {
    const value = JSON.parse(readFileSync(join(DIR, name), 'utf8')) as Record<string, unknown>;
    return [name, name.startsWith('http-hook') ? (value['body'] as Record<string, unknown>) : value];
  });

it('there are 30 payloads of 18 events', () => {
  const events = new Set(PAYLOADS.map(([, payload]) => payload['hook_event_name']));
  expect([PAYLOADS.length, events.size]).toEqual([30, 18]);
});

/** Equal bytes once the keys stand in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
const bytes = (text: string): string => `${JSON.stringify(sorted(JSON.parse(text)))}\n`;

describe.each(PAYLOADS)('%s', (_, payload) => {
  const wire = `${JSON.stringify(payload)}\n`;

  it('is decoded and encoded without loss', () => {
    const decoded = decodePayload(JSON.stringify(payload, null, 2));
    expect(decoded).toEqual({ ok: true, payload, inferredEvent: false });
    expect(decoded.ok && encodePayload(decoded.payload)).toBe(wire);
  });

  it('has nothing odd about it', () => {
    const event = payload['hook_event_name'];
    expect(isEventName(event) && checkPayload(rowOf(event).payload, { hook_event_name: event, ...payload })).toEqual(
      [],
    );
  });

  it('reaches a hook as it was', async () => {
    const dir = scratch();
    mkdirSync(join(dir, '.claude'));
    const event = String(payload['hook_event_name']);
    const copy = { type: 'command', command: 'cat > "$CLAUDE_PROJECT_DIR/stdin"' };
    writeFileSync(join(dir, '.claude/settings.json'), JSON.stringify({ hooks: { [event]: [{ hooks: [copy] }] } }));
    const ran = await hookctl(['fire', '--payload', '-', '--project', dir, '--home', dir, '--json'], { stdin: wire });
    const text = readFileSync(join(dir, 'stdin'), 'utf8');
    expect([ran.exitCode, ran.stderr, JSON.parse(text)]).toEqual([0, '', payload]);
    expect(text).toMatch(/^[^\n]*\n$/);
    expect(bytes(text)).toBe(bytes(wire));
  });
});
