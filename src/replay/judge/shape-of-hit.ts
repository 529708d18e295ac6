import type { CompiledRule } from '../../policy/compile/artefact.ts';
import { type Binding, bindingsOf } from '../../policy/conditions/bindings.ts';
import { evaluateRule, type RuleContext } from '../../policy/judge/evaluate-rule.ts';
import type { EventFacts } from '../../policy/judge/event-facts.ts';
import type { RuleHit } from '../../policy/judgement.ts';
import type { LoadedPolicy } from '../../policy/stored/open-policy.ts';
import type { SessionState } from '../../session/state.ts';
import { type AlarmShape, shapeOf } from './shape.ts';

/** Hit → what kind of call it was. Where a call has several parts, the rule is asked once more which of them it is about. */
export function createShapeOfHit({ all, head }: LoadedPolicy) {
  const rules = new Map(all().map((rule) => [ruleKey(rule), rule]));
  return (hit: RuleHit, facts: EventFacts, session: () => SessionState): AlarmShape => {
    const rule = rules.get(ruleKey({ id: hit.rule, position: hit.position }));
    return shapeOf(rule === undefined ? null : bindingOf(rule, { facts, policy: head, session }), facts);
  };
}

function bindingOf(rule: CompiledRule, context: RuleContext): Binding | null {
  const [only, ...others] = bindingsOf(rule, context.facts);
  if (only !== undefined && others.length === 0) return only;
  const { scopes } = evaluateRule(rule, context);
  const named = scopes.find(({ binding }) => binding.target?.reading !== 'reaches') ?? scopes[0];
  return named?.binding ?? null;
}

function ruleKey({ id, position }: Pick<CompiledRule, 'id' | 'position'>): string {
  return `${id} ${position.file}:${position.line}`;
}
