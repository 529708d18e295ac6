import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_BY_WORD, COPIED_TOOLS, keepsTranscriptIn } from '../family/forms.ts';

/** Claude Code's format, by its documentation. Without a transcript or its own variable only `--agent` distinguishes it from Claude Code. */
export const qoder: Adapter = /* @__PURE__ */ defineDialect({
  name: 'qoder',
  title: 'Qoder CLI',
  capabilities: capabilities({
    package: '@qoder-ai/qodercli',
    program: 'qodercli',
    context: ['session-start', 'prompt', 'after-tool'],
    stop: { held: true, limit: null },
  }),
  traits: {
    projectVariable: 'QODER_PROJECT_DIR',
    programs: ['qodercli'],
    packages: ['@qoder-ai/qodercli'],
    files: [filesIn('.qoder', 'settings.json settings.local.json hooks/**')],
  },
  settingsFiles: ['.qoder/settings.json', '.qoder/settings.local.json'],
  recognises: (payload) => (keepsTranscriptIn(payload, '.qoder') ? 'certain' : 'no'),
  hookVariables: ['QODER_PROJECT_DIR'],
  tools: COPIED_TOOLS,
  answers: COPIED_BY_WORD,
});
