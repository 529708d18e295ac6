import { BARE_NODE, BARE_SHELL, cleanEnvironment, dispatch, DISPATCHER, missing } from '../artefacts.mjs';

export const about =
  'one hook call of the dispatcher with its built-in policy, beside the start of Node that it contains';

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const env = cleanEnvironment(place);
  const judge = (tool, input) =>
    dispatch({ hook_event_name: 'PreToolUse', cwd: place, tool_name: tool, tool_input: input }, env, place);
  const write = { file_path: `${place}/notes.txt`, content: 'A line of text that says nothing.\n'.repeat(1500) };
  // A broken policy would be fast as well.
  const wrong = [
    [judge('Bash', { command: 'rm -rf /' }), /"deny"/],
    [judge('Bash', { command: 'ls -la' }), /^$/],
    [judge('Write', write), /^$/],
  ].find(([answer, wanted]) => !wanted.test(answer));
  if (wrong !== undefined) return { missing: `the built-in policy does not answer as it should: ${wrong[0]}` };
  const contender = (name, tool, input) => ({ name, reference: BARE_NODE.name, run: () => judge(tool, input) });
  return {
    rounds: 15,
    contenders: [
      BARE_SHELL,
      BARE_NODE,
      contender('Bash ls -la', 'Bash', { command: 'ls -la' }),
      contender('Bash rm -rf /', 'Bash', { command: 'rm -rf /' }),
      contender('Write of 50 KB', 'Write', write),
    ],
  };
}
