import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS, isText } from '../family/forms.ts';

export const openhands: Adapter = /* @__PURE__ */ defineDialect({
  name: 'openhands',
  title: 'OpenHands',
  capabilities: capabilities({ program: 'openhands', stop: { held: true, limit: null } }),
  traits: { programs: ['openhands'], files: [filesIn('.openhands', 'hooks.json')] },
  settingsFiles: ['.openhands/hooks.json'],
  recognises: (payload) => (isText(payload['event_type']) ? 'certain' : 'no'),
  tools: {
    shell: 'terminal execute_bash bash',
    editor: 'file_editor str_replace_editor',
    patch: 'apply_patch',
    write: 'write_file',
    edit: 'edit',
    read: 'read_file',
    search: 'grep glob',
    fetch: 'browser_navigate fetch',
    spawn: 'delegate task',
    quiet: 'task_tracker finish think list_directory browser_get_state browser_click browser_scroll invoke_skill',
  },
  answers: EXIT_FORMS,
});
