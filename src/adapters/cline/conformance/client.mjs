export default {
  packages: ['cline@3.0.65'],
  cannot: ['reason', 'stop'],
  flags: ['--yolo'],
  /** A refusal ends the whole run, so each call has a separate run, and no model reads the reason. */
  endsOnRefusal: true,
  start: ({ find, url, prompt, flags }) => {
    const program = find('@cline/cli-linux-*/bin/cline');
    const model = ['--provider', 'openai', '--apikey', 'dummy', '--modelid', 'fake-model', '--baseurl', `${url}/v1`];
    return {
      env: { CLINE_TELEMETRY_DISABLED: '1' },
      commands: [
        [program, 'auth', ...model],
        [program, '-P', 'openai', '-m', 'fake-model', '--json', ...flags, prompt],
      ],
    };
  },
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  write: (path, text) => ({ tool: 'editor', input: { path, new_text: text } }),
  read: (path) => ({ tool: 'read_files', input: { files: [{ path }] } }),
  end: { tool: 'submit_and_exit', input: { summary: 'the script is at its end', verified: true } },
};
