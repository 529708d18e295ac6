import { expect, it } from 'vitest';
import { EVENT_NAMES, rowOf } from '../../protocol/event.ts';
import { CONTEXT_EVENTS } from './hook-answer.ts';

it('the type of an answer names every event on which an answer can carry context', () => {
  const carrying = EVENT_NAMES.filter((name) => {
    const { output, exit2 } = rowOf(name);
    return 'additionalContext' in output && !('permissionDecision' in output) && exit2.effect !== 'keeps-going';
  });
  expect([...CONTEXT_EVENTS].sort()).toEqual([...carrying].sort());
});
