import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const PROVIDER = (url) => `default_model = "fake"
telemetry = false

[providers.fake]
type = "openai"
base_url = "${url}/v1"
api_key = "dummy"

[models.fake]
provider = "fake"
model = "fake-model"
max_context_size = 100000
capabilities = ["tool_use"]

`;

export default {
  packages: ['@moonshot-ai/kimi-code@2.1.0', `node-linux-${process.arch}@24.21.0`],
  // It lets itself be held once.
  cannot: ['two-reasons'],
  flags: [],
  start: ({ find, home, url, prompt, flags }) => ({
    env: { KIMI_CODE_HOME: `${home}/.kimi-code`, KIMI_DISABLE_TELEMETRY: '1' },
    prepare: () => {
      const file = `${home}/.kimi-code/config.toml`;
      mkdirSync(`${home}/.kimi-code`, { recursive: true });
      writeFileSync(file, PROVIDER(url) + (existsSync(file) ? readFileSync(file, 'utf8') : ''));
    },
    commands: [
      [
        find('node-linux-*/bin/node'),
        find('@moonshot-ai/kimi-code/dist/main.mjs'),
        ...flags,
        '--output-format',
        'stream-json',
        '-p',
        prompt,
      ],
    ],
  }),
  shell: (command) => ({ tool: 'Bash', input: { command } }),
  write: (path, content) => ({ tool: 'Write', input: { path, content } }),
  read: (path) => ({ tool: 'Read', input: { path } }),
};
