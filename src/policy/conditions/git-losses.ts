import type { GitEffect, Invocation } from '../../shell/index.ts';
import { defineCondition } from './condition.ts';
import { effectsOf, invocationsOf, type Scope } from './scope.ts';
import { compileChoice } from '../language/value-matcher.ts';

const LOSSES = ['everything', 'directory', 'file', 'generated'] as const;
type Loss = (typeof LOSSES)[number];

/** Commands that name no paths and so mean the whole work tree. */
const WHOLE = /^(?:reset|clean|read-tree|checkout-index|submodule)$/;
/** A pathspec that covers the whole tree, or everything above it. */
const EVERYTHING = /^(?:\.{1,2}\/?|:\/?\*{0,2}|:\(top[^)]*\)\*{0,2}|(?:\.{1,2}\/)*\*{1,2}|\*{1,2}\/\*{1,2})$/;

/** Files that a tool regenerates: losing their uncommitted changes loses no work. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|flake\.lock|mix\.lock|[^/]*[._-]generated\.[^/]*|generated\.[^/]*|[^/]*\.pb\.go|[^/]*_pb2\.py|[^/]*\.snap|[^/]*\.min\.(?:js|css))$/;

/** Which uncommitted work a git command throws away: all of it, that of a directory, or that of files it names. */
export const gitLoses = defineCondition<string[]>({
  name: 'git.loses',
  about:
    'Which uncommitted changes git would throw away: everything, those of a directory, of a named file, or of a generated file such as package-lock.json.',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, LOSSES),
  test: (wanted, scope) => lossesOf(scope).some((loss) => wanted.includes(loss)),
  saw: lossesOf,
});

function lossesOf(scope: Scope): Loss[] {
  const named = effectsOf(scope, 'git').flatMap((effect) => ofEffect(effect, scope));
  return [...new Set([...named, ...invocationsOf(scope).flatMap((one) => ofLoneWord(one, scope))])];
}

function ofEffect(effect: GitEffect, scope: Scope): Loss[] {
  if (effect.operation !== 'worktree-loss' || !effect.forced) return [];
  const { detail, repository, subcommand } = effect;
  if (WHOLE.test(subcommand) || detail.length === 0) return ['everything'];
  return detail.map((path) => ofPath(path, repository, scope));
}

function ofPath(path: string, directory: string, scope: Scope): Loss {
  if (EVERYTHING.test(path)) return 'everything';
  if (path.endsWith('/') || kindAt(path, directory, scope) === 'directory') return 'directory';
  return GENERATED.test(path) ? 'generated' : 'file';
}

/**
 * `git checkout WORD`: a branch, unless a file of that name is there. Where both exist git refuses, so the file decides.
 */
function ofLoneWord(one: Invocation, scope: Scope): Loss[] {
  if (one.program !== 'git' || one.place !== 'local' || one.cwd === null) return [];
  const words = one.argv.map((word) => word.text);
  if (words.length !== 2 || words[0] !== 'checkout') return [];
  const [, word = ''] = words;
  if (word.startsWith('-') || one.argv[1]?.dynamic === true) return [];
  const kind = kindAt(word, one.cwd, scope);
  if (kind === 'file') return [GENERATED.test(word) ? 'generated' : 'file'];
  return kind === 'directory' ? ['directory'] : [];
}

function kindAt(path: string, directory: string, scope: Scope) {
  if (directory === '?' || /[*?[]/.test(path)) return undefined;
  const plain = path.replace(/^:(?:\/|\([^)]*\))/, '').replace(/\/+$/, '');
  return scope.facts.world.kind(plain.startsWith('/') ? plain : `${directory === '/' ? '' : directory}/${plain}`);
}
