import type { NeutralEvent } from '../../protocol/agent-event.ts';
import { EVENT_NAMES, isEventName, rowOf } from '../../protocol/event.ts';

export function neutralEvent(native: string): NeutralEvent {
  return isEventName(native) ? rowOf(native).neutral : 'other';
}

export function eventNamedIn(text: string): string {
  return /"hook_event_name"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? 'PreToolUse';
}

/** A name that is not neutral is the agent's own already. */
export function nativeEvents(name: string): string[] {
  const natives = name === 'other' ? [] : EVENT_NAMES.filter((native) => rowOf(native).neutral === name);
  return natives.length > 0 ? natives : [name];
}
