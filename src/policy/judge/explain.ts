import { wordHit } from './answer-to.ts';
import type { Judgement, Position, RuleHit } from '../judgement.ts';
import type { CompiledRule, ConditionNode } from '../compile/artefact.ts';
import { bindingsOf } from '../conditions/bindings.ts';
import { hostOf } from '../conditions/effects.ts';
import { findCondition } from '../conditions/index.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { compareText, examineEvent, type Judging } from './judge-event.ts';
import { isEngineRule } from '../compile/engine-rules.ts';
import { evaluateNode, evaluateRule, type RuleContext } from './evaluate-rule.ts';
import { type EffectSummary, summariseEffects } from './effect-summary.ts';
import type { EventFacts } from './event-facts.ts';
import type { RuleScope } from '../conditions/scope.ts';
import type { Truth } from '../truth.ts';

export interface Explanation {
  judgement: Judgement;
  /** Rules whose moment and subject fit, whether they fired or not. */
  rules: RuleExplanation[];
  /** What the analyser made of commands, for `explain` and `judge`. */
  effects: EffectSummary & { network: string[]; ifEmpty: SupposedEffect[] };
  marks: string[];
}

/** What the call does if a value that is not known is empty. */
interface SupposedEffect {
  /** As written: `$BUILD`. */
  value: string;
  kind: 'read' | 'write' | 'delete';
  path: string;
}

export interface RuleExplanation {
  rule: string;
  position: Position;
  outcome: 'hit' | 'miss' | 'unknown' | 'uncertain';
  verb: RuleHit['verb'];
  effective: RuleHit['effective'] | null;
  conditions: ExplainedCondition[];
  why: string | null;
}

export interface ExplainedCondition {
  of: 'when' | 'unless';
  written: string;
  truth: Truth;
  saw: unknown;
  /** It is below a `not`, so that it helps when it does not hold. */
  negated: boolean;
  /** It is among those that made the rule's answer what it is: not an alternative that came to something else. */
  decides: boolean;
}

/** Why an event is answered as it is: every rule that applies to this kind of event, with the facts it checked. */
export function explain(event: AgentEvent, judging: Judging): Explanation {
  const { policy, session } = judging;
  const { facts, judgement } = examineEvent(event, judging);
  const context: RuleContext = { facts, policy: policy.head, session: session.state };
  const rules: RuleExplanation[] = [];
  for (const rule of policy.all()) {
    if (!concerns(rule, facts)) continue;
    const explained = explainRule(rule, context, judgement);
    // What every policy has is worth a line only where it speaks.
    if (explained.outcome !== 'miss' || !isEngineRule(rule.id)) rules.push(explained);
  }
  rules.sort(
    (a, b) =>
      Number(isEngineRule(a.rule)) - Number(isEngineRule(b.rule)) ||
      compareText(a.position.file, b.position.file) ||
      a.position.line - b.position.line,
  );
  const effects = {
    ...summariseEffects(facts, { isPrecise: true }),
    network: hostsOf(facts),
    ifEmpty: supposedEffects(facts),
  };
  return { judgement, rules, effects, marks: marksOf(facts) };
}

function concerns(rule: CompiledRule, facts: EventFacts): boolean {
  const { event, nativeEvent } = facts.event;
  if (rule.phase === 'at')
    return rule.subjects.some(
      (subject) => subject.kind === 'event' && (subject.name === event || subject.name === nativeEvent),
    );
  return (
    rule.phase === (event === 'before-tool' ? 'before' : event === 'after-tool' ? 'after' : null) &&
    bindingsOf(rule, facts).length > 0
  );
}

function explainRule(rule: CompiledRule, context: RuleContext, judgement: Judgement): RuleExplanation {
  const { truth, scopes, all } = evaluateRule(rule, context);
  const scope =
    scopes.length > 0 && truth !== false
      ? scopes[0]
      : nearestMiss(
          rule,
          all.map((one) => one.scope),
        );
  const hit = judgement.hits.find((one) => one.rule === rule.id && one.position.file === rule.position.file);
  const conditions =
    scope === undefined
      ? []
      : (['when', 'unless'] as const).flatMap((of) => {
          const deciding = new Set(decidingLeaves(rule[of], scope));
          return leaves(rule[of]).map(({ leaf, negated }) => ({
            of,
            written: leaf.written,
            truth: evaluateNode(leaf, scope),
            saw: sawOf(leaf, scope),
            negated,
            decides: deciding.has(leaf),
          }));
        });
  return {
    rule: rule.id,
    position: rule.position,
    outcome: truth === true ? 'hit' : truth === false ? 'miss' : truth,
    verb: rule.verb,
    effective: hit?.effective ?? null,
    conditions,
    why: rule.why,
  };
}

/** Of several commands, show the closest match. */
function nearestMiss(rule: CompiledRule, scopes: readonly RuleScope[]): RuleScope | undefined {
  const held = (scope: RuleScope) => leaves(rule.when).filter(({ leaf }) => evaluateNode(leaf, scope) === true).length;
  return scopes.map((scope) => ({ scope, held: held(scope) })).sort((a, b) => b.held - a.held)[0]?.scope;
}

type Leaf = ConditionNode & { op: 'is' };

function leaves(node: ConditionNode | null, negated = false): { leaf: Leaf; negated: boolean }[] {
  if (node === null) return [];
  if (node.op === 'is') return [{ leaf: node, negated }];
  return node.op === 'not' ? leaves(node.of, !negated) : node.of.flatMap((child) => leaves(child, negated));
}

/** The leaves whose answers make that of the whole: of alternatives that hold, not those which do not. */
function decidingLeaves(node: ConditionNode | null, scope: RuleScope): Leaf[] {
  if (node === null) return [];
  if (node.op === 'is') return [node];
  if (node.op === 'not') return decidingLeaves(node.of, scope);
  const truth = evaluateNode(node, scope);
  return node.of
    .filter((child) => evaluateNode(child, scope) === truth)
    .flatMap((child) => decidingLeaves(child, scope));
}

function sawOf(leaf: Leaf, scope: RuleScope): unknown {
  return findCondition(leaf.name)?.condition.saw(scope, leaf.argument, leaf.test);
}

/** The hosts it would talk to; `?` where that is unknown. */
function hostsOf(facts: EventFacts): string[] {
  const found = facts.event.actions.flatMap((action) => {
    if (action.kind === 'fetch') return [hostOf(action.url) ?? action.url];
    const effects = facts.analysisOf(action)?.effects ?? [];
    return effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host ?? effect.url ?? '?'] : []));
  });
  return [...new Set(found)];
}

function supposedEffects(facts: EventFacts): SupposedEffect[] {
  const found = facts.event.actions.flatMap((action) =>
    (facts.analysisOf(action)?.effects ?? []).flatMap((effect) => {
      const { kind, ifEmpty: value } = effect;
      const isPath = kind === 'read' || kind === 'write' || kind === 'delete';
      return isPath && value !== undefined && effect.place === 'local' ? [{ value, kind, path: effect.path }] : [];
    }),
  );
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function marksOf(facts: EventFacts): string[] {
  return facts.event.actions.flatMap((action) =>
    (facts.analysisOf(action)?.marks ?? []).map((mark) => `${mark.kind}: ${mark.detail}`),
  );
}

const MARKS: Record<string, string> = { true: 'v', false: 'x' };

/** One line per rule, then the verdict. */
export function formatExplanation({ judgement, rules, marks }: Explanation): string {
  const width = Math.max(0, ...rules.map((rule) => rule.rule.length));
  const lines = rules.map(({ rule, position, outcome, conditions, effective }) => {
    const place = `(${position.file}:${position.line}:${position.column})`;
    const facts = conditions.map(({ of, written, truth, saw }) => {
      const mark = MARKS[String(truth)] ?? '?';
      return `${of === 'unless' ? 'unless ' : ''}${mark} ${written} saw ${JSON.stringify(saw) ?? 'nothing'}`;
    });
    const name = outcome === 'hit' ? 'HIT ' : outcome === 'miss' ? 'miss' : '??? ';
    const mode = outcome === 'hit' && effective === 'observe' ? ['(only logged)'] : [];
    return [`${name} ${rule.padEnd(width)}  ${place}`, ...mode, ...facts].join('   ');
  });
  for (const mark of marks) lines.push(`could not tell: ${mark}`);
  const spoken = judgement.hits.filter((hit) => hit.effective === judgement.verdict).map(wordHit);
  lines.push(
    `=> ${judgement.verdict === 'none' ? "pass (no rule applies: the agent's own permissions decide)" : judgement.verdict}  ${spoken.join('  ')}`.trimEnd(),
  );
  return lines.join('\n');
}
