import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, isText } from '../family/forms.ts';

/** Its payloads have no event name; their fields show it. */
export const antigravity: Adapter = /* @__PURE__ */ defineDialect({
  name: 'antigravity',
  title: 'Antigravity CLI',
  capabilities: capabilities({
    program: 'agy',
    version: '1.1',
    ask: { interactive: 'asks', headless: 'runs' },
    rewrite: 'merge',
    prompt: 'passes',
    stop: { held: true, limit: null },
    crash: 'refused',
    hang: 'refused',
    notes: ['A question is sent as `force_ask`: `ask` is skipped for what the person has always allowed.'],
  }),
  traits: { programs: ['agy'], files: [filesIn('.gemini', 'config/hooks.json')] },
  settingsFiles: ['.agents/hooks.json'],
  recognises: (payload) =>
    isText(payload['conversationId']) && ('toolCall' in payload || 'workspacePaths' in payload) ? 'certain' : 'no',
  tools: {
    shell: 'run_command',
    typed: 'send_command_input',
    write: 'write_to_file',
    edit: 'replace_file_content multi_replace_file_content',
    read: 'view_file view_content_chunk view_file_outline view_code_item',
    search: 'grep_search find_by_name codebase_search search_web search_in_file',
    fetch: 'read_url_content open_browser_url',
    spawn: 'browser_subagent invoke_subagent',
    quiet: 'list_dir command_status task_boundary notify_user read_terminal',
  },
  answers: {
    deny: { 'before-tool': 'deny', stop: 'continue' },
    ask: 'force',
    allow: null,
    context: {},
    message: null,
    // An empty answer is a refusal.
    quiet: { beforeTool: { decision: 'allow' }, others: {} },
  },
});
