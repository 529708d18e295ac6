import type { ScriptPlace } from '../../shell/index.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { CompiledRule, Defaults, OnError } from '../compile/artefact.ts';
import { invocationsOf } from '../conditions/scope.ts';
import type { Truth } from '../truth.ts';
import type { Mode, RuleHit, Verb } from '../judgement.ts';
import { stricter } from '../strictness.ts';
import { isGlob } from '../match/glob.ts';
import type { RuleScope } from '../conditions/scope.ts';
import { asData } from '../language/quoted-value.ts';
import { fillTemplate } from '../language/template.ts';
import type { RuleResult } from './evaluate-rule.ts';
import type { Judging } from './judge-event.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';

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
    text: messageOf(rule, result),
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

/** It speaks of what the call names, not of what that reaches or of what a pattern finds on the disk. */
function isAsWritten({ binding: { target, effect } }: RuleScope): boolean {
  if (target?.reading === 'reaches') return false;
  if (target === null || effect === null || !isGlob(effect.path)) return true;
  return target.path === (effect.hint ?? effect.path);
}

/** Would it be silent without the untrusted policies? */
function isUntrusted(rule: CompiledRule, truth: Truth, { policy }: HitContext): boolean {
  if (rule.untrusted === true) return true;
  const { trusted } = policy.head.defaults;
  return trusted !== undefined && verbOf(rule, truth, trusted) === null;
}

function messageOf(rule: CompiledRule, { truth, scopes }: RuleResult): string {
  const text = wordScopes(rule, scopes) + wordScript(scopes) + wordEmpty(named(scopes));
  if (truth === true) return text;
  return `${truth === 'unknown' ? 'A needed fact could not be read' : 'The command cannot be followed'}, so this rule may apply: ${text}`;
}

/** The command that a rule speaks of may be in a script, not in what the agent typed. */
function wordScript(scopes: RuleResult['scopes']): string {
  const places = scopes.map((scope) => {
    const { facts, binding } = scope;
    const invocation = invocationsOf(scope)[0];
    const script = binding.effect?.script ?? (binding.invocation === null ? undefined : invocation?.script);
    return placeInScript(script, facts.event.projectRoot);
  });
  const distinct = [...new Set(places)];
  const [first] = distinct;
  if (first === undefined || first === null || distinct.includes(null)) return '';
  return distinct.length === 1 ? ` (${first})` : ` (${first}, and ${distinct.length - 1} more)`;
}

/** The scopes that speak of what the call names; all of them where none does. */
function named(scopes: RuleResult['scopes']): RuleResult['scopes'] {
  const written = scopes.filter(isAsWritten);
  if (written.length > 0) return written;
  const names = scopes.filter(({ binding }) => binding.target?.reading !== 'reaches');
  return names.length > 0 ? names : scopes;
}

/** The rule holds only because a value may be empty, which nothing else in the message says. */
function wordEmpty(scopes: RuleResult['scopes']): string {
  const values = [...new Set(scopes.map(({ binding }) => binding.effect?.ifEmpty))];
  const [value] = values;
  if (value === undefined || values.length > 1) return '';
  const variable = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(value)?.[1];
  const remedy = variable === undefined ? '' : `; write \`\${${variable}:?}\`, which stops the command then`;
  return ` That is so if ${asData([value], '', '')} is empty${remedy}.`;
}

/** A few bindings are listed one by one, so that "a.ts has been edited 8 times" stays a sentence; many share one. */
function wordScopes(rule: CompiledRule, matching: RuleResult['scopes']): string {
  if (matching.length === 0) return fillTemplate(rule.text, rule, []);
  // What it reaches besides would be the same sentence again.
  const scopes = named(matching);
  const single = scopes.slice(0, 4).map((scope) => fillTemplate(rule.text, rule, [scope]));
  const distinct = [...new Set(single)];
  return distinct.length <= 3 && scopes.length <= 4 ? distinct.join('\n') : fillTemplate(rule.text, rule, scopes);
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

/** `rm -rf "$x" (line 3 of scripts/x.sh)`: where the command is that a rule speaks of. */
function placeInScript(script: ScriptPlace | undefined, root: string): string | null {
  if (script === undefined) return null;
  const file = relativeTo(root, script.file) ?? script.file;
  return script.line === undefined ? file : `line ${script.line} of ${file}`;
}
