import type { GitEffect } from '../../shell/index.ts';
import { defineCondition } from './condition.ts';
import { PUSHES, shownEffect } from '../narrow/command-keys.ts';
import { effectsOf, type RuleScope } from './scope.ts';
import { or, type Truth } from '../truth.ts';
import { compileBoolean, compileChoice, compileValue, testValue, type ValueTest } from '../language/value-matcher.ts';

type Push = NonNullable<GitEffect['push']>;

function pushesOf(scope: RuleScope): { effect: GitEffect; push: Push }[] {
  return effectsOf(scope, 'git').flatMap((effect) =>
    effect.push === undefined ? [] : [{ effect, push: effect.push }],
  );
}

function definePushFlag(name: string, about: string, read: (push: Push) => boolean) {
  return defineCondition<boolean>({
    name: `git.push.${name}`,
    about,
    value: 'boolean',
    phases: ['before', 'after'],
    compile: compileBoolean,
    test: (wanted, scope) => pushesOf(scope).some(({ push }) => read(push) === wanted),
    saw: (scope) => pushesOf(scope).map(({ push }) => read(push))[0],
    keys: () => [PUSHES],
  });
}

const pushTo = defineCondition<ValueTest>({
  name: 'git.push.to',
  about: 'The branch that is pushed to; the current one when none is named.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  test: (test, scope) => or(pushesOf(scope).map(({ effect, push }) => reaches(test, effect, push, scope))),
  saw: (scope) => pushTargets(scope),
  keys: () => [PUSHES],
});

function reaches(test: ValueTest, effect: GitEffect, push: Push, scope: RuleScope): Truth {
  // Every branch goes along.
  if (push.mirror) return true;
  const names = branchesOf(effect, push, scope);
  if (names === undefined) return 'unknown';
  return or(names.map((name): Truth => (name === '?' ? 'uncertain' : testValue(test, name, scope.facts.caches))));
}

function branchesOf(effect: GitEffect, push: Push, scope: RuleScope): string[] | undefined {
  const named = push.to.filter((name) => name !== 'HEAD' && name !== '@');
  if (named.length === push.to.length && named.length > 0) return named;
  const current = scope.facts.world.branch(effect.repository);
  if (current === undefined) return named.length > 0 ? named : undefined;
  return current === null ? named : [...named, current];
}

export function pushTargets(scope: RuleScope): string[] {
  return pushesOf(scope).flatMap(({ effect, push }) => branchesOf(effect, push, scope) ?? []);
}

const pushRemote = defineCondition<ValueTest>({
  name: 'git.push.remote',
  about: 'The remote that is pushed to.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  test: (test, scope) => pushesOf(scope).some(({ push }) => testValue(test, push.remote, scope.facts.caches)),
  saw: (scope) => pushesOf(scope).map(({ push }) => push.remote),
  keys: () => [PUSHES],
});

const OPERATIONS: GitEffect['operation'][] = [
  'push',
  'worktree-loss',
  'history-rewrite',
  'ref-delete',
  'stash-loss',
  'object-loss',
  'worktree-remove',
  'index-only',
  'config',
  'remote-change',
  'hooks-bypass',
  'commit',
];

interface OperationTest {
  names: string[];
  /** `git.forced` of the same group: both must hold of one operation. */
  forced: boolean | null;
}

const operation = defineCondition<OperationTest>({
  name: 'git.operation',
  about:
    'What git would do: worktree-loss, history-rewrite, ref-delete, stash-loss, object-loss, hooks-bypass, config, commit, push …',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => {
    const forced = context.siblings['git.forced'];
    return { names: compileChoice(value, context, OPERATIONS), forced: typeof forced === 'boolean' ? forced : null };
  },
  test: ({ names, forced }, scope) =>
    effectsOf(scope, 'git').some(
      (effect) => names.includes(effect.operation) && (forced === null || effect.forced === forced),
    ),
  saw: (scope) => effectsOf(scope, 'git').map((effect) => effect.operation),
  keys: ({ names }) => names.map((name) => shownEffect('git', name)),
});

const forced = defineCondition<boolean>({
  name: 'git.forced',
  about: 'git would go through with it even where it refuses by default.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => effectsOf(scope, 'git').some((effect) => effect.forced === wanted),
  saw: (scope) => effectsOf(scope, 'git').map((effect) => effect.forced),
  keys: () => [shownEffect('git')],
});

const detail = defineCondition<ValueTest>({
  name: 'git.detail',
  about:
    'What the operation is about: `key=value` of config, the refs that are deleted, the paths or revision that are lost.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  // Keys of git's configuration are not case-sensitive.
  test: (test, scope) =>
    effectsOf(scope, 'git').some((effect) =>
      effect.detail.some(
        (text) => testValue(test, text, scope.facts.caches) || testValue(test, text.toLowerCase(), scope.facts.caches),
      ),
    ),
  saw: (scope) => effectsOf(scope, 'git').flatMap((effect) => effect.detail),
  keys: () => [shownEffect('git')],
});

function defineBranch(name: string) {
  return defineCondition<ValueTest>({
    name,
    about: 'The branch that is checked out.',
    value: 'value',
    compile: (value, context) => compileValue(value, context),
    test: (test, scope) => {
      const branch = currentBranch(scope);
      return branch === undefined ? 'unknown' : testValue(test, branch, scope.facts.caches);
    },
    saw: currentBranch,
  });
}

/** Of the repository the command works in. */
export function currentBranch(scope: RuleScope): string | null | undefined {
  const [effect] = effectsOf(scope, 'git');
  return scope.facts.world.branch(effect?.repository ?? scope.facts.event.cwd);
}

export const gitConditions = [
  definePushFlag(
    'force',
    'The push may overwrite what is there (also with lease).',
    (push) => push.force || push.lease,
  ),
  definePushFlag('lease', 'Forced, but only with lease.', (push) => push.lease && !push.force),
  definePushFlag('deletes', 'The push deletes a remote branch.', (push) => push.deletes),
  definePushFlag('mirror', 'The push mirrors everything.', (push) => push.mirror),
  definePushFlag('tags', 'The push takes tags along.', (push) => push.tags),
  pushTo,
  pushRemote,
  operation,
  forced,
  detail,
  defineBranch('git.branch'),
  defineBranch('branch'),
];
