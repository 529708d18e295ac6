import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS, isText } from '../family/forms.ts';

/** Its tools are named after the extension that holds them: `developer` is its own. */
export const goose: Adapter = /* @__PURE__ */ defineDialect({
  name: 'goose',
  title: 'Goose',
  capabilities: capabilities({ program: 'goose', version: '1.38' }),
  traits: {
    marks: ['GOOSE_TERMINAL'],
    programs: ['goose'],
    files: [filesIn('.agents/plugins/hookctl', 'plugin.json hooks/**')],
  },
  settingsFiles: ['.agents/plugins/hookctl/hooks/hooks.json', '.agents/plugins/hookctl/plugin.json'],
  recognises: (payload) =>
    isText(payload['event']) && isText(payload['working_dir']) && !('event_type' in payload) ? 'certain' : 'no',
  tools: {
    shell: 'developer__shell shell',
    editor: 'developer__text_editor text_editor',
    write: 'developer__write write',
    edit: 'developer__edit edit',
    read: 'developer__read developer__image_processor read',
    search: 'developer__analyze analyze',
    node: 'code_execution__execute execute',
    spawn: 'subagent__delegate delegate dynamic_task__create_task',
    quiet: 'todo__todo_write todo__todo_read developer__tree tree chatrecall__chatrecall skills__loadSkill load_skill',
    mcp: /^(?<server>(?!developer__)[\w-]+?)__(?<tool>.+)$/,
  },
  answers: { ...EXIT_FORMS, deny: { 'before-tool': 'exit2', prompt: 'exit2' } },
});
