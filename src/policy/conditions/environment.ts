import { defineCondition } from './condition.ts';
import { matchWord } from '../match/glob.ts';
import { compileGlobs, itemsOf } from '../language/globs.ts';
import { matchPath } from '../match/match-path.ts';
import { resolvePattern, type Target } from '../match/target.ts';
import { testRegex } from '../regex/search.ts';
import type { Analysis, Effect } from '../../shell/index.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import { shownEffect } from '../narrow/command-keys.ts';
import { analysisOf, type RuleScope } from './scope.ts';
import { or, type Truth } from '../truth.ts';
import {
  compileChoice,
  compileRegex,
  compileValue,
  compileWords,
  testValue,
  type ValueTest,
} from '../language/value-matcher.ts';
import { compileTime, type TimeSpan, within, wordTime } from '../language/time-span.ts';

const env = defineCondition<ValueTest>({
  name: 'env.*',
  about: 'An environment variable of the hook: a value, present, absent, /re/.',
  value: 'value',
  settingsHookOnly: true,
  compile: (value, context) => compileValue(value, context),
  test: (test, scope, argument) => {
    const value = scope.facts.world.env(argument);
    return value === undefined ? 'unknown' : testValue(test, value, scope.facts.caches);
  },
  saw: (scope, argument) => {
    const value = scope.facts.world.env(argument);
    return value === undefined ? 'not known' : (value ?? 'absent');
  },
});

const exists = defineCondition<string[]>({
  name: 'exists',
  about: 'A file or directory exists; relative to the project. A list: one of them.',
  value: 'globs',
  compile: (value, context) => {
    const paths = itemsOf(value, context, 'a path');
    for (const path of paths)
      if (/[*?[{]/.test(path)) context.problem(`"${path}": "exists" takes plain paths, not patterns`);
    return paths;
  },
  test: (paths, scope) => or(paths.map((path) => stands(path, scope))),
  saw: (scope, _, paths) => paths.filter((path) => stands(path, scope) === true),
});

function stands(path: string, scope: RuleScope): Truth {
  const { places, world } = scope.facts;
  const resolved = resolvePattern(path, places);
  const kind = world.kind(
    resolved.startsWith('/') ? resolved : `${places.root === '/' ? '' : places.root}/${resolved}`,
  );
  return kind === undefined ? 'unknown' : kind !== 'absent';
}

const installed = defineCondition<string[]>({
  name: 'installed',
  about: 'A program is on the search path. A list: one of them.',
  value: 'words',
  compile: compileWords,
  test: (names, scope) => or(names.map((name): Truth => scope.facts.world.installed(name) ?? 'unknown')),
  saw: (scope, _, names) => names.filter((name) => scope.facts.world.installed(name) === true),
});

const time = defineCondition<TimeSpan[]>({
  name: 'time',
  about: 'The time of day and week, or dates: "mon-fri 09:00-18:00 Europe/Berlin", "2026-12-20..2027-01-03".',
  value: 'text',
  compile: compileTime,
  test: (spans, scope) =>
    or(
      spans.map((span): Truth => {
        const now = scope.facts.world.localTime(span.zone);
        return now === undefined ? 'unknown' : within(span, now);
      }),
    ),
  saw: (scope, _, spans) =>
    spans.flatMap((span) => {
      const now = scope.facts.world.localTime(span.zone);
      return now === undefined ? [] : [wordTime(now)];
    }),
});

const cwd = defineCondition<string[]>({
  name: 'cwd',
  about: 'The directory in which the command runs, or the agent is: "packages/api", "packages/api/**", ".".',
  value: 'globs',
  compile: (value, context) => compileGlobs(value, context),
  test: (globs, scope) => {
    const directory = directoryOf(scope);
    return directory === null ? 'uncertain' : isDirectory(directory, globs, scope);
  },
  saw: (scope) => directoryOf(scope) ?? 'only known at run time',
});

/** `packages/api/**` is meant for the directory itself as well. */
function isDirectory(directory: string, globs: readonly string[], { facts }: RuleScope): Truth {
  const { places } = facts;
  const target = (path: string): Target => ({ path, recursive: false, reading: 'names' });
  const paths = [directory, facts.world.realpath(directory) ?? directory];
  return or(paths.map((path) => matchPath(globs, target(path), places)));
}

/** A command's own, which `cd` may have changed; null: it is only known at run time. */
function directoryOf(scope: RuleScope): string | null {
  const { action, invocation } = scope.binding;
  const analysis = action?.kind === 'exec' && invocation !== null ? scope.facts.analysisOf(action) : null;
  const own = invocation === null ? undefined : analysis?.invocations[invocation]?.cwd;
  if (own !== undefined) return own;
  return action?.kind === 'exec' ? action.cwd : scope.facts.event.cwd;
}

const model = defineCondition<ValueTest>({
  name: 'model',
  about: 'The model that answers, as the agent names it: "claude-haiku*". Not known in subagents.',
  value: 'value',
  memory: 'model',
  compile: (value, context) => compileValue(value, context),
  test: (test, scope) => {
    const name = modelOf(scope);
    return name === null ? 'unknown' : testValue(test, name, scope.facts.caches);
  },
  saw: (scope) => modelOf(scope) ?? 'not known',
});

/** Calls do not name it: the session remembers what its start and each switch said. A subagent may have another one. */
export function modelOf({ facts, session }: RuleScope): string | null {
  const { model: eventModel, actor } = facts.event;
  return eventModel ?? (actor.isSubagent ? null : session().model);
}

const agent = defineCondition<string[]>({
  name: 'agent',
  about: 'Who acts: main, sub, the name of a subagent, or of the agent program (claude-code).',
  value: 'words',
  compile: compileWords,
  test: (names, scope) => {
    const { actor, agent: program } = scope.facts.event;
    return names.some((name) => {
      if (name === 'main' || name === 'sub') return actor.isSubagent === (name === 'sub');
      return (actor.type !== null && matchWord(name, actor.type)) || name === program;
    });
  },
  saw: (scope) => scope.facts.event.actor.type ?? (scope.facts.event.actor.isSubagent ? 'sub' : 'main'),
});

const permissionMode = defineCondition<string[]>({
  name: 'permission-mode',
  about: "The agent's mode: ask, plan, accept-edits, auto, bypass, or its own word.",
  value: 'words',
  compile: compileWords,
  test: (names, scope) => {
    const { native, normalised } = scope.facts.event.permissionMode;
    return names.includes(normalised) || (native !== null && names.includes(native));
  },
  saw: (scope) => scope.facts.event.permissionMode.normalised,
});

const os = defineCondition<string[]>({
  name: 'os',
  about: 'linux, macos or windows.',
  value: 'words',
  compile: (value, context) => compileChoice(value, context, ['linux', 'macos', 'windows']),
  test: (names, scope) => names.includes(scope.facts.world.os()),
  saw: (scope) => scope.facts.world.os(),
});

const prompt = defineCondition<string>({
  name: 'prompt',
  about: 'The prompt matches.',
  value: 'regex',
  phases: ['at'],
  compile: compileRegex,
  test: (regex, scope) => testRegex(scope.facts.caches.regex(regex), scope.facts.event.prompt ?? ''),
  saw: (scope) => scope.facts.event.prompt?.slice(0, 80),
});

const source = defineCondition<ValueTest>({
  name: 'source',
  about: 'Why the event happened: startup, resume, clear, compact; manual, auto; user_settings …',
  value: 'value',
  phases: ['at'],
  compile: (value, context) => compileValue(value, context),
  test: (test, scope) => testValue(test, scope.facts.event.source, scope.facts.caches),
  saw: (scope) => scope.facts.event.source,
});

interface VariableTest {
  wanted: ValueTest;
  /** One variable must not excuse another, so the exception is part of the same question. */
  except: ValueTest | null;
}

const setsEnv = defineCondition<VariableTest>({
  name: 'sets-env',
  about: 'A variable that the command gets, or that it sets for those after it: its name, or `NAME=value`.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => {
    const except = context.siblings['sets-env-except'];
    return {
      wanted: compileValue(value, context),
      except: except === undefined ? null : compileValue(except, context),
    };
  },
  test: (test, scope) => {
    const analysis = analysisOf(scope);
    if (analysis === null) return false;
    const { facts, binding } = scope;
    const fitting = fittingIn(analysis, test, facts);
    if (binding.invocation === null || fitting.length === 0) return fitting.length > 0;
    const own = inFrontOf(analysis, binding.invocation);
    return (
      own.some((variable) => fits(test, variable, facts)) || reaching(fitting, analysis, binding.invocation).length > 0
    );
  },
  saw: (scope) => {
    const analysis = analysisOf(scope);
    if (analysis === null) return [];
    const { invocation } = scope.binding;
    const all = variablesIn(analysis);
    const seen =
      invocation === null ? all : [...inFrontOf(analysis, invocation), ...reaching(all, analysis, invocation)];
    return seen.map(({ name, value }) => `${name}=${value}`);
  },
  keys: () => [shownEffect('environment')],
});

const setsEnvExcept = defineCondition<unknown>({
  name: 'sets-env-except',
  about: 'Beside `sets-env`: variables of this form do not count.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  test: () => true,
  saw: () => undefined,
});

type Variable = Pick<EnvironmentEffect, 'name' | 'value'>;

type EnvironmentEffect = Effect & { kind: 'environment' };

function fits({ wanted, except }: VariableTest, { name, value }: Variable, { caches }: EventFacts): boolean {
  const holds = (test: ValueTest) => [name, `${name}=${value}`].some((text) => testValue(test, text, caches));
  return holds(wanted) && (except === null || !holds(except));
}

/** A long script sets thousands of variables, and rules ask about each of its commands. */
function fittingIn(analysis: Analysis, test: VariableTest, facts: EventFacts): EnvironmentEffect[] {
  const known = facts.memo(analysis, 'sets-env', () => new Map<VariableTest, EnvironmentEffect[]>());
  const found = known.get(test) ?? variablesIn(analysis).filter((variable) => fits(test, variable, facts));
  known.set(test, found);
  return found;
}

function variablesIn({ effects }: Analysis): EnvironmentEffect[] {
  return effects.filter((effect): effect is EnvironmentEffect => effect.kind === 'environment');
}

function inFrontOf({ invocations }: Analysis, at: number): Variable[] {
  return (invocations[at]?.assignments ?? []).map(({ name, value }) => ({ name, value: value.text }));
}

/** What was set before a command and holds for it: `export A=1; x`, `A=1 sh -c x`. What stands in front of it comes instead. */
function reaching(variables: readonly EnvironmentEffect[], analysis: Analysis, at: number): EnvironmentEffect[] {
  const { invocations } = analysis;
  const span = invocations[at]?.span ?? { start: 0, end: 0 };
  const hasInFront = (by: number, name: string): boolean =>
    invocations[by]?.assignments.some((assignment) => assignment.name === name) === true;
  return variables.filter(({ by, name }) => {
    if (by > at || hasInFront(at, name)) return false;
    const other = invocations[by];
    const runsIt = other !== undefined && other.span.start <= span.start && span.end <= other.span.end;
    return runsIt || !hasInFront(by, name);
  });
}

export const environmentConditions = [
  setsEnv,
  setsEnvExcept,
  env,
  exists,
  installed,
  time,
  cwd,
  model,
  agent,
  permissionMode,
  os,
  prompt,
  source,
];
