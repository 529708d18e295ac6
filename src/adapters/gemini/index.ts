import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, keepsTranscriptIn } from '../family/forms.ts';

const EVENTS =
  /^(?:BeforeTool|AfterTool|BeforeAgent|AfterAgent|BeforeModel|AfterModel|BeforeToolSelection|PreCompress)$/;

export const gemini: Adapter = /* @__PURE__ */ defineDialect({
  name: 'gemini',
  title: 'Gemini CLI',
  capabilities: capabilities({
    package: '@google/gemini-cli',
    program: 'gemini',
    version: '0.61.0',
    evidence: 'driven',
    ask: { interactive: 'asks', headless: 'hangs' },
    rewrite: 'full',
    context: ['session-start', 'prompt', 'after-tool'],
    stop: { held: true, limit: null },
    notes: [
      'Timeouts are in milliseconds; `gemini hooks migrate` copies the seconds of Claude Code unchanged, which switches the hooks off.',
      'In a folder that is not trusted no hook runs.',
    ],
  }),
  traits: {
    projectVariable: 'GEMINI_PROJECT_DIR',
    marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
    programs: ['gemini'],
    packages: ['@google/gemini-cli'],
    files: [filesIn('.gemini', 'settings.json trustedFolders.json hooks/**', 'GEMINI_CLI_HOME')],
  },
  settingsFiles: ['.gemini/settings.json'],
  recognises: (payload) =>
    EVENTS.test(String(payload['hook_event_name'])) ||
    (keepsTranscriptIn(payload, '.gemini') && 'hook_event_name' in payload)
      ? 'certain'
      : 'no',
  hookVariables: ['GEMINI_PROJECT_DIR', 'GEMINI_SESSION_ID'],
  tools: {
    shell: 'run_shell_command',
    write: 'write_file',
    edit: 'replace edit',
    read: 'read_file read_many_files',
    search: 'search_file_content grep_search glob google_web_search',
    fetch: 'web_fetch',
    spawn: 'delegate_to_agent codebase_investigator generalist cli_help browser_agent',
    quiet:
      'list_directory save_memory write_todos ask_user enter_plan_mode exit_plan_mode activate_skill get_internal_docs complete_task update_topic tracker_create_task',
    mcp: /^mcp_(?<server>[^_]+)_(?<tool>.+)$/,
  },
  answers: {
    deny: { 'before-tool': 'deny', 'after-tool': 'deny', prompt: 'deny', stop: 'deny' },
    ask: 'decision-message',
    allow: 'decision',
    context: { 'session-start': 'nested', prompt: 'nested', 'after-tool': 'nested' },
    message: 'systemMessage',
  },
  modes: { yolo: 'bypass', auto_edit: 'accept-edits', autoEdit: 'accept-edits' },
});
