import { findProgram } from '../../shell/programs/support/find-program.ts';
import type { SessionState } from '../../session/state.ts';
import type { Artefact, CompiledRule, ConditionNode } from '../compile/artefact.ts';
import { bindingsOf } from '../conditions/bindings.ts';
import { findCondition, mentions } from '../conditions/index.ts';
import { outputText } from '../conditions/call.ts';
import type { EventFacts } from './event-facts.ts';
import { lastMatch } from '../regex/search.ts';
import { analysisOf, type RuleScope } from '../conditions/scope.ts';
import { and, every, not, some, type Truth } from '../truth.ts';

export interface RuleContext {
  facts: EventFacts;
  policy: Pick<Artefact, 'checks' | 'counters'>;
  session: () => SessionState;
}

export interface RuleResult {
  truth: Truth;
  /** The bindings that made it so. */
  scopes: readonly RuleScope[];
  /** All bindings, for `explain`. */
  all: { scope: RuleScope; truth: Truth }[];
}

export function evaluateRule(rule: CompiledRule, context: RuleContext): RuleResult {
  const extracted = lazyExtract(rule, context);
  const { policy, session } = context;
  const facts = rule.base === undefined ? context.facts : context.facts.from(rule.base);
  const all = bindingsOf(rule, facts).map((binding) => {
    const scope: RuleScope = { facts, policy, session, binding, extracted };
    return { scope, truth: judgeBinding(rule, scope) };
  });
  const truth = rule.verb === 'allow' ? allowTruth(rule, all) : some(all, (one) => one.truth);
  const scopes = truth === false ? NONE : all.flatMap((one) => (one.truth === truth ? [one.scope] : []));
  return { truth, scopes, all };
}

const NONE: readonly RuleScope[] = [];

function judgeBinding(rule: CompiledRule, scope: RuleScope): Truth {
  const when = rule.when === null ? true : evaluateNode(rule.when, scope);
  if (when === false) return false;
  if (rule.unless === null) return holds(when, rule, scope);
  const exception = evaluateNode(rule.unless, excusing(scope));
  // Text that cannot be followed excuses nothing: a `--help` may hide in `docker volume rm $(…)`, but that is not certain.
  const excused = exception === 'uncertain' && rule.verb !== 'allow' ? false : exception;
  return holds(and([when, not(excused)]), rule, scope);
}

/** What a command may do besides is a guess, except for a rule on exactly that: text that could not be read. */
function holds(truth: Truth, rule: CompiledRule, scope: RuleScope): Truth {
  return scope.binding.hypothetical && truth === true && !speaksOfUnread(rule.when) ? 'uncertain' : truth;
}

function speaksOfUnread(node: ConditionNode | null): boolean {
  if (node === null || node.op === 'not') return false;
  if (node.op !== 'is') return node.of.some(speaksOfUnread);
  return findCondition(node.name)?.condition.aboutUnreadText === true;
}

/** An exception must name the target itself: `rm -rf ~` is not excused because it also reaches `~/.cache`. */
function excusing(scope: RuleScope): RuleScope {
  const { target } = scope.binding;
  if (target?.reading !== 'reaches') return scope;
  return { ...scope, binding: { ...scope.binding, target: { ...target, reading: 'names' } } };
}

export function evaluateNode(node: ConditionNode, scope: RuleScope): Truth {
  switch (node.op) {
    case 'all':
      // A later condition is not asked for once the answer is settled: file facts cost something.
      return every(node.of, (child) => evaluateNode(child, scope));
    case 'any':
      return some(node.of, (child) => evaluateNode(child, scope));
    case 'not':
      return not(evaluateNode(node.of, excusing(scope)));
    default: {
      const namedCondition = findCondition(node.name);
      return namedCondition === null ? 'unknown' : namedCondition.condition.test(node.test, scope, node.argument);
    }
  }
}

/**
 * An allow must cover everything the call does: each command, each path, nothing unclear, no redirect it does not speak of. It never follows from
 * the files a command writes: the command may do other things besides.
 */
function allowTruth(rule: CompiledRule, all: { scope: RuleScope; truth: Truth }[]): Truth {
  const relevant = all.filter(({ scope }) => !isHarmlessWrapper(scope) && !isLineOfProjectScript(scope));
  if (relevant.length === 0 || !relevant.every((one) => one.truth === true)) return false;
  return all.every(({ scope }) => isCovered(rule, scope));
}

/** `timeout 5 git status` is as good as `git status`. */
function isHarmlessWrapper(scope: RuleScope): boolean {
  const { invocation } = scope.binding;
  const all = analysisOf(scope)?.invocations ?? [];
  const program = invocation === null ? undefined : all[invocation]?.program;
  return program !== undefined && isHarmless(program) && all.some((one) => one.wrappers.includes(program));
}

/** A rule that allows `npm test` allows what the project's package.json makes of it. */
function isLineOfProjectScript(scope: RuleScope): boolean {
  const { invocation } = scope.binding;
  return invocation !== null && scope.facts.isProjectScript(analysisOf(scope)?.invocations[invocation]);
}

function isHarmless(program: string): boolean {
  return findProgram(program)?.isHarmlessWrapper === true;
}

function isCovered(rule: CompiledRule, scope: RuleScope): boolean {
  if (scope.facts.event.unparsed !== null || scope.binding.hypothetical) return false;
  const analysis = analysisOf(scope);
  if (analysis === null) return true;
  const derived = rule.subjects.every((subject) => subject.kind === 'action' && subject.name !== 'run');
  if (derived || scope.facts.uncertain()) return false;
  const { isProjectScript } = scope.facts;
  const typed = analysis.invocations.filter((one) => !isProjectScript(one));
  if (typed.some((one) => one.wrappers.some((name) => !isHarmless(name)))) return false;
  if (mentions(rule.when, ({ namesFilesWritten }) => namesFilesWritten === true)) return true;
  return !analysis.effects.some(
    (effect) =>
      effect.kind === 'write' &&
      ['redirect', 'heredoc', 'tee'].includes(effect.via) &&
      !isProjectScript(analysis.invocations[effect.by]),
  );
}

/** What the rule's `extract` finds in the output, looked for when a condition or the message asks. */
function lazyExtract(rule: CompiledRule, { facts }: RuleContext): RuleScope['extracted'] {
  const values = new Map<string, string | null>();
  return (name) => {
    const earlier = values.get(name);
    if (earlier !== undefined) return earlier;
    const regex = Object.hasOwn(rule.extract, name) ? rule.extract[name] : undefined;
    const match = regex === undefined ? null : lastMatch(facts.caches.regex(regex), outputText({ facts }));
    const value = match?.text ?? null;
    values.set(name, value);
    return value;
  };
}
