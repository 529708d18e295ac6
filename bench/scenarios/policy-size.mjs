import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, DISPATCHER, HOSTS, missing } from '../artefacts.mjs';
import { buildMeter, measureProcesses, processContender } from '../processes.mjs';

const SIZES = [10, 100, 1_000, 10_000];

export const about = 'one hook call under policies of growing size, on an event that no rule concerns';

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const meter = buildMeter(place);
  if (meter === null) return { missing: 'there is no C compiler (cc) for the meter' };
  const notes = [];
  const contenders = [];
  for (const host of HOSTS) {
    if (!existsSync(host.file)) {
      notes.push(`${host.name}: not built (npm run build:native)`);
      continue;
    }
    for (const size of SIZES) {
      const own = join(place, `${host.name}-${size}`);
      mkdirSync(own);
      const policy = writePolicy(own, size);
      const env = cleanEnvironment(own, { HOOKCTL_POLICY: policy });
      delete env.NODE_EXTRA_CA_CERTS;
      const name = `${host.name}: ${size} rules`;
      const common = { command: host.command, args: host.args, env, cwd: own };
      const started = performance.now();
      // A policy that is not in force would be fast as well; this call also compiles it.
      processContender(own, {
        ...common,
        name: 'first',
        input: payload(`program-${size} push --force`, own),
        answers: /"deny"/,
      });
      notes.push(`${name}: the first call, which compiles, took ${Math.round(performance.now() - started)} ms`);
      const reference = size === SIZES[0] ? undefined : `${host.name}: ${SIZES[0]} rules`;
      contenders.push(
        processContender(own, { ...common, name, reference, input: payload('ls -la', own), answers: /^$/ }),
      );
    }
  }
  return { rounds: 10, notes, rows: (rounds) => measureProcesses(meter, contenders, rounds) };
}

function payload(command, cwd) {
  return JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  });
}

/** One file may have 1 MB at most, so that a large policy extends its parts. */
const RULES_PER_FILE = 4_000;

function writePolicy(directory, size) {
  const parts = [];
  for (let from = 0; from < size; from += RULES_PER_FILE) {
    const name = `./part-${parts.length + 1}.yaml`;
    writeFileSync(join(directory, name), partOf(from, Math.min(size, from + RULES_PER_FILE)));
    parts.push(name);
  }
  const policy = join(directory, 'policy.yaml');
  writeFileSync(policy, `policy: 1\nextends: [${parts.join(', ')}]\n`);
  return policy;
}

function partOf(from, to) {
  const rules = Array.from(
    { length: to - from },
    (_, index) => `  rule-${from + index + 1}:
    before: run
    when: { runs: program-${from + index + 1} push --force }
    deny: "program-${from + index + 1} may not push by force."
`,
  );
  return `policy: 1\nrules:\n${rules.join('')}`;
}
