import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARE_NODE, cleanEnvironment, dispatch, DISPATCHER, missing } from '../artefacts.mjs';

const SIZES = [10, 100, 1_000, 10_000];

export const about = 'one hook call under policies of growing size, on an event that no rule concerns';

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const notes = [];
  const contenders = [];
  for (const size of SIZES) {
    const own = join(place, String(size));
    mkdirSync(own);
    const policy = join(own, 'policy.yaml');
    writeFileSync(policy, policyOf(size));
    const env = cleanEnvironment(own, { HOOKCTL_POLICY: policy });
    const started = performance.now();
    // A policy that is not in force would be fast as well.
    const answer = judge(`program-${size} push --force`, env, own);
    if (!/"deny"/.test(answer))
      return { missing: `a policy of ${size} rules is not in force: ${answer || 'no answer'}` };
    notes.push(`${size} rules: the first call, which compiles, took ${Math.round(performance.now() - started)} ms`);
    contenders.push({
      name: `${size} rules`,
      reference: size === SIZES[0] ? BARE_NODE.name : `${SIZES[0]} rules`,
      run: () => judge('ls -la', env, own),
    });
  }
  return { rounds: 11, contenders: [BARE_NODE, ...contenders], notes };
}

function judge(command, env, cwd) {
  return dispatch({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command } }, env, cwd);
}

function policyOf(size) {
  const rules = Array.from(
    { length: size },
    (_, index) => `  rule-${index + 1}:
    before: run
    when: { runs: program-${index + 1} push --force }
    deny: "program-${index + 1} may not push by force."
`,
  );
  return `policy: 1\nrules:\n${rules.join('')}`;
}
