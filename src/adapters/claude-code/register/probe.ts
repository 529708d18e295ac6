import type { Probe } from '../../agent.ts';
import { VARIABLES } from '../variables.ts';
import { AGENT_ARGS, IF_MISSING } from './hook-entries.ts';

export const PROBE: Probe = {
  // As it is registered: a dispatcher that does not know an argument must not be.
  args: [...AGENT_ARGS, ...IF_MISSING],
  env: (projectRoot) => ({ [VARIABLES.projectDir]: projectRoot }),
  payload: (command, { cwd, session }) => ({
    hook_event_name: 'PreToolUse',
    session_id: session,
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  }),
  isDenied: (stdout, reason) => {
    try {
      const { hookSpecificOutput: output } = JSON.parse(stdout) as {
        hookSpecificOutput?: { permissionDecision?: unknown; permissionDecisionReason?: unknown };
      };
      return output?.permissionDecision === 'deny' && String(output.permissionDecisionReason).includes(reason);
    } catch {
      return false;
    }
  },
};
