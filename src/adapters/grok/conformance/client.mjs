import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const CONFIG = (url) => `[models]
default = "fake"

[model.fake]
model = "fake-model"
base_url = "${url}/v1"
name = "fake"
env_key = "FAKE_KEY"
context_window = 100000

[cli]
auto_update = false

[features]
telemetry = false
remote_fetch = false
`;

export default {
  packages: [`@xai-official/grok-linux-${process.arch}@1.0.41`],
  flags: ['--always-approve', '--sandbox', 'off'],
  /** The executable comes compressed. */
  unpack: (modules) =>
    writeFileSync(
      `${modules}/../grok`,
      brotliDecompressSync(readFileSync(`${modules}/@xai-official/grok-linux-${process.arch}/bin/grok.br`)),
      { mode: 0o755 },
    ),
  start: ({ modules, home, dir, url, prompt, flags }) => ({
    env: {
      GROK_HOME: `${home}/.grok`,
      FAKE_KEY: 'dummy',
      XAI_API_KEY: 'dummy',
      DISABLE_TELEMETRY: '1',
      GROK_DISABLE_AUTOUPDATER: '1',
    },
    prepare: () => {
      mkdirSync(`${home}/.grok`, { recursive: true });
      writeFileSync(`${home}/.grok/config.toml`, CONFIG(url));
    },
    commands: [
      [
        `${modules}/../grok`,
        '--trust',
        ...flags,
        '--debug-file',
        `${dir}/debug.txt`,
        '-m',
        'fake',
        '--output-format',
        'streaming-json',
        '-p',
        prompt,
      ],
    ],
  }),
  shell: (command) => ({ tool: 'run_terminal_command', input: { command, description: 'a step' } }),
  write: (path, content) => ({ tool: 'write', input: { file_path: path, content } }),
  read: (path) => ({ tool: 'read_file', input: { target_file: path } }),
};
