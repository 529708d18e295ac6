import type { NeutralEvent } from '../../protocol/agent-event.ts';

const EVENTS: Record<string, NeutralEvent> = {
  // So that V8 makes no shape for each name (docs/decisions/079).
  __proto__: null as never,
  PreToolUse: 'before-tool',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-tool',
  Stop: 'stop',
  SubagentStop: 'subagent-stop',
  SubagentStart: 'subagent-start',
  SessionStart: 'session-start',
  SessionEnd: 'session-end',
  UserPromptSubmit: 'prompt',
  PreCompact: 'compact',
  PostCompact: 'after-compact',
  ConfigChange: 'config-change',
  PermissionRequest: 'permission-request',
  Notification: 'notification',
};

export function neutralEvent(native: string): NeutralEvent {
  return (Object.hasOwn(EVENTS, native) ? EVENTS[native] : undefined) ?? 'other';
}

/** A name that is not neutral is the agent's own already. */
export function nativeEvents(name: string): string[] {
  const found = Object.keys(EVENTS).filter((native) => EVENTS[native] === name);
  return found.length > 0 ? found : [name];
}
