/** Stands for a model: says its lines in order. A real one would send the conversation to an API and return its answer. */
export function scriptedModel() {
  const lines = [
    { call: { tool: 'Bash', input: { command: 'rm -rf .git' } } },
    { call: { tool: 'Bash', input: { command: 'git push --force' } } },
    { call: { tool: 'Read', input: { file_path: 'app.log' } } },
    { call: { tool: 'Write', input: { file_path: 'src/sum.mjs', content: 'export const sum = (a, b) => a +;\n' } } },
    { call: { tool: 'Write', input: { file_path: 'src/sum.mjs', content: 'export const sum = (a, b) => a + b;\n' } } },
    { text: 'All done.' },
    { call: { tool: 'Bash', input: { command: 'node check.mjs' } } },
    { text: 'Done, and the check passes.' },
  ];
  return (_conversation) => lines.shift() ?? { text: 'I have nothing more to say.' };
}
