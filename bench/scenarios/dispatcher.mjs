import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, DISPATCHER, HOSTS, installed, missing, peer } from '../artefacts.mjs';
import { buildMeter, measureProcesses, processContender } from '../processes.mjs';

export const about =
  'one hook call as a process of its own, pack recommended, beside what people write and what a start costs';

const ROUNDS = 12;

/** A guard as people write it: parse with jq, look with grep. */
const GUARD = `command=$(jq -r '.tool_input.command // empty')
if printf '%s' "$command" | grep -qE 'rm[[:space:]]+-rf?[[:space:]]+/|git[[:space:]]+push.*--force'; then
  printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}\\n'
fi
`;

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const meter = buildMeter(place);
  if (meter === null) return { missing: 'there is no C compiler (cc) for the meter' };
  const policy = join(place, 'policy.yaml');
  writeFileSync(policy, 'policy: 1\nextends: [pack:recommended]\n');
  writeFileSync(join(place, 'guard.sh'), GUARD);
  const env = cleanEnvironment(place, { HOOKCTL_POLICY: policy });
  delete env.NODE_EXTRA_CA_CERTS;
  const notes = [];
  const call = (tool, input) =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 'bench',
      cwd: place,
      permission_mode: 'default',
      tool_name: tool,
      tool_input: input,
      tool_use_id: 'toolu_bench',
    });
  const bash = (command) => call('Bash', { command, description: 'a step' });
  const text = 'A line of text that says nothing.\n'.repeat(1500);
  const PAYLOADS = [
    ['ls -la', bash('ls -la'), /^$/],
    ['parsed command', bash(`git status --short && npm test 2>&1 | tail -n 20 > "$TMPDIR/out.txt"`), /^$/],
    ['rm -rf /', bash('rm -rf /'), /"deny"/],
    ['Write of 50 KB', call('Write', { file_path: join(place, 'notes.txt'), content: text }), /^$/],
  ];
  const contenders = [
    processContender(place, { name: 'sh -c true', command: '/bin/sh', args: ['-c', 'true'], env }),
    ...(installed('bash')
      ? [
          processContender(place, {
            name: 'bash -c :',
            reference: 'sh -c true',
            command: 'bash',
            args: ['-c', ':'],
            env,
          }),
        ]
      : []),
    processContender(place, {
      name: 'node -e 0',
      reference: 'sh -c true',
      command: process.execPath,
      args: ['-e', '0'],
      env,
    }),
  ];
  if (installed('jq') && installed('bash'))
    contenders.push(
      processContender(place, {
        name: 'bash + jq + grep: rm -rf /',
        reference: 'sh -c true',
        command: 'bash',
        args: [join(place, 'guard.sh')],
        input: bash('rm -rf /'),
        env,
        answers: /"deny"/,
      }),
    );
  else notes.push('bash + jq + grep: not installed');
  for (const host of HOSTS) {
    if (!existsSync(host.file)) {
      notes.push(`${host.name}: not built (npm run build:native)`);
      continue;
    }
    for (const [name, input, answers] of PAYLOADS)
      contenders.push(
        processContender(place, {
          name: `${host.name}: ${name}`,
          reference: host.reference,
          command: host.command,
          args: host.args,
          input,
          env,
          answers,
        }),
      );
  }
  const other = peer('cc-safety-net');
  if (other === null) notes.push('cc-safety-net: not installed');
  else
    contenders.push(
      processContender(place, {
        name: 'cc-safety-net: rm -rf /',
        reference: 'node -e 0',
        command: process.execPath,
        args: [other, 'hook', '--claude-code'],
        input: bash('rm -rf /'),
        env,
        answers: /"deny"/,
      }),
    );
  return { rounds: ROUNDS, notes, rows: (rounds) => measureProcesses(meter, contenders, rounds) };
}
