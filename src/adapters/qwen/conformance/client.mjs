import { writeFileSync } from 'node:fs';

export default {
  packages: ['@qwen-code/qwen-code@0.24.4', `node-linux-${process.arch}@24.21.0`],
  flags: ['--yolo'],
  start: ({ find, dir, url, prompt, flags }) => ({
    env: {
      OPENAI_API_KEY: 'dummy',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'fake-model',
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${dir}/defaults.json`,
    },
    prepare: () =>
      writeFileSync(
        `${dir}/defaults.json`,
        JSON.stringify({
          security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
          model: { name: 'fake-model' },
          telemetry: { enabled: false },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false },
        }),
      ),
    commands: [[find('node-linux-*/bin/node'), find('@qwen-code/qwen-code/cli-entry.js'), ...flags, '-p', prompt]],
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, is_background: false } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  read: (path) => ({ tool: 'read_file', input: { file_path: path } }),
};
