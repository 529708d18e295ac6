import type { EventRow } from './event-row.ts';
import { EVENTS } from './events/index.ts';
import type { FromFields } from './field.ts';
import type { Payload } from './payload/payload.ts';

export type EventName = keyof typeof EVENTS;

/** The payload of one event, typed; unknown fields stay in place. */
export type EventPayload<E extends EventName> = Payload & FromFields<(typeof EVENTS)[E]['payload']>;

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(EVENTS, name);
}

export function rowOf(name: EventName): EventRow {
  return EVENTS[name];
}

/** What a matcher is compared with, or null where a matcher is ignored. */
export function subjectOf(row: EventRow, payload: Payload): string | null {
  if (row.subject === null) return null;
  const value = payload[row.subject];
  if (typeof value !== 'string') return '';
  switch (row.subjectForm) {
    case 'as-is':
      return value;
    case 'basename':
      return value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1);
    case 'model-name':
      return canonicalModel(value);
  }
}

/** `PreToolUse:Bash`, `SessionStart:startup`, `Stop`: how the client names a hook in its messages. */
export function hookName(row: EventRow, payload: Payload): string {
  const subject = row.namedBySubject ? subjectOf(row, payload) : null;
  return subject ? `${row.name}:${subject}` : row.name;
}

/** Context messages name the subject on tool events only. */
export function contextName(row: EventRow, payload: Payload): string {
  return row.acceptsIf ? hookName(row, payload) : row.name;
}

/** Dates, context-window suffixes and provider prefixes fold into one name. */
function canonicalModel(name: string): string {
  return name
    .replace(/\[[^\]]*\]$/, '')
    .replace(/^.*(?:anthropic[./]|\/)/, '')
    .replace(/(?:@|-)\d{8}(?:-v\d+(?::\d+)?)?$/, '')
    .replace(/-v\d+(?::\d+)?$/, '');
}
