import type { Adapter } from '../../protocol/agent-event.ts';
import { defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isText } from '../family/forms.ts';

/** The agent mode of VS Code reads `.claude/settings.json`, ignores matchers, and keeps its own tools with fields in camelCase. */
export const vscode: Adapter = /* @__PURE__ */ defineDialect({
  name: 'vscode',
  title: 'VS Code agent mode',
  capabilities: capabilities({
    ask: { interactive: 'asks', headless: 'asks' },
    rewrite: 'full',
    context: ['session-start', 'prompt', 'before-tool', 'after-tool'],
    stop: { held: true, limit: null },
    notes: [
      'VS Code asks the person at the editor. hookctl has never been run in it.',
      'VS Code needs no separate file. According to its documentation, it runs what `hookctl install` writes for Claude Code and what `hookctl install --agent copilot --scope project` writes.',
    ],
  }),
  traits: {},
  settingsFiles: ['.github/hooks/hookctl.json'],
  recognises: (payload) => {
    if (TOOLS.includes(String(payload['tool_name']))) return 'certain';
    // What is left of the payloads that stamp the time.
    const isStamped = isText(payload['hook_event_name']) && isText(payload['timestamp']);
    return isStamped && 'transcript_path' in payload ? 'likely' : 'no';
  },
  tools: {
    shell: 'run_in_terminal run_task runInTerminal',
    typed: 'send_to_terminal',
    write: 'create_file create_directory create_new_jupyter_notebook',
    edit: 'replace_string_in_file multi_replace_string_in_file insert_edit_into_file edit_notebook_file edit_file',
    patch: 'apply_patch',
    read: 'read_file view_image read_notebook_cell_output copilot_getNotebookSummary',
    search: 'grep_search file_search semantic_search github_repo list_code_usages',
    fetch: 'fetch_webpage open_simple_browser',
    spawn: 'runSubagent search_subagent',
    python: 'run_notebook_cell',
    quiet:
      'manage_todo_list list_dir get_errors get_terminal_output kill_terminal terminal_last_command terminal_selection get_changed_files get_search_view_results test_failure runTests test_search ask_questions vscode_askQuestions tool_search memory get_vscode_api install_extension',
  },
  answers: {
    ...COPIED_FORMS,
    deny: { ...COPIED_FORMS.deny, prompt: 'halt', stop: 'nested-block', 'subagent-stop': 'nested-block' },
    ask: 'nested',
    allow: 'nested',
    context: { ...COPIED_FORMS.context, 'before-tool': 'nested' },
  },
});

/** Names that no other agent gives a tool. */
const TOOLS = ['run_in_terminal', 'create_file', 'replace_string_in_file', 'multi_replace_string_in_file'];
