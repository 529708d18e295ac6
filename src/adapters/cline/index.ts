import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, isText } from '../family/forms.ts';

/** Cline ignores exit codes, and ends the whole run with a refusal. */
export const cline: Adapter = /* @__PURE__ */ defineDialect({
  name: 'cline',
  title: 'Cline',
  capabilities: capabilities({
    package: 'cline',
    program: 'cline',
    version: '3.0.65',
    evidence: 'driven',
    deny: 'ends-run',
    rewrite: 'full',
    reason: 'person',
    context: ['before-tool', 'after-tool'],
    prompt: 'passes',
    notes: ['A refusal ends the run: the model never reads the reason.'],
  }),
  traits: {
    marks: ['CLINE_ACTIVE'],
    programs: ['cline'],
    packages: ['cline'],
    files: [filesIn('.cline', 'hooks/**'), filesIn('Documents/Cline', 'Hooks/**')],
  },
  settingsFiles: [
    '.cline/hooks/PreToolUse.sh',
    '.cline/hooks/PostToolUse.sh',
    '.cline/hooks/TaskStart.sh',
    '.cline/hooks/UserPromptSubmit.sh',
    '.clinerules/hooks/PreToolUse.sh',
  ],
  recognises: (payload) =>
    isText(payload['hookName']) && ('clineVersion' in payload || 'taskId' in payload) ? 'certain' : 'no',
  tools: {
    shell: 'run_commands execute_command bash',
    write: 'write_to_file',
    edit: 'replace_in_file',
    editor: 'editor',
    patch: 'apply_patch',
    read: 'read_files read_file',
    search: 'search_files search_codebase web_search list_code_definition_names',
    fetch: 'web_fetch fetch_web_content',
    spawn: 'spawn_agent use_subagents start_agent new_task',
    wrapper: 'use_mcp_tool access_mcp_resource',
    quiet:
      'submit_and_exit ask_question ask_followup_question attempt_completion list_files plan_mode_respond act_mode_respond load_mcp_documentation focus_chain skills condense summarize_task',
  },
  answers: {
    deny: { 'before-tool': 'cancel' },
    ask: null,
    allow: null,
    context: { 'before-tool': 'contextModification', 'after-tool': 'contextModification' },
    message: null,
  },
  adjust: (event) =>
    event.raw['parent_agent_id'] === null
      ? { ...event, actor: { ...event.actor, id: null, isSubagent: false } }
      : event,
});
