import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

export default {
  packages: [`@factory/cli-linux-${process.arch}@0.225.2`],
  flags: ['--skip-permissions-unsafe'],
  unpack: (modules) => chmodSync(`${modules}/@factory/cli-linux-${process.arch}/bin/droid`, 0o755),
  start: ({ find, home, url, prompt, flags }) => ({
    env: { FACTORY_API_KEY: 'fk-dummy', FACTORY_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' },
    prepare: () => {
      mkdirSync(`${home}/.factory`, { recursive: true });
      const file = `${home}/.factory/settings.json`;
      const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      const model = {
        displayName: 'fake',
        model: 'fake-model',
        baseUrl: `${url}/v1`,
        apiKey: 'dummy',
        provider: 'generic-chat-completion-api',
        maxOutputTokens: 4000,
      };
      writeFileSync(file, JSON.stringify({ ...own, customModels: [model] }));
    },
    commands: [[find('@factory/cli-linux-*/bin/droid'), 'exec', '-m', 'custom:fake-0', ...flags, prompt]],
  }),
  shell: (command) => ({
    tool: 'Execute',
    input: { command, summary: 'a step', riskLevel: 'low', riskLevelReason: 'x' },
  }),
  write: (path, content) => ({ tool: 'Create', input: { file_path: path, content } }),
  read: (path) => ({ tool: 'Read', input: { file_path: path } }),
};
