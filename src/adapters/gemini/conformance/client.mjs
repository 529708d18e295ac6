export default {
  packages: ['@google/gemini-cli@0.61.0'],
  flags: ['--yolo'],
  start: ({ find, url, prompt, flags }) => ({
    env: {
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_API_KEY: 'dummy',
      GOOGLE_VERTEX_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    commands: [
      [process.execPath, find('@google/gemini-cli/bundle/gemini.js'), '-m', 'gemini-2.5-flash', ...flags, '-p', prompt],
    ],
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  read: (path) => ({ tool: 'read_file', input: { file_path: path } }),
};
