import { choosePolicy, type ChosenPolicy, unreadNeighbours } from '../hook/policy-files/chosen-policy.ts';
import { WITHOUT_POLICY } from '../hook/policy-files/without-policy.ts';
import type { Manifest } from '../hook/policy-cache/compiled-policy.ts';
import type { OwnVariables } from '../hook/trust/repository-variables.ts';
import { writtenRules } from '../policy/compile/engine-rules.ts';
import { type CompiledRule, formatProblem, wordLoosening } from '../policy/index.ts';
import { modeOfRule } from '../policy/judge/rule-hit.ts';
import { type DoctorCheck, notesOf } from './check.ts';

export function policyHere(
  projectRoot: string,
  { env, doubtful }: Pick<OwnVariables, 'env' | 'doubtful'>,
): ChosenPolicy {
  return choosePolicy({ project: projectRoot, env, doubtful, cwd: projectRoot });
}

/** Which policy is in force, and whether it matches the files. `inForce` is the copy that the hook keeps; null: none. */
export function policyChecks(policy: ChosenPolicy, inForce: Pick<Manifest, 'impaired'> | null): DoctorCheck[] {
  const notes = notesOf('Policy');
  const errors = policy.problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const files = policy.chosen.map(({ layer, path }) => `${layer}  ${path}`);
  if (first !== undefined) {
    const more = errors.length > 1 ? ` and ${errors.length - 1} more` : '';
    const what = `The policy has errors: ${formatProblem(first)}${more}.`;
    const details = { where: files, fix: '`hookctl check` lists them all.' };
    if (inForce?.impaired === false)
      notes.warn('policy-last-good', `${what} The last good version is in force.`, details);
    else
      notes.fail(
        'policy-broken',
        `${what} Its rules are not in force; the \`on-error\` setting decides calls.`,
        details,
      );
  } else if (policy.fallback) {
    notes.ok('policy-default', `${WITHOUT_POLICY} (${rulesOf(policy)})`);
  } else {
    notes.ok('policy', `In force: ${rulesOf(policy)}.`, { where: files });
  }
  const rules = writtenRules(policy.artefact?.rules ?? []).filter(({ verb }) => verb === 'deny' || verb === 'ask');
  const guarding = rules.filter((rule) => modeOfRule(rule, undefined) === 'enforce' && !protectsGuard(rule));
  if (rules.some((rule) => !protectsGuard(rule)) && guarding.length === 0)
    notes.warn(
      'policy-observes',
      'The policy is not enforced: its rules only warn or observe, so nothing is stopped.',
      {
        where: files,
        fix: '`hookctl stats` shows what enforcing would have changed, `hookctl promote --all` enforces the rules.',
      },
    );
  const loosenings = policy.loosenings.filter(({ inForce }) => inForce).map(wordLoosening);
  if (loosenings.length > 0)
    notes.ok(
      'policy-loosened',
      `Loosened by the policy: ${loosenings.length} ${loosenings.length === 1 ? 'entry' : 'entries'}.`,
      {
        where: loosenings,
      },
    );
  const ignored = policy.loosenings.filter(({ inForce }) => !inForce).map(wordLoosening);
  if (ignored.length > 0)
    notes.warn(
      'policy-untrusted',
      "You have not trusted this project's policy: parts that weaken other rules are ignored.",
      {
        where: ignored,
        fix: 'Read it, then run `hookctl trust`.',
      },
    );
  for (const path of unreadNeighbours(policy, policy.projectRoot))
    notes.warn('policy-unread', 'This looks like a policy, but hookctl does not read it.', {
      where: path,
      fix: 'The project\'s policy is .hookctl/policy.yaml; rename it, or name it under "extends" there.',
    });
  return notes.all;
}

/** Rules that keep the guard itself in place may be enforced while all others are watched. */
function protectsGuard({ position }: CompiledRule): boolean {
  return position.file === 'pack:self-protection';
}

function rulesOf(policy: ChosenPolicy): string {
  const rules = writtenRules(policy.artefact?.rules ?? []);
  const modes = (['enforce', 'warn', 'observe'] as const)
    .map((mode) => ({ mode, count: rules.filter((rule) => modeOfRule(rule, undefined) === mode).length }))
    .filter(({ count }) => count > 0)
    .map(({ mode, count }) => `${count} ${mode}`);
  if (modes.length === 1)
    return `${rules.length} rules, ${rules.length === 1 ? 'in' : 'all in'} mode ${rules[0]?.mode}`;
  return `${rules.length} rules: ${modes.join(', ')}`;
}
