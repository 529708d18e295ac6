import { mainField, toolsOfKind } from '../adapters/claude-code/tools.ts';
import type { PastEvent } from './past-event.ts';

const LONGEST = 2_000;

/** What these tools do is told by one field: a command or a path. */
const MAIN_FIELDS = new Map(
  toolsOfKind(['shell', 'edit', 'write', 'read']).map((tool) => [tool, mainField(tool)] as const),
);

/**
 * What a rule usually sees of a call: the command or the path, not what is written or came out and not what else the tool was given (a description, a
 * time limit). Who keeps a judgement under this key must know that nobody asked for the rest. Null for events that are not worth it.
 */
export function keyOfCall({ payload, projectRoot, branch }: PastEvent): string | null {
  const { hook_event_name: event, tool_name: tool, tool_input: input } = payload;
  if ((event !== 'PreToolUse' && event !== 'PostToolUse') || typeof tool !== 'string') return null;
  const field = MAIN_FIELDS.get(tool);
  const about = field === undefined ? undefined : (input as Record<string, unknown> | null | undefined)?.[field];
  if (typeof about !== 'string' || about.length > LONGEST) return null;
  const { cwd, permission_mode, agent_type, agent_id, scratchpad_dir } = payload;
  const who = agent_id === undefined ? '' : `${String(agent_type)}\0${typeof agent_id}`;
  return `${event}\0${tool}\0${about}\0${String(cwd)}\0${projectRoot}\0${String(permission_mode)}\0${branch ?? ''}\0${who}\0${String(scratchpad_dir)}`;
}
