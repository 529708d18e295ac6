import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS, isText } from '../family/forms.ts';

/** One event for each kind of call. Exit code 2 is the only answer that Windsurf reads. */
export const windsurf: Adapter = /* @__PURE__ */ defineDialect({
  name: 'windsurf',
  title: 'Windsurf Cascade',
  capabilities: capabilities({ stop: { held: false, limit: null } }),
  traits: { files: [filesIn('.codeium/windsurf', 'hooks.json')] },
  settingsFiles: ['.windsurf/hooks.json'],
  recognises: (payload) => (isText(payload['agent_action_name']) ? 'certain' : 'no'),
  events: { post_cascade_response: 'other', post_setup_worktree: 'other' },
  tools: {
    shell: 'pre_run_command post_run_command',
    edit: 'pre_write_code post_write_code',
    read: 'pre_read_code post_read_code',
  },
  answers: { ...EXIT_FORMS, deny: { 'before-tool': 'exit2', prompt: 'exit2' } },
});
