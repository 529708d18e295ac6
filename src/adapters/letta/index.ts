import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_BY_WORD, COPIED_TOOLS, keepsTranscriptIn } from '../family/forms.ts';

/** Claude Code's format, by its documentation. Without a transcript or its own variable only `--agent` distinguishes it from Claude Code. */
export const letta: Adapter = /* @__PURE__ */ defineDialect({
  name: 'letta',
  title: 'Letta Code',
  capabilities: capabilities({
    package: '@letta-ai/letta-code',
    program: 'letta',
    context: ['session-start', 'prompt', 'after-tool'],
    stop: { held: true, limit: null },
  }),
  traits: {
    projectVariable: 'LETTA_PROJECT_DIR',
    programs: ['letta'],
    packages: ['@letta-ai/letta-code'],
    files: [filesIn('.letta', 'settings.json settings.local.json hooks/**')],
  },
  settingsFiles: ['.letta/settings.json', '.letta/settings.local.json'],
  recognises: (payload) => (keepsTranscriptIn(payload, '.letta') ? 'certain' : 'no'),
  hookVariables: ['LETTA_PROJECT_DIR'],
  tools: {
    ...COPIED_TOOLS,
    shell: 'Bash run_shell_command shell_command shell ShellCommand RunShellCommand',
    patch: 'apply_patch ApplyPatch',
    write: 'Write write_file WriteFileGemini',
    edit: 'Edit MultiEdit replace Replace',
  },
  answers: COPIED_BY_WORD,
});
