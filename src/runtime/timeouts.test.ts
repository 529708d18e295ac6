import { describe, expect, it } from 'vitest';
import { type EventName, rowOf } from '../protocol/event.ts';
import type { Handler } from '../protocol/handler.ts';
import { effectiveSettings } from './settings/effective.ts';
import { readSettings } from './settings/settings-file.ts';
import type { SettingsSource } from './settings/source.ts';
import { timeoutOf } from './timeouts.ts';

/** Milliseconds for the last handler of the file that the source holds. */
function milliseconds(
  event: EventName,
  handlers: object[],
  env = {},
  source: 'project' | 'plugin' = 'project',
): number {
  const text = JSON.stringify({ hooks: { [event]: [{ hooks: handlers }] } });
  const file: SettingsSource = { ...readSettings(text), origin: { source }, path: source };
  const settings = effectiveSettings([file]);
  const last = settings.registrations(event).at(-1);
  return last === undefined ? NaN : timeoutOf(rowOf(event), last, { settings, env });
}

const command = (timeout?: number) => ({
  type: 'command',
  command: 'x',
  ...(timeout === undefined ? {} : { timeout }),
});

describe('how long a handler may take', () => {
  it.each<[EventName, Partial<Handler> & { type: string }, number]>([
    ['PreToolUse', { type: 'command', command: 'x' }, 600_000],
    ['PreToolUse', { type: 'command', command: 'x', timeout: 0.5 }, 500],
    ['PreToolUse', { type: 'prompt', prompt: 'x' }, 30_000],
    ['PreToolUse', { type: 'agent', prompt: 'x' }, 60_000],
    ['UserPromptSubmit', { type: 'command', command: 'x' }, 30_000],
    ['UserPromptSubmit', { type: 'command', command: 'x', timeout: 90 }, 90_000],
  ])('%s %j: %d ms', (event, handler, expected) => {
    expect(milliseconds(event, [handler])).toBe(expected);
  });

  it.each<[string, object[], Record<string, string>, 'project' | 'plugin', number]>([
    ['1.5 s', [command()], {}, 'project', 1500],
    ['an own, shorter one', [command(1)], {}, 'project', 1000],
    ['an own, longer one', [command(5)], {}, 'project', 5000],
    ['at most a minute', [command(500)], {}, 'project', 60_000],
    ["another's longer one does not help those without", [command(5), command()], {}, 'project', 1500],
    ["a plugin's own does not raise it", [command(5)], {}, 'plugin', 1500],
    ['the variable', [command()], { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '5000' }, 'project', 5000],
    ['a variable that is no number', [command()], { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: 'x' }, 'project', 1500],
  ])('SessionEnd: %s', (_, handlers, env, source, expected) => {
    expect(milliseconds('SessionEnd', handlers, env, source)).toBe(expected);
  });
});
