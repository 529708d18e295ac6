import type { DecisionRow } from '../../src/server/api.ts';
import { now } from './clock.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hour12: false });
const NUMBER = new Intl.NumberFormat('en');

export const clock = (at: number): string => CLOCK.format(at);
export const longTime = (at: number): string => LONG.format(at);
export const number = (value: number): string => NUMBER.format(value);

/** The time of today, and the day of what is older. */
export function when(at: number): string {
  return Date.now() - at < 20 * 3_600_000 ? clock(at) : DAY.format(at);
}

/** `12 s`, `4 min`, `3 h`, `2 d`; the number and its unit stay on one line. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds}\u00a0s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)}\u00a0min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)}\u00a0h`;
  return `${Math.round(seconds / 86_400)}\u00a0d`;
}

/** Counts up as time passes. */
export const ago = (at: number): string => `${span(now.value - at)} ago`;

/** `0.3 ms`, `12 ms`, `1.5 s`. */
export const milliseconds = (ms: number): string =>
  ms >= 1_000
    ? `${(ms / 1_000).toFixed(1)}\u00a0s`
    : `${ms >= 10 || Number.isInteger(ms) ? Math.round(ms) : ms.toFixed(1)}\u00a0ms`;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** The last part of a path. */
export const nameOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? path;

/** What a row is about, in the words of the agent: the command itself, a path below the project. */
export function subject(
  row: Pick<DecisionRow, 'what' | 'project' | 'nativeEvent' | 'event' | 'machine' | 'tool'>,
): string {
  const { what, project, nativeEvent } = row;
  if (isWithheld(row)) return 'not shared';
  if (what === '') return EVENTS[nativeEvent] ?? nativeEvent;
  const plain = what.replace(/^run /, '').replace(/^(?:create|modify|read|delete|move) /, '');
  return project === '' ? plain : plain.replaceAll(`${project}/`, '');
}

/** A machine that shares counts only tells that a call was made, and not which. */
export function isWithheld({ what, machine, tool }: Pick<DecisionRow, 'what' | 'machine' | 'tool'>): boolean {
  return what === '' && machine !== null && tool !== null;
}

const EVENTS: Record<string, string> = {
  SessionStart: 'session starts',
  SessionEnd: 'session ends',
  Stop: 'the agent wants to stop',
  SubagentStop: 'the subagent wants to stop',
  UserPromptSubmit: 'a person speaks',
};

/** For a shell: one word, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const shortId = (id: string): string => (id.length > 10 ? id.slice(0, 8) : id);
