import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_BY_WORD, COPIED_TOOLS, keepsTranscriptIn } from '../family/forms.ts';

/** Claude Code's format, by its documentation. Without a transcript or its own variable only `--agent` distinguishes it from Claude Code. */
export const iflow: Adapter = /* @__PURE__ */ defineDialect({
  name: 'iflow',
  title: 'iFlow CLI',
  capabilities: capabilities({
    package: '@iflow-ai/iflow-cli',
    program: 'iflow',
    context: ['session-start', 'prompt', 'after-tool'],
    stop: { held: true, limit: null },
  }),
  traits: {
    projectVariable: 'IFLOW_PROJECT_DIR',
    programs: ['iflow'],
    packages: ['@iflow-ai/iflow-cli'],
    files: [filesIn('.iflow', 'settings.json settings.local.json hooks/**')],
  },
  settingsFiles: ['.iflow/settings.json', '.iflow/settings.local.json'],
  recognises: (payload) => (keepsTranscriptIn(payload, '.iflow') ? 'certain' : 'no'),
  hookVariables: ['IFLOW_PROJECT_DIR'],
  tools: {
    ...COPIED_TOOLS,
    shell: 'Bash run_shell_command',
    write: 'Write write_file',
    edit: 'Edit MultiEdit NotebookEdit replace multi_edit',
    read: 'Read read_file read_many_files',
    fetch: 'WebFetch web_fetch',
  },
  answers: COPIED_BY_WORD,
});
