import type { SessionState } from '../../session/state.ts';
import { compare, type Comparison } from '../language/comparison.ts';
import { defineCondition } from './condition.ts';
import { compileGlobs } from '../language/globs.ts';
import { matchPath } from '../match/match-path.ts';
import { invocationsOf, type RuleScope } from './scope.ts';
import { compileChoice, compileComparison } from '../language/value-matcher.ts';
import { displayPath } from './paths.ts';

const count = defineCondition<Comparison>({
  name: 'count.*',
  about:
    'How often something happened in this session; "edits" counts the edits of the path. Includes this call after it, not before it.',
  value: 'number',
  memory: 'calls',
  perPath: true,
  compile: (value, context) => {
    const counterNames = ['edits', ...context.counters];
    if (!counterNames.includes(context.argument)) context.unknownName('counter', context.argument, counterNames);
    return compileComparison(value, context);
  },
  test: (test, scope, argument) => compare(countOf(scope, argument), test),
  saw: countOf,
});

export function countOf(scope: RuleScope, name: string): number {
  const session = scope.session();
  const { target } = scope.binding;
  const counter = Object.hasOwn(scope.policy.counters, name) ? scope.policy.counters[name] : undefined;
  if (counter === undefined) return editsOf(session, target?.path ?? null);
  const counts = session.counts.get(name);
  const since = counter.withinMs === null ? -Infinity : scope.facts.world.now() - counter.withinMs;
  const fresh = (times: readonly number[] | undefined) => (times ?? []).filter((at) => at >= since).length;
  if (counter.per === 'session') return fresh(counts?.get(''));
  if (counter.per === 'path') return fresh(counts?.get(target?.path ?? ''));
  return Math.max(0, ...invocationsOf(scope).map((one) => fresh(counts?.get(one.program))));
}

function editsOf({ edits }: SessionState, path: string | null): number {
  return path === null ? edits.total() : edits.times(path);
}

interface UncheckedTest {
  globs: string[];
  by: string[];
}

const unchecked = defineCondition<UncheckedTest>({
  name: 'unchecked',
  about:
    'Files were edited since the check last passed: { files: globs, by: check }. Several checks: each must have passed.',
  value: 'unchecked',
  memory: 'calls',
  compile: (value, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      context.problem('expected { files: globs, by: check }');
      return { globs: [], by: [] };
    }
    const { files, by, ...rest } = value as Record<string, unknown>;
    for (const key of Object.keys(rest)) context.unknownName('key', key, ['files', 'by']);
    const names = Array.isArray(by) ? by : [by];
    for (const name of names) {
      if (typeof name !== 'string' || !context.checks.includes(name))
        context.unknownName('check', String(name), context.checks);
    }
    return { globs: compileGlobs(files ?? '**', context), by: names.map(String) };
  },
  test: (test, scope) => uncheckedFiles(scope, test).length > 0,
  saw: (scope, _, test) => uncheckedFiles(scope, test),
});

/** Asked by each rule, and again by what it says. */
export function uncheckedFiles(scope: RuleScope, test: UncheckedTest): string[] {
  const { facts } = scope;
  return facts.memo(facts.places, `unchecked ${JSON.stringify(test)}`, () => findUnchecked(scope, test));
}

/** By place in the journal, not by clock: an edit in the same second as the test run still counts. */
function findUnchecked(scope: RuleScope, { globs, by }: UncheckedTest): string[] {
  const session = scope.session();
  const passed = Math.min(...by.map((name) => session.checks.get(name)?.passed?.sequence ?? 0));
  return [...session.edits.since(passed)]
    .filter((path) => matchPath(globs, { path, recursive: false, reading: 'names' }, scope.facts.places) === true)
    .map((path) => displayPath(path, scope))
    .sort();
}

const last = defineCondition<string[]>({
  name: 'last.*',
  about: 'How a check ended last: ok, failed, never.',
  value: 'words',
  memory: 'calls',
  compile: (value, context) => {
    if (!context.checks.includes(context.argument)) context.unknownName('check', context.argument, context.checks);
    return compileChoice(value, context, ['ok', 'failed', 'never']);
  },
  test: (wanted, scope, argument) => wanted.includes(lastOf(scope, argument)),
  saw: lastOf,
});

export function lastOf(scope: RuleScope, check: string): string {
  const run = scope.session().checks.get(check)?.last;
  return run === undefined ? 'never' : run.ok ? 'ok' : 'failed';
}

const since = defineCondition<Comparison>({
  name: 'since.*',
  about: 'Time since a check last passed: "> 10m". A check that never passed counts as forever ago.',
  value: 'number',
  memory: 'calls',
  compile: (value, context) => {
    if (!context.checks.includes(context.argument)) context.unknownName('check', context.argument, context.checks);
    return compileComparison(value, context, 'time');
  },
  test: (test, scope, argument) => compare(sinceOf(scope, argument), test),
  saw: (scope, argument) => `${Math.round(sinceOf(scope, argument) / 1000)}s`,
});

function sinceOf(scope: RuleScope, check: string): number {
  const run = scope.session().checks.get(check)?.passed ?? null;
  return run === null ? Infinity : scope.facts.world.now() - run.at;
}

export const sessionConditions = [count, unchecked, last, since];
