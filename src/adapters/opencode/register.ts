import { openCodeRegistrar } from '../register/opencode-plugin.ts';

export const opencodeRegistrar = openCodeRegistrar({
  agent: 'opencode',
  title: 'OpenCode',
  programs: ['opencode'],
  directories: {
    user: { variable: 'OPENCODE_CONFIG_DIR', path: 'config/opencode' },
    project: { variable: null, path: '.opencode' },
  },
  path: 'plugins/hookctl.js',
  switches: [{ variable: 'OPENCODE_PURE' }],
});
