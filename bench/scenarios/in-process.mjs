import { cleanEnvironment, missing, SDK } from '../artefacts.mjs';

export const about =
  'one event in process (hookctl/agent-sdk): no spawn, no socket; the audit line is written after the answer';

const EVENTS = 400;

export async function prepare(place) {
  const absent = missing(SDK);
  if (absent !== null) return { missing: absent };
  const { policyHook } = await import(SDK);
  const decide = policyHook({ projectDir: place, env: cleanEnvironment(place) });
  const bash = (command) => ({
    session_id: 'bench',
    cwd: place,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'a step' },
    tool_use_id: 'toolu_bench',
  });
  const EVENTS_OF = [
    ['Bash ls -la', () => bash('ls -la')],
    ['Bash git status && npm test', () => bash('git status && npm test')],
    ['Bash, a new command each time', (i) => bash(`git log --oneline -n ${i} -- src/file-${i}.ts | head -n 5`)],
    ['Bash rm -rf /', () => bash('rm -rf /')],
  ];
  return {
    rounds: 9,
    notes: [`${EVENTS} events a round; every call is judged anew`],
    rows: async (rounds) => {
      const samples = new Map(EVENTS_OF.map(([name]) => [name, []]));
      let count = 0;
      for (let round = 0; round <= rounds; round += 1) {
        for (const [name, make] of EVENTS_OF) {
          for (let i = 0; i < EVENTS; i += 1) {
            const event = make((count += 1));
            const started = performance.now();
            decide(event);
            if (round > 0) samples.get(name).push((performance.now() - started) * 1000);
            // Let the trail be written, as it is between two events of an agent.
            await new Promise(setImmediate);
          }
        }
      }
      return EVENTS_OF.map(([name]) => {
        const sorted = samples.get(name).sort((a, b) => a - b);
        return { name, medianMicros: sorted[Math.floor(sorted.length / 2)], minMicros: sorted[0] };
      });
    },
  };
}
