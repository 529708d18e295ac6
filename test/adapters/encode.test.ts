import { describe, expect, it } from 'vitest';
import type { AgentEvent, Answer } from '../../src/protocol/agent-event.ts';
import { isObeyed } from './behaviour.ts';
import { decoded } from './fixtures.ts';
import { NAMES, SPEAKERS } from './samples.ts';

const REASON = 'src/a.ts is locked. [locked]';
const say = (verdict: Answer['verdict'], more: Partial<Answer> = {}): Answer => ({
  verdict,
  reason: verdict === 'none' ? '' : REASON,
  context: [],
  userMessages: [],
  ...more,
});

it('every agent has a dialect to try', () => {
  expect([...new Set(SPEAKERS.map(({ adapter }) => adapter.name))].sort()).toEqual([...NAMES].sort());
});

describe.each(SPEAKERS)('answers to $dialect', ({ dialect, adapter, before }) => {
  const event = decoded(before, adapter);
  const at = (neutral: AgentEvent['event'], nativeEvent: string): AgentEvent => ({
    ...event,
    event: neutral,
    nativeEvent,
    tool: null,
    actions: [],
  });

  it('a refusal stops the call, with and without a word to the person', () => {
    const plain = adapter.encode(event, say('deny'));
    const wordy = adapter.encode(
      event,
      say('deny', { userMessages: ['The policy has errors.'], context: ['Use b.ts.'] }),
    );
    expect([isObeyed(dialect, 'before', plain), isObeyed(dialect, 'before', wordy)]).toEqual([true, true]);
    expect(`${plain.stdout}${plain.stderr}`).toContain('src/a.ts is locked.');
  });

  it('a refused stop keeps the agent going where the row says so', () => {
    const answer = adapter.encode(at('stop', 'Stop'), say('deny'));
    expect(isObeyed(dialect, 'stop', answer)).toBe(adapter.capabilities.stop.held);
  });

  it('a refused prompt is held up where the row says so', () => {
    const answer = adapter.encode(at('prompt', 'UserPromptSubmit'), say('deny'));
    expect(isObeyed(dialect, 'prompt', answer)).toBe(adapter.capabilities.prompt !== 'passes');
  });

  it('what cannot be expressed is said to the person, not left out', () => {
    const { stdout, stderr } = adapter.encode(at('session-end', 'SessionEnd'), say('deny'));
    expect(`${stdout}${stderr}`).toContain('src/a.ts is locked.');
  });

  it('silence and permission refuse nothing', () => {
    for (const verdict of ['none', 'allow'] as const) {
      const answer = adapter.encode(event, say(verdict));
      expect([verdict, isObeyed(dialect, 'before', answer), answer.exitCode]).toEqual([verdict, false, 0]);
    }
  });

  it('a question is asked only where it is not taken for a yes', () => {
    const { ask } = adapter.capabilities;
    const isSafe = (fate: string) => fate === 'asks' || fate === 'denies';
    const fates =
      event.interactive === 'unknown'
        ? [ask.interactive, ask.headless]
        : [event.interactive ? ask.interactive : ask.headless];
    expect(event.noQuestion === undefined).toBe(fates.every(isSafe));
    if (event.noQuestion !== undefined) return;
    expect(adapter.encode(event, say('ask')).stdout).toMatch(/"(?:permissionDecision|decision)":"(?:ask|force_ask)"/);
  });
});
