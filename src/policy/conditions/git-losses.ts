import type { GitEffect } from '../../shell/index.ts';
import { defineCondition } from './condition.ts';
import { effectsOf, type Scope } from './scope.ts';
import { compileChoice } from '../language/value-matcher.ts';

const LOSSES = ['everything', 'directory', 'switch', 'file', 'generated'] as const;
type Loss = (typeof LOSSES)[number];

/** Commands that name no paths and so mean the whole work tree. */
const WHOLE = /^(?:reset|read-tree|checkout-index|submodule)$/;
/** A pathspec that covers the whole tree, or everything above it; one that only leaves something out covers the rest. */
const EVERYTHING =
  /^(?:\.{1,2}\/?|:\/?\*{0,2}|:\(top[^)]*\)\*{0,2}|(?:\.{1,2}\/)*\*{1,2}|\*{1,2}\/\*{1,2}|:[!^].*|:\([^)]*exclude[^)]*\).*)$/;
/** `src/*`: all that is in a directory. */
const ALL_IN_DIRECTORY = /\/(?:\*{1,2})?$/;

/** Files that a tool regenerates: losing their uncommitted changes loses no work. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|flake\.lock|mix\.lock|[^/]*[._-]generated\.[^/]*|generated\.[^/]*|[^/]*\.pb\.go|[^/]*_pb2\.py|[^/]*\.snap|[^/]*\.min\.(?:js|css))$/;

/** Which uncommitted work a git command throws away: all of it, that of a directory, or that of files it names. */
export const gitLoses = defineCondition<string[]>({
  name: 'git.loses',
  about:
    'Which uncommitted changes git would throw away: everything, those of a directory, those in the way of a forced switch of branches, of a named file, or of a generated file such as package-lock.json.',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, LOSSES),
  test: (wanted, scope) => lossesOf(scope).some((loss) => wanted.includes(loss)),
  saw: lossesOf,
});

function lossesOf(scope: Scope): Loss[] {
  return [...new Set(effectsOf(scope, 'git').flatMap((effect) => ofEffect(effect, scope)))];
}

function ofEffect({ operation, forced, detail, names, place, ...effect }: GitEffect, scope: Scope): Loss[] {
  const at: WorkTree = { directory: place === 'local' ? effect.repository : '?', scope };
  if (operation === 'checkout') return detail.flatMap((word) => ofWord(word, at));
  if (operation !== 'worktree-loss' || !forced) return [];
  if (WHOLE.test(effect.subcommand) || detail.length === 0) return ['everything'];
  if (names === undefined) return detail.map((path) => ofPath(path, at));
  const files = names === 'branch' ? [] : detail.flatMap((word) => ofWord(word, at));
  return files.length > 0 ? files : ['switch'];
}

interface WorkTree {
  /** What paths are relative to; `?` where that is not known, or on another machine. */
  directory: string;
  scope: Scope;
}

function ofPath(path: string, at: WorkTree): Loss {
  if (EVERYTHING.test(path)) return 'everything';
  if (ALL_IN_DIRECTORY.test(path) || kindOf(path, at) === 'directory') return 'directory';
  return GENERATED.test(path) ? 'generated' : 'file';
}

/** `git checkout WORD` is a switch where the word is a branch or a commit, even if a file has that name, too. Else it is a path. */
function ofWord(word: string, at: WorkTree): Loss[] {
  const kind = kindOf(word, at);
  if (kind !== 'file' && kind !== 'directory') return [];
  return at.scope.facts.world.commit(at.directory, word) === true ? [] : [ofPath(word, at)];
}

function kindOf(path: string, { directory, scope }: WorkTree) {
  if (directory === '?' || /[*?[]/.test(path)) return undefined;
  const plain = path.replace(/^:(?:\/|\([^)]*\))/, '').replace(/\/+$/, '');
  return scope.facts.world.kind(plain.startsWith('/') ? plain : `${directory === '/' ? '' : directory}/${plain}`);
}
