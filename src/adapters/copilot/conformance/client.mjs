import { mkdirSync, writeFileSync } from 'node:fs';

export default {
  packages: ['@github/copilot@1.0.102'],
  flags: ['--allow-all-tools', '--allow-all-paths'],
  start: ({ find, home, project, dir, url, prompt, flags }) => ({
    env: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'fake-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
    prepare: () => {
      mkdirSync(`${home}/.copilot`, { recursive: true });
      writeFileSync(`${home}/.copilot/config.json`, JSON.stringify({ trustedFolders: [project] }));
    },
    commands: [
      [find('@github/copilot-linux-*/copilot'), '--no-color', '--log-dir', `${dir}/logs`, ...flags, '-p', prompt],
    ],
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (path, text) => ({ tool: 'create', input: { path, file_text: text } }),
  read: (path) => ({ tool: 'view', input: { path } }),
};
