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
