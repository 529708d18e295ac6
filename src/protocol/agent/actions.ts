import type { Action, AgentEvent } from '../agent-event.ts';

/** One short line per action, for people and for the audit trail. */
export function describeActions(event: AgentEvent): string[] {
  return event.actions.map(describe);
}

function describe(action: Action): string {
  switch (action.kind) {
    case 'exec':
      return `run ${action.command}`;
    case 'file':
      return action.from === undefined ? `${action.op} ${action.path}` : `move ${action.from} to ${action.path}`;
    case 'fetch':
      return `fetch ${action.url}`;
    case 'search':
      return `search ${action.query}`;
    case 'mcp':
      return `call ${action.tool} of ${action.server}`;
    default:
      return `start agent ${action.agentType ?? ''}`.trimEnd();
  }
}

/** No command is judged beyond its first and last 64 KB; what is far longer is cut here, so that no later step walks through megabytes. */
const LONGEST = 1024 * 1024;
const KEPT = 128 * 1024;

/** A command of many megabytes, reduced to both ends. It stays too long to be read, so a person is asked about it. */
export function boundedAction(action: Action): Action {
  if (action.kind !== 'exec' || action.command.length <= LONGEST) return action;
  return { ...action, command: `${action.command.slice(0, KEPT)}\n${action.command.slice(-KEPT)}` };
}
