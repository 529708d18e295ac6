import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, PLUGIN_FORMS } from '../family/forms.ts';
import { isPluginCall, OPENCODE_TOOLS } from '../family/opencode-tools.ts';

/** OpenCode loads plugins. hookctl's plugin speaks as `PLUGIN_FORMS` says; the objects that OpenCode gives to a plugin are understood as well. */
export const opencode: Adapter = /* @__PURE__ */ defineDialect({
  name: 'opencode',
  title: 'OpenCode',
  capabilities: capabilities({
    package: 'opencode-ai',
    program: 'opencode',
    version: '1.18.33',
    evidence: 'driven',
    rewrite: 'merge',
    context: ['after-tool'],
    prompt: 'ends-run',
    stop: { held: true, limit: null },
    crash: 'refused',
    hang: 'refused',
    notes: [
      'A plugin that cannot be loaded, `--pure` and `OPENCODE_PURE` leave everything unguarded.',
      'A stop is held by sending the reason as the next prompt; `opencode run` waits for that, but prints nothing more.',
    ],
  }),
  traits: {
    marks: ['OPENCODE'],
    programs: ['opencode'],
    packages: ['opencode-ai'],
    files: [
      filesIn('config/opencode', 'opencode.json opencode.jsonc plugin/** plugins/**', 'OPENCODE_CONFIG_DIR'),
      { variable: 'OPENCODE_CONFIG', directory: null, files: [] },
    ],
  },
  settingsFiles: ['.opencode/plugins/hookctl.js', '.opencode/plugin/hookctl.js', '.opencode/opencode.json'],
  recognises: (payload) => (payload['agent'] === 'opencode' ? 'certain' : isPluginCall(payload) ? 'shaped' : 'no'),
  tools: OPENCODE_TOOLS,
  answers: { ...PLUGIN_FORMS, ask: null },
});
