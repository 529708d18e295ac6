import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';

/** OpenCode and its fork Kilo: the provider comes in through the environment. */
export function openCodeLike({ program, plugin, variables, directories }) {
  return {
    start: ({ find, modules, home, project, url, prompt, flags }) => {
      const model = { name: 'fake-model', tool_call: true, limit: { context: 100_000, output: 4000 } };
      const options = { baseURL: `${url}/v1`, apiKey: 'dummy' };
      const config = JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'fake/fake-model',
        small_model: 'fake/fake-model',
        permission: { '*': 'allow' },
        provider: {
          fake: { npm: '@ai-sdk/openai-compatible', name: 'fake', options, models: { 'fake-model': model } },
        },
      });
      const env = { TELEMETRY_LEVEL: 'off' };
      for (const name of ['DISABLE_AUTOUPDATE', 'DISABLE_MODELS_FETCH', 'DISABLE_LSP_DOWNLOAD']) env[name] = '1';
      return {
        env: Object.fromEntries(
          Object.entries({ ...env, CONFIG_CONTENT: config }).flatMap(([name, value]) =>
            [...new Set([variables, 'OPENCODE'])].map((prefix) => [`${prefix}_${name}`, value]),
          ),
        ),
        prepare: () => {
          for (const [index, directory] of directories({ home, project }).entries())
            if (index === 0 || existsSync(directory)) bringPlugin(directory, modules, plugin);
        },
        commands: [[find(program), 'run', '--print-logs', '--log-level', 'DEBUG', ...flags, prompt]],
      };
    },
    shell: (command) => ({ tool: 'bash', input: { command, description: 'a step' } }),
    write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
    read: (path) => ({ tool: 'read', input: { filePath: path } }),
  };
}

/** It installs its plugin package into every configuration directory before it starts; offline that never ends, so the package has to be there already. */
function bringPlugin(directory, modules, plugin) {
  const { version } = JSON.parse(readFileSync(`${modules}/${plugin}/package.json`, 'utf8'));
  const dependencies = { [plugin]: version };
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, JSON.stringify({ dependencies }));
  writeFileSync(
    `${directory}/package-lock.json`,
    JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies } } }),
  );
  if (!existsSync(`${directory}/node_modules`)) symlinkSync(modules, `${directory}/node_modules`);
}
