import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { type ChosenPolicy, choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { trustGap } from '../../hook/trust/trust-gap.ts';
import { showDeny } from '../../install/plan/show-deny.ts';
import { runExamples } from '../../policy/index.ts';
import { renderLoosenings } from '../render/loosenings.ts';
import { renderTests } from '../render/tests.ts';
import type { Proved, Setup, Tested } from './setup.ts';

/** A policy whose tests fail is not armed. */
export function testPolicy({ place: { projectRoot, env }, say, paint }: Setup): {
  tests: Tested;
  inForce: ChosenPolicy;
} {
  const choice = { project: projectRoot, env, cwd: projectRoot };
  const inForce = choosePolicy(choice);
  const isTrusted = inForce.files.every(({ source }) => source.untrusted === undefined);
  // Tests use the policy as written, trusted or not.
  const policy = isTrusted ? inForce : choosePolicy({ ...choice, env: { ...env, HOOKCTL_TRUST: 'project' } });
  const errors = errorsOf(policy);
  const own = new Set([...policy.chosen.map(({ path }) => path), ...policy.extended.keys()]);
  const results =
    errors.length > 0 ? [] : runExamples(policy, { adapter: DEFAULT_ADAPTER, only: (file) => own.has(file) });
  say(renderTests(results, errors, { paint, verbose: false }));
  say(renderLoosenings(inForce.loosenings, trustGap(inForce)));
  const failed = errors.length + results.filter(({ ok }) => !ok).length;
  return { tests: { run: results.length, failed }, inForce };
}

/** One call through the settings in force. */
export async function proveHook({ place, values, say, paint }: Setup): Promise<Proved> {
  const { command, report } = await showDeny(place, values.home);
  const denied = report.permission === 'deny';
  const reason = report.reason?.split('\n')[0] ?? null;
  say(`The agent asks to run: ${command}\n`);
  say(
    denied
      ? `${paint(['green', 'bold'], 'BLOCKED')}, and the model reads:\n  ${reason ?? ''}\n`
      : `${paint(['red', 'bold'], 'IT WOULD RUN')}: the settings in force do not stop it. \`hookctl doctor\` looks for the reason.\n`,
  );
  return { command, denied, reason };
}
