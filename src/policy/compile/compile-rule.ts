import type { Mode, Verb } from '../judgement.ts';
import type { CompiledRule, ConditionNode, Phase, Subject } from './artefact.ts';
import { compileCondition, type ConditionNames } from './compile-condition.ts';
import { mentions } from '../conditions/index.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import { regexProblem } from '../regex/safety.ts';
import { isRegexText } from '../regex/syntax.ts';
import type { RuleFile } from '../language/policy-file.ts';
import { namesOfSubject, readEvent, readSubject } from '../language/subjects.ts';
import { findVariable, VARIABLES, variablesIn } from '../language/template.ts';
import { milder } from '../strictness.ts';
import { verbProblem } from '../language/verb-events.ts';
import type { PolicyPath, ReportProblem } from '../language/problem.ts';

export interface RuleInput {
  id: string;
  rule: Partial<RuleFile>;
  parsed: ParsedPolicy;
  /** A locked file extends this one. */
  isHeld: boolean;
  /** The mode that it has at most. */
  cap: Mode;
  names: Omit<ConditionNames, 'extracts'>;
  problem: ReportProblem;
}

const PHASES = ['before', 'after', 'at'] as const;
const VERBS: readonly Verb[] = ['deny', 'ask', 'allow', 'warn', 'inject'];

/** One rule, with everything that is wrong about it; null when too little is left to make a rule of. */
export function compileRule(input: RuleInput): CompiledRule | null {
  const { id, rule, parsed } = input;
  const problem = (path: PolicyPath, message: string) => input.problem(['rules', id, ...path], message);
  if (!/^[a-z][a-z0-9-]*$/.test(id)) problem([], `bad rule id "${id}": use a-z, 0-9 and -, beginning with a letter`);
  const phase = readPhase(rule, problem);
  const verb = readVerb(rule, problem);
  // Conditions are checked even without a moment, so that all errors come at once.
  const subjects = phase === null ? [] : readSubjects(rule, phase, verb, problem);
  const extract = readExtract(rule, phase, problem);
  const names = { ...input.names, extracts: Object.keys(extract) };
  const compile = (key: 'when' | 'unless'): ConditionNode | null =>
    rule[key] === undefined
      ? null
      : compileCondition({
          value: rule[key],
          path: ['rules', id, key],
          phase: phase ?? 'before',
          names,
          problem: input.problem,
        });
  const when = compile('when');
  const unless = compile('unless');
  for (const key of [...VERBS, 'fix' as const]) checkTemplate(key, rule[key], { phase, names, when, problem });
  if (phase === null || verb === null || subjects.length === 0) return null;
  return {
    id,
    position: parsed.at(['rules', id]),
    layer: parsed.source.layer,
    locked: input.isHeld || (rule.locked ?? parsed.value.locked ?? false),
    mode: milder(rule.mode ?? 'enforce', milder(parsed.value.mode ?? 'enforce', input.cap)),
    minMode: 'observe',
    phase,
    subjects,
    when,
    unless,
    extract,
    verb,
    text: rule[verb] ?? '',
    fix: rule.fix ?? null,
    why: rule.why ?? null,
    tags: rule.tags ?? [],
    onError: rule['on-error'] ?? parsed.value.defaults?.['on-error'] ?? null,
    perPath: usesPath(when) || usesPath(unless),
    ...(parsed.source.untrusted === undefined ? {} : { untrusted: true as const }),
    ...(parsed.source.base === undefined ? {} : { base: parsed.source.base }),
  };
}

function readPhase(rule: Partial<RuleFile>, problem: ReportProblem): Phase | null {
  const phases = PHASES.filter((phase) => rule[phase] !== undefined);
  if (phases.length === 0) problem([], 'a rule needs "before:", "after:" or "at:"');
  for (const extra of phases.slice(1))
    problem([extra], `"${phases[0] ?? ''}" and "${extra}": a rule has one moment; write two rules`);
  return phases[0] ?? null;
}

function readVerb(rule: Partial<RuleFile>, problem: ReportProblem): Verb | null {
  const verbs = VERBS.filter((verb) => rule[verb] !== undefined);
  if (verbs.length === 0) problem([], `a rule needs one verb: ${VERBS.join(', ')}`);
  for (const extra of verbs.slice(1))
    problem([extra], `two verbs, "${verbs[0] ?? ''}" and "${extra}": a rule has one; write two rules`);
  return verbs[0] ?? null;
}

function readSubjects(rule: Partial<RuleFile>, phase: Phase, verb: Verb | null, problem: ReportProblem): Subject[] {
  const names = namesOfSubject(rule[phase]);
  if (names.length === 0) problem([phase], 'an empty list: the rule would never be asked');
  return names.flatMap((name) => {
    const subjectRead = phase === 'at' ? readEvent(name) : readSubject(name);
    if ('problem' in subjectRead) {
      problem([phase], subjectRead.problem);
      return [];
    }
    const clash = verb === null ? null : verbProblem(verb, { phase, event: name });
    if (clash !== null) problem([verb ?? ''], clash);
    return [subjectRead.subject];
  });
}

function readExtract(rule: Partial<RuleFile>, phase: Phase | null, problem: ReportProblem): Record<string, string> {
  const extract: Record<string, string> = {};
  for (const [name, regex] of Object.entries(rule.extract ?? {})) {
    if (phase !== null && phase !== 'after')
      problem(['extract', name], '"extract" needs "after:": there is no output yet');
    const wrong = isRegexText(regex) ? regexProblem(regex) : 'write it between slashes, as in "/coverage: (\\d+)/"';
    if (wrong === null) extract[name] = regex;
    else problem(['extract', name], `unsafe or unsupported regular expression ${regex}: ${wrong}`);
  }
  return extract;
}

/** What a message of the rule may refer to. */
interface TemplateScope {
  phase: Phase | null;
  names: ConditionNames;
  when: ConditionNode | null;
  problem: ReportProblem;
}

function checkTemplate(key: string, text: string | undefined, scope: TemplateScope): void {
  if (text === undefined) return;
  const { problem } = scope;
  const { names: used, stray } = variablesIn(text);
  if (stray) problem([key], 'a lone "{" in a message: write "{{" for a brace, or {name} for a value');
  for (const name of used) {
    const wrong = variableProblem(name, scope);
    if (wrong !== null) problem([key], wrong);
  }
}

function variableProblem(name: string, { phase, names, when }: TemplateScope): string | null {
  const namedVariable = findVariable(name);
  if (namedVariable === null) {
    const variables = Object.keys(VARIABLES).flatMap((key) => expandFamily(key, names));
    return `unknown variable "{${name}}"${didYouMean(name, variables)}`;
  }
  const { variable, argument } = namedVariable;
  if (phase !== null && variable.phases !== undefined && !variable.phases.includes(phase)) {
    return `"{${name}}" is not known here; it needs ${variable.phases.map((one) => `"${one}:"`).join(' or ')}`;
  }
  const family = name.slice(0, name.indexOf('.'));
  const lists: Record<string, readonly string[]> = {
    output: names.extracts,
    count: ['edits', ...names.counters],
    last: names.checks,
  };
  const list = argument === '' ? undefined : lists[family];
  if (list !== undefined && !list.includes(argument))
    return `unknown variable "{${name}}"${didYouMean(argument, list)}`;
  if (family === 'unchecked' && !mentions(when, ({ name: own }) => own === 'unchecked'))
    return `"{${name}}" needs an "unchecked" condition in this rule`;
  return null;
}

function expandFamily(key: string, names: ConditionNames): string[] {
  if (key === 'count.*') return ['edits', ...names.counters].map((name) => `count.${name}`);
  if (key === 'output.*') return names.extracts.map((name) => `output.${name}`);
  if (key === 'last.*') return names.checks.map((name) => `last.${name}`);
  return key.endsWith('.*') ? [] : [key];
}

function usesPath(node: ConditionNode | null): boolean {
  return mentions(node, ({ perPath }) => perPath === true);
}
