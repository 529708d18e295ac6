import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_BY_WORD, COPIED_TOOLS, keepsTranscriptIn } from '../family/forms.ts';

/** Claude Code's format, by its documentation. Without a transcript or its own variable only `--agent` distinguishes it from Claude Code. */
export const codebuddy: Adapter = /* @__PURE__ */ defineDialect({
  name: 'codebuddy',
  title: 'CodeBuddy Code',
  capabilities: capabilities({
    package: '@tencent-ai/codebuddy-code',
    program: 'codebuddy',
    context: ['session-start', 'prompt', 'after-tool'],
    stop: { held: true, limit: null },
  }),
  traits: {
    projectVariable: 'CODEBUDDY_PROJECT_DIR',
    programs: ['codebuddy'],
    packages: ['@tencent-ai/codebuddy-code'],
    files: [filesIn('.codebuddy', 'settings.json settings.local.json hooks/**')],
  },
  settingsFiles: ['.codebuddy/settings.json', '.codebuddy/settings.local.json'],
  recognises: (payload) => (keepsTranscriptIn(payload, '.codebuddy') ? 'certain' : 'no'),
  hookVariables: ['CODEBUDDY_PROJECT_DIR'],
  tools: COPIED_TOOLS,
  answers: COPIED_BY_WORD,
});
