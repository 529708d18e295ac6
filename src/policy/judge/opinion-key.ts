import type { Mode } from '../judgement.ts';
import type { Action, AgentEvent } from '../../protocol/agent-event.ts';

const LONGEST_COMMAND = 2_000;

/** What of an event is in the key. */
export const KEYED = new Set<keyof AgentEvent>([
  'event',
  'agent',
  'nativeEvent',
  'unparsed',
  'tool',
  'actions',
  'cwd',
  'projectRoot',
  'permissionMode',
  'actor',
  'scratchpad',
]);

/**
 * All that rules may see of a call before it runs, as one text; null: not worth it. Every part stands behind its length, so that none can pass for the end of
 * another: JSON would do it too, and takes four times as long.
 */
export function opinionKey(event: AgentEvent, mode: Mode | undefined): string | null {
  const { actions, tool, actor, permissionMode } = event;
  const [action] = actions;
  if (event.event !== 'before-tool' || event.unparsed !== null || actions.length !== 1) return null;
  const done = action === undefined ? null : keyOfAction(action);
  if (done === null) return null;
  const place = part(event.cwd) + part(event.projectRoot) + part(event.scratchpad);
  const who = part(actor.id) + part(actor.type) + (actor.isSubagent ? '+' : '-');
  const how = part(mode) + part(permissionMode.native) + part(permissionMode.normalised);
  const by = tool === null ? '-' : part(tool.native) + part(tool.kind) + part(tool.mcp?.server) + part(tool.mcp?.tool);
  return part(done) + place + who + how + by + part(event.agent) + part(event.nativeEvent);
}

function keyOfAction(action: Action): string | null {
  if (action.kind === 'exec')
    return action.command.length > LONGEST_COMMAND ? null : part(action.command) + part(action.cwd) + action.shell;
  if (action.kind !== 'file' || action.newText !== undefined) return null;
  return part(action.op) + part(action.path) + part(action.from) + (action.wide === true ? 'wide' : 'file');
}

function part(text: string | null | undefined): string {
  return text == null ? '-' : `${text.length}:${text}`;
}
