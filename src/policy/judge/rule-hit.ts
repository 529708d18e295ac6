import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { CompiledRule, Defaults, OnError } from '../compile/artefact.ts';
import type { Truth } from '../truth.ts';
import type { Mode, RuleHit, Verb } from '../judgement.ts';
import { stricter } from '../strictness.ts';
import { hitText, isAsWritten } from '../language/hit-text.ts';
import { fillTemplate } from '../language/template.ts';
import type { RuleResult } from './evaluate-rule.ts';
import type { Judging } from './judge-event.ts';

type HitContext = Pick<Judging, 'policy' | 'mode'>;

/** What a rule comes to for an event, with its message; null: it does not speak. */
export function ruleHit(
  rule: CompiledRule,
  result: RuleResult,
  event: AgentEvent,
  context: HitContext,
): RuleHit | null {
  const verb = verbOf(rule, result.truth, doubtsFor(rule, context.policy.head.defaults));
  if (verb === null) return null;
  const mode = modeOfRule(rule, context.mode);
  return {
    rule: rule.id,
    position: rule.position,
    layer: rule.layer,
    verb: rule.verb,
    effective: moderated(verb, mode),
    mode,
    because: result.truth === true ? 'holds' : (result.truth as 'unknown' | 'uncertain'),
    text: hitText(rule, result),
    fix: rule.fix !== null ? fillTemplate(rule.fix, rule, result.scopes) : null,
    tags: rule.tags,
    cause: causeOf(rule, event),
    locked: rule.locked || rule.layer === 'managed',
    onceCode: null,
    excused: false,
    ...(isUntrusted(rule, result.truth, context) ? { untrusted: true } : {}),
    ...(isSwept(result) ? { swept: true } : {}),
  };
}

function doubtsFor(rule: CompiledRule, defaults: Defaults): Pick<Defaults, 'onError' | 'uncertain'> {
  return defaults.enforced !== undefined && modeOfRule(rule, undefined) === 'enforce' ? defaults.enforced : defaults;
}

/** An untrusted rule may have the name of another one, whose refusals must not be counted twice. */
function causeOf(rule: CompiledRule, event: AgentEvent): string {
  const cause = `${rule.id} ${event.actor.id ?? ''}`.trim();
  return rule.untrusted === true ? `${cause} ${rule.position.file}` : cause;
}

/** `rm -rf /` names `/`, and reaches everything else; so does `rm -rf /*` with what is there now. */
function isSwept({ scopes }: RuleResult): boolean {
  return scopes.length > 0 && scopes.every((scope) => !isAsWritten(scope));
}

/** Would it be silent without the untrusted policies? */
function isUntrusted(rule: CompiledRule, truth: Truth, { policy }: HitContext): boolean {
  if (rule.untrusted === true) return true;
  const { trusted } = policy.head.defaults;
  return trusted !== undefined && verbOf(rule, truth, trusted) === null;
}

/** What a rule asks for, given how sure it is. Never more than its own verb. */
function verbOf(rule: CompiledRule, truth: Truth, defaults: Pick<Defaults, 'onError' | 'uncertain'>): Verb | null {
  if (truth === true) return rule.verb;
  if (truth === false || (rule.verb !== 'deny' && rule.verb !== 'ask')) return null;
  const answer = truth === 'uncertain' ? defaults.uncertain : (rule.onError ?? defaults.onError ?? usualOnError(rule));
  if (answer === 'skip') return null;
  return rule.verb === 'ask' ? 'ask' : answer;
}

/** A question where something could be lost, silence elsewhere. Only `before` can ask. */
function usualOnError(rule: CompiledRule): OnError {
  const asks =
    rule.phase === 'before' && rule.subjects.some((subject) => subject.kind !== 'action' || subject.name !== 'read');
  return asks ? 'ask' : 'skip';
}

/** The command line overrides files and rules, but no managed floor. */
export function modeOfRule(rule: Pick<CompiledRule, 'mode' | 'minMode'>, requested: Mode | undefined): Mode {
  return stricter(requested ?? rule.mode, rule.minMode);
}

function moderated(verb: Verb, mode: Mode): RuleHit['effective'] {
  if (mode === 'enforce') return verb;
  if (mode === 'observe' || verb === 'allow') return 'observe';
  return verb === 'deny' || verb === 'ask' ? 'warn' : verb;
}

/** Something other than a rule that decides: a default, or a failure. As a hit it is joined with the rules' and audited like them. */
export function engineHit({
  verb,
  mode,
  ...hit
}: { verb: 'ask' | 'deny' } & Pick<RuleHit, 'rule' | 'text' | 'mode' | 'because' | 'position' | 'layer'>): RuleHit {
  return {
    ...hit,
    verb,
    mode,
    effective: moderated(verb, mode),
    fix: null,
    tags: [],
    cause: hit.rule,
    locked: false,
    onceCode: null,
    excused: false,
  };
}
