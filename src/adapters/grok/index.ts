import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, isText } from '../family/forms.ts';

/** Grok Build reads `.claude/settings.json`, and sends every field in two spellings. A question counts as yes. */
export const grok: Adapter = /* @__PURE__ */ defineDialect({
  name: 'grok',
  title: 'Grok Build',
  capabilities: capabilities({
    package: '@xai-official/grok',
    program: 'grok',
    version: '1.0.41',
    evidence: 'driven',
    rewrite: 'full',
    context: ['before-tool', 'after-tool'],
    stop: { held: true, limit: 8 },
    notes: [
      'A hook has 5 seconds unless its entry says more.',
      'Hooks of a project run only in folders that Grok trusts.',
    ],
  }),
  traits: {
    programs: ['grok'],
    packages: ['@xai-official/grok'],
    files: [filesIn('.grok', 'settings.json config.toml hooks/**', 'GROK_HOME')],
  },
  settingsFiles: ['.grok/hooks/hookctl.json'],
  recognises: (payload) =>
    isText(payload['hookEventName']) && ('workspaceRoot' in payload || 'sessionId' in payload) ? 'certain' : 'no',
  tools: {
    shell: 'run_terminal_command run_terminal_cmd bash Bash monitor',
    typed: 'write_to_terminal send_terminal_input',
    write: 'write Write create_file',
    edit: 'search_replace edit Edit hashline_edit multi_edit',
    delete: 'delete_file',
    patch: 'apply_patch',
    read: 'read_file read Read',
    search: 'grep Grep glob Glob web_search codebase_search',
    fetch: 'web_fetch WebFetch open_page',
    spawn: 'spawn_subagent task Task',
    wrapper: 'use_tool call_tool',
    quiet:
      'list_dir todo_write update_goal get_command_or_subagent_output kill_command_or_subagent wait_commands_or_subagents search_tool scheduler_create scheduler_list ask_user_question',
  },
  answers: {
    deny: {
      'before-tool': 'block',
      'after-tool': 'block',
      prompt: 'block',
      stop: 'block',
      'subagent-stop': 'block',
    },
    ask: null,
    allow: null,
    context: { 'before-tool': 'nested', 'after-tool': 'nested' },
    message: 'systemMessage',
  },
  // What was cut off cannot be judged.
  adjust: (event) =>
    event.raw['toolInputTruncated'] === true && event.event === 'before-tool'
      ? { ...event, unparsed: event.unparsed ?? 'the agent has cut its input short' }
      : event,
});
