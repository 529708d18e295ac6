import { compare, type Comparison } from '../language/comparison.ts';
import { defineCondition } from './condition.ts';
import { testRegex } from '../regex/search.ts';
import { invocationsOf, type RuleScope } from './scope.ts';
import type { Truth } from '../truth.ts';
import { secretsInText } from '../secrets/secrets-in-text.ts';
import { compileBoolean, compileComparison, compileRegex } from '../language/value-matcher.ts';

const CONTENT_LIMIT = 1_000_000;

/** Null: no path to ask about. `?`: a path that is only known at run time. */
function pathOf(scope: RuleScope): string | null {
  return scope.binding.target?.path ?? null;
}

/** `absent`, directories and the like have no lines and no size: the comparison is false, as nothing can be too long. */
function askNumber(scope: RuleScope, ask: (path: string) => number | null | undefined, test: Comparison): Truth {
  const path = pathOf(scope);
  if (path === null) return false;
  if (path === '?') return 'uncertain';
  const number = ask(path);
  if (number === undefined) return 'unknown';
  return number !== null && compare(number, test);
}

/** How far to count: far enough to settle the comparison. */
function limitOf(test: Comparison): number {
  return Math.max(0, Math.ceil(test.value));
}

const lines = defineCondition<Comparison>({
  name: 'file.lines',
  about: 'Lines of the file. Long files are not read to their end.',
  value: 'number',
  phases: ['before', 'after'],
  perPath: true,
  compile: (value, context) => compileComparison(value, context),
  test: (test, scope) =>
    askNumber(
      scope,
      (path) => {
        const answer = scope.facts.world.lines(path, limitOf(test));
        return answer === undefined || answer === null ? answer : answer.count;
      },
      test,
    ),
  saw: (scope, _, test) => linesOf(scope, limitOf(test)),
});

/** For messages: the number, or "more than N" where counting stopped. */
export function linesOf(scope: RuleScope, limit: number): string | undefined {
  const path = pathOf(scope);
  const answer = path === null || path === '?' ? undefined : scope.facts.world.lines(path, limit);
  if (answer === undefined || answer === null) return undefined;
  return answer.exact ? String(answer.count) : `more than ${answer.count - 1}`;
}

const size = defineCondition<Comparison>({
  name: 'file.size',
  about: 'Size of the file: "> 1 MB".',
  value: 'number',
  phases: ['before', 'after'],
  perPath: true,
  compile: (value, context) => compileComparison(value, context, 'size'),
  test: (test, scope) => askNumber(scope, (path) => scope.facts.world.size(path), test),
  saw: (scope) => {
    const path = pathOf(scope);
    return path === null ? undefined : scope.facts.world.size(path);
  },
});

function defineQuestion(name: string, about: string, ask: (scope: RuleScope, path: string) => boolean | undefined) {
  return defineCondition<boolean>({
    name,
    about,
    value: 'boolean',
    phases: ['before', 'after'],
    perPath: true,
    compile: compileBoolean,
    test: (wanted, scope) => {
      const path = pathOf(scope);
      if (path === null) return false;
      if (path === '?') return 'uncertain';
      const answer = ask(scope, path);
      return answer === undefined ? 'unknown' : answer === wanted;
    },
    saw: (scope) => {
      const path = pathOf(scope);
      return path === null ? undefined : ask(scope, path);
    },
  });
}

const content = defineCondition<string>({
  name: 'content',
  about:
    'The new content of the file (a whole file or the new side of an edit), or its content when it is read or was written.',
  value: 'regex',
  phases: ['before', 'after'],
  perPath: true,
  compile: compileRegex,
  test: (regex, scope) => {
    const text = contentOf(scope);
    if (text === undefined) return 'unknown';
    return text !== null && holds(text, regex, scope);
  },
  saw: (scope) => contentOf(scope)?.slice(0, 80),
});

/** Many files of one line may hold the same long text. */
function holds(text: string, regex: string, { facts, binding }: RuleScope): boolean {
  const find = () => testRegex(facts.caches.regex(regex), text.slice(0, CONTENT_LIMIT));
  if (binding.action === null) return find();
  const known = facts.memo(binding.action, `contents that match ${regex}`, () => new Map<string, boolean>());
  const answer = known.get(text) ?? find();
  known.set(text, answer);
  return answer;
}

const secret = defineCondition<boolean>({
  name: 'content.secret',
  about:
    'The written content holds a secret: a key or token of a known form, a private key, a password in an address or after a name such as password.',
  value: 'boolean',
  phases: ['before', 'after'],
  perPath: true,
  compile: compileBoolean,
  test: (wanted, scope) => {
    const kinds = secretsOf(scope);
    return kinds === undefined ? 'unknown' : kinds.length > 0 === wanted;
  },
  saw: secretsOf,
});

/** What kinds of secrets: never the secrets themselves, which would then be in messages and on record. */
export function secretsOf(scope: RuleScope): string[] | undefined {
  const text = contentOf(scope);
  if (typeof text !== 'string') return text === null ? [] : undefined;
  const { facts, binding } = scope;
  const find = () => secretsInText(text.slice(0, CONTENT_LIMIT));
  const { action, invocation, target } = binding;
  return action === null ? find() : facts.memo(action, `secrets ${invocation} ${target?.path}`, find);
}

const onDisk = defineCondition<string>({
  name: 'file.content',
  about: 'What the file holds now, before a change: "/DO NOT EDIT/".',
  value: 'regex',
  phases: ['before', 'after'],
  perPath: true,
  compile: compileRegex,
  test: (regex, scope) => {
    const path = pathOf(scope);
    if (path === '?') return 'uncertain';
    const text = path === null ? null : scope.facts.world.text(path, CONTENT_LIMIT);
    return text === undefined ? 'unknown' : text !== null && testRegex(scope.facts.caches.regex(regex), text);
  },
  saw: (scope) => {
    const path = pathOf(scope);
    return path === null || path === '?' ? undefined : scope.facts.world.text(path, CONTENT_LIMIT)?.slice(0, 80);
  },
});

function contentOf(scope: RuleScope): string | null | undefined {
  const { action } = scope.binding;
  const path = pathOf(scope);
  if (action?.kind === 'file' && action.newText !== undefined) return action.newText;
  if (action?.kind === 'exec' && scope.facts.event.event === 'before-tool' && scope.binding.effect?.kind !== 'read') {
    const fed = invocationsOf(scope).flatMap((one) => (one.stdin === undefined ? [] : [one.stdin.text]));
    return fed.length > 0 ? fed.join('\n') : action.command;
  }
  return path === null || path === '?' ? null : scope.facts.world.text(path, CONTENT_LIMIT);
}

export const fileConditions = [
  lines,
  size,
  defineQuestion('file.exists', 'The path exists already.', (scope, path) => {
    const kind = scope.facts.world.kind(path);
    // A pattern may mean another name, which exists.
    if (kind === 'absent' && /[*?[]/.test(path)) return undefined;
    return kind === undefined ? undefined : kind !== 'absent';
  }),
  defineQuestion('file.tracked', 'git tracks the file.', (scope, path) => scope.facts.world.tracked(path)),
  defineQuestion('file.ignored', 'git ignores the file.', (scope, path) => scope.facts.world.ignored(path)),
  onDisk,
  content,
  secret,
];
