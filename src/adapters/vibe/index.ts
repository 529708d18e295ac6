import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS, keepsTranscriptIn } from '../family/forms.ts';

const EVENTS = /^(?:pre_tool|post_tool|post_agent)$/;

export const vibe: Adapter = /* @__PURE__ */ defineDialect({
  name: 'vibe',
  title: 'Mistral Vibe',
  capabilities: capabilities({
    program: 'vibe',
    prompt: 'passes',
    stop: { held: true, limit: null },
    notes: [
      'An exit code is a failure of the hook and lets the call through; `strict = true`, which hookctl writes, makes it a refusal.',
      'A command with a backslash is skipped, and no shell starts it.',
    ],
  }),
  traits: { programs: ['vibe'], files: [filesIn('.vibe', 'hooks.toml config.toml', 'VIBE_HOME')] },
  settingsFiles: ['.vibe/hooks.toml', '.vibe/config.toml'],
  recognises: (payload) =>
    EVENTS.test(String(payload['hook_event_name'] ?? payload['event'])) || keepsTranscriptIn(payload, '.vibe')
      ? 'certain'
      : 'no',
  tools: {
    shell: 'bash',
    write: 'write_file',
    edit: 'search_replace edit',
    read: 'read_file read',
    search: 'grep web_search',
    fetch: 'web_fetch',
    spawn: 'task',
    quiet: 'todo ask_user_question exit_plan_mode skill',
  },
  // By its source only exit code 0 with `decision` counts.
  answers: { ...EXIT_FORMS, deny: { 'before-tool': 'deny', stop: 'deny' } },
});
