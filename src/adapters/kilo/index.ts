import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, PLUGIN_FORMS } from '../family/forms.ts';
import { isPluginCall, OPENCODE_TOOLS } from '../family/opencode-tools.ts';

/** Made from OpenCode, with its own directories. hookctl's plugin speaks as `PLUGIN_FORMS` says. */
export const kilo: Adapter = /* @__PURE__ */ defineDialect({
  name: 'kilo',
  title: 'Kilo CLI',
  capabilities: capabilities({
    package: '@kilocode/cli',
    program: 'kilo',
    version: '7.7.9',
    evidence: 'driven',
    rewrite: 'merge',
    context: ['after-tool'],
    prompt: 'ends-run',
    stop: { held: true, limit: null },
    crash: 'refused',
    hang: 'refused',
    notes: [
      "It does not read OpenCode's directories.",
      'A stop is held by sending the reason as the next prompt. `kilo run` breaks that off: it ends at the first idle moment. No session that stays open was driven.',
    ],
  }),
  traits: {
    programs: ['kilo', 'kilocode'],
    packages: ['@kilocode/cli'],
    files: [filesIn('config/kilo', 'kilo.json kilo.jsonc opencode.json opencode.jsonc plugin/** plugins/**')],
  },
  settingsFiles: ['.kilo/plugin/hookctl.js', '.kilo/plugins/hookctl.js', '.kilocode/plugin/hookctl.js'],
  recognises: (payload) => (payload['agent'] === 'kilo' ? 'certain' : isPluginCall(payload) ? 'copied' : 'no'),
  tools: OPENCODE_TOOLS,
  answers: { ...PLUGIN_FORMS, ask: null },
});
