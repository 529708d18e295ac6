import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isIn, keepsTranscriptIn } from '../family/forms.ts';

export const qwen: Adapter = /* @__PURE__ */ defineDialect({
  name: 'qwen',
  title: 'Qwen Code',
  capabilities: capabilities({
    package: '@qwen-code/qwen-code',
    program: 'qwen',
    version: '0.24.4',
    evidence: 'driven',
    ask: { interactive: 'asks', headless: 'denies' },
    context: ['session-start', 'prompt'],
    stop: { held: true, limit: 8 },
    notes: [
      'A timeout of 1000 or more is read as milliseconds, a smaller one as seconds.',
      'After each tool it sends an empty prompt, which is not from a person.',
    ],
  }),
  traits: {
    marks: ['QWEN_CODE'],
    programs: ['qwen'],
    packages: ['@qwen-code/qwen-code'],
    files: [filesIn('.qwen', 'settings.json trustedFolders.json hooks/**', 'QWEN_HOME')],
  },
  settingsFiles: ['.qwen/settings.json'],
  recognises: (payload) =>
    keepsTranscriptIn(payload, '.qwen') ||
    isIn(payload, 'prompt_id', '########') ||
    ('tool_call_id' in payload && 'tool_use_id' in payload)
      ? 'certain'
      : 'no',
  tools: {
    shell: 'run_shell_command',
    write: 'write_file',
    edit: 'edit replace notebook_edit',
    read: 'read_file read_many_files',
    search: 'grep_search glob search_file_content web_search',
    fetch: 'web_fetch',
    spawn: 'task agent',
    wrapper: 'tool_call',
    quiet: 'list_directory save_memory todo_write exit_plan_mode skill ask_user_question lsp tool_search cron_create',
  },
  answers: {
    ...COPIED_FORMS,
    ask: 'nested',
    allow: 'nested',
    context: { 'session-start': 'nested', prompt: 'nested' },
  },
  modes: { yolo: 'bypass', 'auto-edit': 'accept-edits', auto_edit: 'accept-edits' },
});
