import { expect, it } from 'vitest';
import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import { isOwnWords, wordsSaid } from './own-words.ts';
import { createSession } from './session.ts';

const stop = { event: 'stop' } as AgentEvent;
const denied: Answer = { verdict: 'deny', reason: 'Run the\ntests first. [gate]', context: [], userMessages: [] };

it('the words of a refused stop are known again, however they are wrapped', () => {
  const session = createSession();
  session.append(wordsSaid(stop, denied, 1));
  const known = (prompt: string) => isOwnWords(prompt, session.state());
  expect(known('Run the tests first. [gate]')).toBe(true);
  expect(known('Hook feedback:\n"Run the  tests first. [gate]"\n')).toBe(true);
  expect(known('Run the tests')).toBe(false);
  expect(known(`Run the tests first. [gate] ${'And then tell me what you think of the design. '.repeat(9)}`)).toBe(
    false,
  );
});

it('only refused stops are remembered, and long ones by their beginning', () => {
  expect(wordsSaid({ event: 'before-tool' } as AgentEvent, denied, 1)).toEqual([]);
  expect(wordsSaid(stop, { ...denied, verdict: 'none' }, 1)).toEqual([]);
  const session = createSession();
  const long = 'word '.repeat(200);
  session.append(wordsSaid(stop, { ...denied, reason: long }, 1));
  expect(isOwnWords(long, session.state())).toBe(true);
});
