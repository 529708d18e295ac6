import { mainField, toolsOfKind } from '../../adapters/claude-code/tools.ts';
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
export function createCallKeys(): (past: PastEvent) => string | null {
  const numberOf = createSurroundings();
  return (past) => {
    const { hook_event_name: event, tool_name: tool, tool_input: input } = past.payload;
    if ((event !== 'PreToolUse' && event !== 'PostToolUse') || typeof tool !== 'string') return null;
    const field = MAIN_FIELDS.get(tool);
    const about = field === undefined ? undefined : (input as Record<string, unknown> | null | undefined)?.[field];
    if (typeof about !== 'string' || about.length > LONGEST) return null;
    return `${event} ${numberOf(past)} ${tool}\0${about}`;
  };
}

const MOST = 1_000;

/**
 * Where and by whom a call was made, as a number: it seldom changes, and a short key is found faster. No number is given twice, so that what is forgotten here
 * can only be met as something new.
 */
function createSurroundings(): (past: PastEvent) => number {
  const numbers = new Map<string, number>();
  let last: { values: readonly unknown[]; number: number } = { values: [], number: 0 };
  let given = 0;
  const find = (values: readonly unknown[]): number => {
    const text = JSON.stringify(values);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    if (numbers.size >= MOST) numbers.clear();
    numbers.set(text, (given += 1));
    return given;
  };
  return ({ payload, projectRoot, branch }) => {
    const { cwd, permission_mode, agent_type, agent_id, scratchpad_dir } = payload;
    const agent = agent_id === undefined ? null : typeof agent_id;
    const values = [cwd, projectRoot, permission_mode, branch, agent, agent && agent_type, scratchpad_dir];
    if (!values.every((value, place) => value === last.values[place])) last = { values, number: find(values) };
    return last.number;
  };
}
