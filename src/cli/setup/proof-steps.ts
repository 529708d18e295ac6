import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { showDeny } from '../../install/plan/show-deny.ts';
import { runExamples } from '../../policy/index.ts';
import { renderLoosenings } from '../render/loosenings.ts';
import { renderTests } from '../render/tests.ts';
import type { Proved, Setup, Tested } from './setup.ts';

/** A policy whose tests fail is not armed. */
export function testPolicy({ place: { projectRoot, env }, tell, paint }: Setup): Tested {
  // Tests use the policy as written, trusted or not.
  const policy = choosePolicy({ project: projectRoot, env: { ...env, HOOKCTL_TRUST: 'project' }, cwd: projectRoot });
  const errors = errorsOf(policy);
  const own = new Set([...policy.chosen.map(({ path }) => path), ...policy.extended.keys()]);
  const results =
    errors.length > 0 ? [] : runExamples(policy, { adapter: DEFAULT_ADAPTER, only: (file) => own.has(file) });
  tell(renderTests(results, errors, false, paint));
  tell(renderLoosenings(choosePolicy({ project: projectRoot, env, cwd: projectRoot }).loosenings));
  return { run: results.length, failed: errors.length + results.filter(({ ok }) => !ok).length };
}

/** One call through the settings in force. */
export async function proveHook({ place, values, tell, paint }: Setup): Promise<Proved> {
  const { command, report } = await showDeny(place, values.home);
  const denied = report.permission === 'deny';
  const reason = report.reason?.split('\n')[0] ?? null;
  tell(`The agent asks to run: ${command}\n`);
  tell(
    denied
      ? `${paint(['green', 'bold'], 'BLOCKED')}, and the model reads:\n  ${reason ?? ''}\n`
      : `${paint(['red', 'bold'], 'IT WOULD RUN')}: the settings in force do not stop it. \`hookctl doctor\` looks for the reason.\n`,
  );
  return { command, denied, reason };
}
