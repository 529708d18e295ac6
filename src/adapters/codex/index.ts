import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isText, keepsTranscriptIn } from '../family/forms.ts';

/** Codex drops an answer with any field that it does not know, and then runs the call: a refusal holds nothing but its own fields. */
export const codex: Adapter = /* @__PURE__ */ defineDialect({
  name: 'codex',
  title: 'Codex',
  capabilities: capabilities({
    package: '@openai/codex',
    program: 'codex',
    version: '0.166.0',
    evidence: 'driven',
    rewrite: 'full',
    context: ['session-start', 'prompt', 'before-tool', 'after-tool'],
    stop: { held: true, limit: null },
    notes: [
      'A hook runs only after a person has trusted it in Codex, or as a managed one; otherwise Codex silently skips it.',
      'Text that is typed into a running program (`write_stdin`) calls no hook.',
    ],
  }),
  traits: {
    marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_THREAD_ID'],
    programs: ['codex'],
    packages: ['@openai/codex'],
    files: [filesIn('.codex', 'hooks.json config.toml requirements.toml hooks/**', 'CODEX_HOME')],
  },
  settingsFiles: ['.codex/hooks.json', '.codex/config.toml'],
  recognises: (payload) =>
    (isText(payload['turn_id']) && isText(payload['hook_event_name'])) || keepsTranscriptIn(payload, '.codex')
      ? 'certain'
      : 'no',
  tools: {
    shell: 'Bash shell local_shell exec_command shell_command unified_exec container.exec',
    typed: 'write_stdin',
    patch: 'apply_patch',
    read: 'view_image read_file',
    search: 'grep_files web_search',
    node: 'exec',
    spawn: 'spawn_agent Agent',
    quiet: 'update_plan request_user_input wait close_agent resume_agent send_input list_dir list_mcp_resources',
  },
  answers: {
    ...COPIED_FORMS,
    context: { ...COPIED_FORMS.context, 'before-tool': 'nested' },
    message: null,
  },
});
