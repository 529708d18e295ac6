import { BARE_NODE, BARE_SHELL, HOOKCTL, missing, start } from '../artefacts.mjs';

export const about = 'one whole `hookctl fire` with one hook, beside the start of Node that it contains';

export async function prepare(place) {
  const absent = missing(HOOKCTL);
  if (absent !== null) return { missing: absent };
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } });
  const args = ['fire', '--payload', '-', '--project', place, '--home', place, '--settings', settings, '--json'];
  const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls -la' } });
  const fire = {
    name: 'hookctl fire',
    reference: BARE_NODE.name,
    run() {
      const { handlers } = JSON.parse(start(process.execPath, [HOOKCTL, ...args], { input }));
      if (handlers[0]?.outcome !== 'success') throw new Error('the hook did not run');
    },
  };
  return { rounds: 15, contenders: [BARE_SHELL, BARE_NODE, fire] };
}
