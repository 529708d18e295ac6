import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, DISPATCHER, HOOKCTL, HOSTS, missing } from '../artefacts.mjs';
import { buildMeter, measureProcesses, processContender } from '../processes.mjs';

export const about = "the line for the agent's status line, with pack:recommended compiled before";

export async function prepare(place) {
  const absent = missing(DISPATCHER) ?? missing(HOOKCTL);
  if (absent !== null) return { missing: absent };
  const meter = buildMeter(place);
  if (meter === null) return { missing: 'there is no C compiler (cc) for the meter' };
  const notes = HOSTS.filter(({ file }) => !existsSync(file)).map(
    ({ name }) => `${name}: not built (npm run build:native)`,
  );
  const hosts = HOSTS.filter(({ file }) => existsSync(file)).map(({ name, command, args }) => ({
    name: `${name} dispatcher --statusline`,
    command,
    args: [...args, '--statusline'],
  }));
  const own = join(place, 'statusline');
  mkdirSync(own);
  const policy = join(own, 'policy.yaml');
  writeFileSync(policy, 'policy: 1\nextends: [pack:recommended]\n');
  const env = cleanEnvironment(own, { HOOKCTL_POLICY: policy });
  const input = JSON.stringify({ hook_event_name: 'Status', session_id: 's1', cwd: own });
  const contender = (one) => processContender(own, { ...one, input, env, cwd: own, answers: /^hookctl enforce/ });
  const contenders = [
    ...hosts.map(contender),
    contender({ name: 'hookctl statusline', command: process.execPath, args: [HOOKCTL, 'statusline'] }),
  ];
  return { rounds: 30, notes, rows: (rounds) => measureProcesses(meter, contenders, rounds) };
}
