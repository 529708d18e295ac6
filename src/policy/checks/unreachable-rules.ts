import type { CompiledRule } from '../compile/artefact.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import { runExamples } from '../tests/examples.ts';
import { waysOf } from './logic/alternatives.ts';
import { contradictionIn } from './logic/contradictions.ts';
import type { CheckedPolicy, PolicyFault, PolicyCheck } from './policy-check.ts';
import { ownRules } from './own-rules.ts';
import { missingFact } from './logic/subject-facts.ts';

/** Conditions that contradict each other, or that ask for facts which the rule's subject never has. */
export const unreachableRules: PolicyCheck = {
  name: 'unreachable-rules',
  about: 'a rule that no event can reach',
  find: (policy) =>
    policy.files.flatMap((parsed) => ownRules(parsed, policy).flatMap((rule) => unreachable(rule, parsed, policy))),
};

function unreachable(rule: CompiledRule, parsed: ParsedPolicy, policy: CheckedPolicy): PolicyFault[] {
  const ways = waysOf(rule.when, rule.unless);
  if (ways === null) return [];
  const reasons = rule.subjects.flatMap((subject) =>
    ways.map((way) => contradictionIn(way) ?? missingFact(subject, way, policy.adapter)),
  );
  const [first] = reasons;
  if (first === undefined || reasons.includes(null) || hasFired(rule, parsed, policy)) return [];
  const more = reasons.length > 1 ? '; its alternatives are impossible as well' : '';
  const message = `no event can reach rule "${rule.id}": ${first}${more}. Change the conditions, or remove the rule`;
  return [{ parsed, path: ['rules', rule.id], message }];
}

/** A test in which the rule speaks is the proof of the opposite. */
function hasFired({ id }: CompiledRule, parsed: ParsedPolicy, { artefact, adapter }: CheckedPolicy): boolean {
  const { [id]: rule } = parsed.value.rules ?? {};
  if (rule === undefined) return false;
  const alone = { ...parsed, value: { ...parsed.value, rules: { [id]: rule }, tests: [] } };
  return runExamples({ artefact, files: [alone] }, { adapter }).some(({ ok, expected }) => ok && expected !== 'pass');
}
