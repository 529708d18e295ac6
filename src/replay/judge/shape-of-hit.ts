import type { Prepared } from '../../policy/hook.ts';
import type { CompiledRule } from '../../policy/compile/artefact.ts';
import { type Binding, bindingsOf } from '../../policy/conditions/bindings.ts';
import { evaluateRule } from '../../policy/judge/evaluate-rule.ts';
import { type EventFacts, eventFacts } from '../../policy/judge/event-facts.ts';
import type { RuleHit } from '../../policy/judgement.ts';
import type { LoadedPolicy } from '../../policy/stored/load.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { SessionState } from '../../session/state.ts';
import type { World } from '../../system/ports.ts';
import { type Shape, shapeOf } from './shape.ts';

/** Hit → what kind of call it was. Where a call has several parts, the rule is asked once more which of them it is about. */
export function createShapeOfHit(policy: LoadedPolicy, world: World, prepared: Prepared) {
  const rules = new Map(policy.all().map((rule) => [ruleKey(rule), rule]));
  return (hit: RuleHit, event: AgentEvent, session: () => SessionState): Shape => {
    const facts = eventFacts(event, world, prepared);
    const rule = rules.get(ruleKey({ id: hit.rule, position: hit.position }));
    return shapeOf(rule === undefined ? null : bindingOf(rule, { facts, policy, session }), facts);
  };
}

interface Asked {
  facts: EventFacts;
  policy: LoadedPolicy;
  session: () => SessionState;
}

function bindingOf(rule: CompiledRule, { facts, policy, session }: Asked): Binding | null {
  const [only, ...others] = bindingsOf(rule, facts);
  if (only !== undefined && others.length === 0) return only;
  const { scopes } = evaluateRule(rule, { facts, policy: policy.head, session });
  const named = scopes.find(({ binding }) => binding.target?.reading !== 'reaches') ?? scopes[0];
  return named?.binding ?? null;
}

function ruleKey({ id, position }: Pick<CompiledRule, 'id' | 'position'>): string {
  return `${id} ${position.file}:${position.line}`;
}
