import { openCodeRegistrar } from '../register/opencode-plugin.ts';

/** A fork of OpenCode that does not read OpenCode's directories. */
export const kiloRegistrar = openCodeRegistrar({
  agent: 'kilo',
  title: 'Kilo',
  programs: ['kilo'],
  directories: {
    user: { variable: 'KILO_CONFIG_DIR', path: 'config/kilo' },
    project: { variable: null, path: '.kilo' },
  },
  path: 'plugin/hookctl.js',
  switches: [{ variable: 'KILO_PURE' }],
});
