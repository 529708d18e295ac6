import type { Adapter } from '../../protocol/agent-event.ts';
import { defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS } from '../family/forms.ts';

const EVENTS = /^(?:agentSpawn|userPromptSubmit|preToolUse|postToolUse|stop|PreTaskExec|PostTaskExec)$/;
const TOOLS = ['fs_read', 'fs_write', 'execute_bash', 'execute_cmd', 'use_aws'];

export const kiro: Adapter = /* @__PURE__ */ defineDialect({
  name: 'kiro',
  title: 'Kiro',
  capabilities: capabilities({
    program: 'kiro-cli',
    version: '2 and 3',
    context: ['session-start', 'prompt'],
    notes: ['A refused stop does not keep Kiro going.'],
  }),
  traits: { programs: ['kiro-cli'] },
  settingsFiles: ['.kiro/hooks/hookctl.json'],
  recognises: (payload) =>
    (EVENTS.test(String(payload['hook_event_name'])) && !('cursor_version' in payload)) ||
    TOOLS.includes(String(payload['tool_name']))
      ? 'certain'
      : 'no',
  events: { PreTaskExec: 'other', PostTaskExec: 'other' },
  tools: {
    shell: 'execute_bash execute_cmd shell',
    editor: 'fs_write write',
    read: 'fs_read read',
    search: 'grep glob web_search code',
    fetch: 'web_fetch',
    spawn: 'use_subagent delegate subagent',
    quiet: 'knowledge thinking todo_list introspect report_issue gh_issue session',
  },
  answers: {
    ...EXIT_FORMS,
    deny: { 'before-tool': 'exit2', prompt: 'exit2' },
    context: { 'session-start': 'text', prompt: 'text' },
  },
});
