import type { SessionState } from '../../session/state.ts';
import type { Analysis, Effect, Invocation } from '../../shell/index.ts';
import type { Artefact } from '../compile/artefact.ts';
import type { Binding } from './bindings.ts';
import type { EventFacts } from '../judge/event-facts.ts';

/** What one evaluation of one rule can see: the event's facts, narrowed to one command of a line, or to one path. */
export interface RuleScope {
  facts: EventFacts;
  policy: Pick<Artefact, 'checks' | 'counters'>;
  session: () => SessionState;
  binding: Binding;
  /** The rule's `extract`, applied to the output. */
  extracted: (name: string) => string | null;
}

export function analysisOf({ binding, facts }: RuleScope): Analysis | null {
  return binding.action === null ? null : facts.analysisOf(binding.action);
}

/** The commands this scope speaks of: one, or all of the line. */
export function invocationsOf(scope: RuleScope): Invocation[] {
  const all = analysisOf(scope)?.invocations ?? [];
  const { invocation } = scope.binding;
  if (invocation === null) return all;
  const one = all[invocation];
  return one === undefined ? [] : [one];
}

export function effectsOf<K extends Effect['kind']>(scope: RuleScope, kind: K): (Effect & { kind: K })[] {
  const analysis = analysisOf(scope);
  if (analysis === null) return [];
  const { invocation } = scope.binding;
  const among =
    invocation === null ? analysis.effects : (effectsByInvocation(analysis, scope.facts).get(invocation) ?? []);
  const effectsOfKind: (Effect & { kind: K })[] = [];
  for (const effect of among) if (effect.kind === kind) effectsOfKind.push(effect as Effect & { kind: K });
  return effectsOfKind;
}

/** A long script has thousands of commands, and each rule asks each of them what it does. */
export function effectsByInvocation(analysis: Analysis, facts: EventFacts): Map<number, Effect[]> {
  return facts.memo(analysis, 'effects by invocation', () => {
    const groups = new Map<number, Effect[]>();
    for (const effect of analysis.effects) {
      const group = groups.get(effect.by);
      if (group === undefined) groups.set(effect.by, [effect]);
      else group.push(effect);
    }
    return groups;
  });
}
