import type { RuleHit } from '../../policy/judgement.ts';
import type { World } from '../../system/ports.ts';
import type { SessionState } from '../../session/state.ts';
import { type Binding, bindingsOf } from '../../policy/conditions/bindings.ts';
import { evaluateRule } from '../../policy/judge/evaluate-rule.ts';
import { type EventFacts, eventFacts } from '../../policy/judge/event-facts.ts';
import type { LoadedPolicy } from '../../policy/stored/load.ts';
import type { CompiledRule } from '../../policy/compile/artefact.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { type Shape, shapeOf } from '../report/shape.ts';

/** Verdicts a person would notice, and what a rule in `observe` would have said. */
export const VERDICTS = ['deny', 'ask', 'warn', 'observe'] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictOf({ effective }: RuleHit): Verdict | null {
  return (VERDICTS as readonly string[]).includes(effective) ? (effective as Verdict) : null;
}

/** Hit → what kind of call it was. Where a call has several parts, the rule is asked once more which of them it is about. */
export function createShaper(policy: LoadedPolicy, world: World) {
  const rules = new Map(policy.all().map((rule) => [ruleKey(rule), rule]));
  return (hit: RuleHit, event: AgentEvent, session: () => SessionState): Shape => {
    const facts = eventFacts(event, world);
    const rule = rules.get(ruleKey({ id: hit.rule, position: hit.position }));
    return shapeOf(rule === undefined ? null : bindingOf(rule, facts, policy, session), facts);
  };
}

function bindingOf(
  rule: CompiledRule,
  facts: EventFacts,
  policy: LoadedPolicy,
  session: () => SessionState,
): Binding | null {
  const [only, ...others] = bindingsOf(rule, facts);
  if (only !== undefined && others.length === 0) return only;
  const { scopes } = evaluateRule(rule, { facts, policy: policy.head, session });
  const named = scopes.find(({ binding }) => binding.target?.reading !== 'reaches') ?? scopes[0];
  return named?.binding ?? null;
}

function ruleKey({ id, position }: Pick<CompiledRule, 'id' | 'position'>): string {
  return `${id} ${position.file}:${position.line}`;
}

const CORE_PACKS = ['pack:recommended', 'pack:git', 'pack:secrets', 'pack:self-protection', 'pack:strict'];
const GUARDING_PACKS = ['pack:secrets', 'pack:self-protection'];

/**
 * Alarms nobody should be talked out of: what the shipped packs refuse outright, everything about secrets and about the guard itself, locked rules, and
 * whatever reaches the root, the home directory or the project as a whole.
 */
export function isGrave(
  hit: Pick<RuleHit, 'position' | 'verb' | 'locked'>,
  shape: Pick<Shape, 'place' | 'text'>,
): boolean {
  const { file } = hit.position;
  if (hit.locked || GUARDING_PACKS.includes(file)) return true;
  if (hit.verb === 'deny' && CORE_PACKS.includes(file)) return true;
  return shape.place === 'root' || shape.place === 'project' || shape.text.endsWith(' ~');
}
