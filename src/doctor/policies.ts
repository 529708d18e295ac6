import { choosePolicy, type ChosenPolicy, unreadNeighbours } from '../hook/policy-files/chosen-policy.ts';
import { firstFew, wordBrokenPolicy } from '../hook/broken-policy.ts';
import { compileLastGood, type LastGood } from '../hook/policy-cache/last-good.ts';
import { compiledFile } from '../hook/policy-cache/load-layers.ts';
import { layerFiles, stateDirectory } from '../hook/policy-files/locations.ts';
import { policyPlaceOf } from '../hook/policy-files/policy-place.ts';
import { trustGap } from '../hook/trust/trust-gap.ts';
import { nodeSystem } from '../system/node/system.ts';
import { WITHOUT_POLICY } from '../hook/policy-files/without-policy.ts';
import type { Manifest } from '../hook/policy-cache/compiled-policy.ts';
import type { OwnVariables } from '../hook/trust/repository-variables.ts';
import { writtenRules } from '../policy/compile/engine-rules.ts';
import { type CompiledRule, formatProblem, wordLoosening } from '../policy/index.ts';
import { modeOfRule } from '../policy/judge/rule-hit.ts';
import { type DoctorCheck, notesOf } from './check.ts';

export function policyHere(projectRoot: string, { env, fullEnv }: Pick<OwnVariables, 'env' | 'fullEnv'>): ChosenPolicy {
  return choosePolicy({ project: projectRoot, env, fullEnv, cwd: projectRoot });
}

/** What is in force where files have errors: each of these as it was when it was last good. */
export function lastGoodHere(
  project: string,
  { env, fullEnv }: Pick<OwnVariables, 'env' | 'fullEnv'>,
): Pick<LastGood, 'impaired'> & { rules: CompiledRule[] } {
  const files = layerFiles(nodeSystem, env, { ...policyPlaceOf(nodeSystem, project, project), fullEnv });
  const { compiled, impaired } = compileLastGood(
    files,
    compiledFile(nodeSystem, files, stateDirectory(nodeSystem, env)),
  );
  return { rules: writtenRules(compiled.artefact?.rules ?? []), impaired };
}

/** Which policy is in force, and whether it matches the files. `inForce` is the copy that the hook keeps; null: none. */
export function policyChecks(policy: ChosenPolicy, inForce: Pick<Manifest, 'impaired'> | null): DoctorCheck[] {
  const notes = notesOf('Policy');
  const errors = policy.problems.filter(({ severity }) => severity === 'error');
  const files = policy.chosen.map(({ layer, path }) => `${layer}  ${path}`);
  if (errors.length > 0) {
    const impaired = inForce?.impaired !== false;
    const what = `The policy has ${wordBrokenPolicy({ errors: errors.length, impaired })}`;
    const details = { where: firstFew(errors.map(formatProblem)), fix: '`hookctl check` lists them all.' };
    if (impaired) notes.fail('policy-broken', what, details);
    else notes.warn('policy-last-good', what, details);
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
  // What has errors is not in force anyway.
  if (ignored.length > 0 && errors.length === 0)
    notes.warn('policy-untrusted', `${wordUntrusted(policy)}: parts that weaken other rules are ignored.`, {
      where: ignored,
      fix: 'Read it, then run `hookctl trust`.',
    });
  for (const path of unreadNeighbours(policy, policy.projectRoot))
    notes.warn('policy-unread', 'This looks like a policy, but hookctl does not read it.', {
      where: path,
      fix: 'The project\'s policy is .hookctl/policy.yaml; rename it, or name it under "extends" there.',
    });
  return notes.all;
}

function wordUntrusted(policy: ChosenPolicy): string {
  return trustGap(policy) === 'changed'
    ? "This project's policy has changed since you trusted it"
    : "You have not trusted this project's policy";
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
