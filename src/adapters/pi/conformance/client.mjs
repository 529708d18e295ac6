import { mkdirSync, writeFileSync } from 'node:fs';

export default {
  packages: ['@earendil-works/pi-coding-agent@0.74.2'],
  flags: [],
  start: ({ find, home, url, prompt, flags }) => ({
    env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' },
    prepare: () => {
      mkdirSync(`${home}/.pi/agent`, { recursive: true });
      const fake = {
        baseUrl: `${url}/v1`,
        api: 'openai-completions',
        apiKey: 'dummy',
        models: [{ id: 'fake-model' }],
      };
      writeFileSync(`${home}/.pi/agent/models.json`, JSON.stringify({ providers: { fake } }));
    },
    commands: [
      [
        process.execPath,
        find('@earendil-works/pi-coding-agent/dist/cli.js'),
        '--provider',
        'fake',
        '--model',
        'fake-model',
        ...flags,
        '-p',
        prompt,
      ],
    ],
  }),
  shell: (command) => ({ tool: 'bash', input: { command } }),
  write: (path, content) => ({ tool: 'write', input: { path, content } }),
  read: (path) => ({ tool: 'read', input: { path } }),
};
