import type { Adapter } from '../../protocol/agent-event.ts';
import { defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS } from '../family/forms.ts';

/** Devin CLI reads `.claude/settings.json`. Its payloads may lack the event's name. */
export const devin: Adapter = /* @__PURE__ */ defineDialect({
  name: 'devin',
  title: 'Devin CLI',
  capabilities: capabilities({ program: 'devin', stop: { held: true, limit: null } }),
  traits: { projectVariable: 'DEVIN_PROJECT_DIR', programs: ['devin'] },
  settingsFiles: ['.devin/hooks.v1.json'],
  recognises: (payload) => (payload['tool_name'] === 'exec' && !('turn_id' in payload) ? 'certain' : 'no'),
  hookVariables: ['DEVIN_PROJECT_DIR'],
  tools: {
    shell: 'exec Bash',
    typed: 'write_to_shell',
    write: 'write Write create_file',
    edit: 'edit Edit MultiEdit',
    read: 'read Read',
    search: 'grep Grep glob Glob web_search',
    fetch: 'web_fetch WebFetch webfetch',
    spawn: 'run_subagent Task',
    quiet: 'todo_write view_shell kill_shell ask_user_question',
  },
  answers: {
    ...EXIT_FORMS,
    deny: { 'before-tool': 'exit2', prompt: 'exit2', stop: 'block', 'subagent-stop': 'block' },
  },
});
