export default {
  packages: ['@openai/codex@0.166.0'],
  flags: ['--dangerously-bypass-hook-trust'],
  start: ({ find, project, url, prompt, flags }) => {
    const settings = [
      'model="gpt-5.5"',
      'model_provider="fake"',
      'approval_policy="never"',
      'sandbox_mode="danger-full-access"',
      `model_providers={fake={name="fake",base_url="${url}/v1",wire_api="responses",env_key="FAKE_KEY"}}`,
      `projects={"${project}"={trust_level="trusted"}}`,
    ];
    const program = find('@openai/codex-linux-*/vendor/*/bin/codex');
    return {
      env: { FAKE_KEY: 'dummy' },
      commands: [[program, 'exec', '--json', ...settings.flatMap((one) => ['-c', one]), ...flags, prompt]],
    };
  },
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  write: (path, text) => ({
    tool: 'apply_patch',
    input: `*** Begin Patch\n*** Add File: ${path}\n+${text}\n*** End Patch`,
  }),
  // It has no tool that reads: it uses the shell.
  read: (path) => ({ tool: 'exec_command', input: { cmd: `cat ${path}` } }),
};
