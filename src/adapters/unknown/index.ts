import type { Adapter, AgentEvent } from '../../protocol/agent-event.ts';
import { readByShape } from '../call-shape/read-by-shape.ts';
import { defineDialect } from '../family/define-dialect.ts';
import { capabilities } from '../family/forms.ts';

/**
 * A payload in the words of no agent that hookctl knows. It is judged by its shape, and refused in every form at once: one of them is the agent's.
 * Nothing is asked, because most agents take a question that they do not understand for a yes.
 */
export const unknownAgent: Adapter = /* @__PURE__ */ defineDialect({
  name: 'unknown',
  title: 'an agent that hookctl does not know',
  capabilities: capabilities({ reason: 'nobody' }),
  traits: {},
  recognises: () => 'no',
  tools: {
    shell: 'bash Bash shell Shell exec terminal',
    typed: 'write_stdin',
    write: 'Write write write_file create_file',
    edit: 'Edit edit replace edit_file',
    patch: 'apply_patch',
    read: 'Read read read_file view',
    search: 'Grep Glob grep glob',
    fetch: 'WebFetch web_fetch fetch',
    wrapper: 'use_tool call_tool tool_call use_mcp_tool',
  },
  answers: {
    deny: { 'before-tool': 'universal', prompt: 'block', stop: 'block', 'subagent-stop': 'block' },
    ask: null,
    allow: null,
    context: {},
    message: 'systemMessage',
  },
  adjust: (event) => {
    if (event.event === 'permission-request') return { ...event, event: 'before-tool' };
    return event.event === 'other' ? asCall(event) : event;
  },
});

/** An unknown event may hold a call anywhere. If nothing says what the event is about, it counts as a call. */
function asCall(event: AgentEvent): AgentEvent {
  const actions = readByShape('', event.raw, { cwd: event.cwd });
  const isNamed = event.nativeEvent !== 'unknown';
  if (actions.length === 0 && isNamed) return event;
  const kind = actions.some((action) => action.kind === 'exec') ? ('shell' as const) : ('other' as const);
  return {
    ...event,
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    ...(actions.length === 0 ? {} : { tool: { native: event.nativeEvent, kind, mcp: null }, actions }),
    unparsed: actions.length === 0 ? 'nothing in it says what it is about' : null,
  };
}
