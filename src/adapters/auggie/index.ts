import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isText } from '../family/forms.ts';

const TOOLS = ['launch-process', 'save-file', 'str-replace-editor', 'remove-files', 'codebase-retrieval'];

export const auggie: Adapter = /* @__PURE__ */ defineDialect({
  name: 'auggie',
  title: 'Auggie',
  capabilities: capabilities({
    package: '@augmentcode/auggie',
    program: 'auggie',
    version: '0.36',
    ask: { interactive: 'asks', headless: 'runs' },
    rewrite: 'full',
    context: ['session-start', 'after-tool'],
    prompt: 'passes',
    stop: { held: true, limit: null },
    notes: ['A matcher without `mcp:*` never matches tools of MCP servers.'],
  }),
  traits: {
    marks: ['AUGMENT_AGENT'],
    programs: ['auggie'],
    packages: ['@augmentcode/auggie'],
    files: [filesIn('.augment', 'settings.json')],
  },
  settingsFiles: ['.augment/settings.json', '.augment/settings.local.json'],
  recognises: (payload) =>
    TOOLS.includes(String(payload['tool_name'])) ||
    (isText(payload['conversation_id']) && !('generation_id' in payload) && !('cursor_version' in payload))
      ? 'certain'
      : 'no',
  events: { PromptSubmit: 'prompt' },
  tools: {
    shell: 'launch-process',
    typed: 'write-process',
    write: 'save-file',
    edit: 'str-replace-editor',
    patch: 'apply_patch',
    delete: 'remove-files',
    read: 'view read-file',
    search: 'codebase-retrieval grep-search web-search git-commit-retrieval',
    fetch: 'web-fetch open-browser',
    spawn: 'sub-agent',
    quiet:
      'read-process kill-process list-processes wait-process read-terminal view_tasklist add_tasks update_tasks reorganize_tasklist view-range-untruncated search-untruncated render-mermaid remember diagnostics',
  },
  answers: {
    ...COPIED_FORMS,
    deny: { 'before-tool': 'nested', 'after-tool': 'block', stop: 'block' },
    ask: 'nested',
    allow: 'nested',
    context: { 'session-start': 'nested', 'after-tool': 'nested' },
  },
});
