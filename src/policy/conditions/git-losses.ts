import { type GitEffect, resolvePath } from '../../shell/index.ts';
import { defineCondition } from './condition.ts';
import type { LossQuestion } from '../repository/answer-holds.ts';
import { directoryOf, dropsCommits, mayTake, widened } from '../repository/losses.ts';
import { shownEffect } from '../narrow/command-keys.ts';
import { analysisOf, effectsOf, type RuleScope } from './scope.ts';
import { compileChoice } from '../language/value-matcher.ts';

const LOSSES = [
  'everything',
  'directory',
  'switch',
  'file',
  'generated',
  'commits',
  'stash',
  'objects',
  'worktree',
] as const;
type Loss = (typeof LOSSES)[number];

/** Which operations of git can lose it. */
const OPERATIONS: Readonly<Record<Loss, readonly GitEffect['operation'][]>> = {
  everything: ['checkout', 'worktree-loss'],
  directory: ['checkout', 'worktree-loss'],
  switch: ['worktree-loss'],
  file: ['checkout', 'worktree-loss'],
  generated: ['checkout', 'worktree-loss'],
  commits: ['history-rewrite', 'ref-delete'],
  stash: ['stash-loss'],
  objects: ['object-loss'],
  worktree: ['worktree-remove'],
};

/** Commands that name no paths and so mean the whole work tree. */
const WHOLE = /^(?:reset|read-tree|submodule)$/;
/** A pathspec that covers the whole tree, or everything above it; one that only leaves something out covers the rest. */
const EVERYTHING =
  /^(?:\.{1,2}\/?|:\/?\*{0,2}|:\(top[^)]*\)\*{0,2}|(?:\.{1,2}\/)*\*{1,2}|\*{1,2}\/\*{1,2}|:[!^].*|:\([^)]*exclude[^)]*\).*)$/;
/** `src/*`: all that is in a directory. */
const ALL_IN_DIRECTORY = /\/(?:\*{1,2})?$/;

/** Files that a tool regenerates: losing their uncommitted changes loses no work. */
const GENERATED = new RegExp(
  `(?:^|/)(?:${[
    // What package managers resolved.
    String.raw`package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|Package\.resolved|gradle\.lockfile|packages\.lock\.json|\.terraform\.lock\.hcl`,
    '(?:yarn|Cargo|poetry|uv|pdm|pixi|Pipfile|Gemfile|composer|flake|mix|deno|Podfile|pubspec|Chart|buf)\\.lock',
    // What compilers, generators and checks write.
    String.raw`[^/]*[._-]generated\.[^/]*|generated\.[^/]*|[^/]*\.gen\.(?:ts|js|go)|[^/]*\.(?:g|freezed)\.dart|[^/]*\.pb\.go|[^/]*_pb2\.py`,
    String.raw`next-env\.d\.ts|[^/]*\.tsbuildinfo|[^/]*\.min\.(?:js|css)|[^/]*\.(?:js|css)\.map|[^/]*\.py[co]|\.(?:es|style)lintcache`,
    String.raw`[^/]*\.snap|\.coverage|coverage\.(?:xml|json|out)|lcov\.info|\.DS_Store`,
  ].join('|')})$`,
);

/** What a build makes again: `git clean -fdx dist/` deletes what `rm -rf dist` does. */
const BUILT =
  /(?:^|\/)(?:dist|build|out|lib|types|typings|coverage|target|node_modules|__pycache__|\.(?:next|nuxt|turbo|vite|svelte-kit|\w*cache))\/?$/;
/** The same in a commit, where `lib` and `build` are often written by hand. */
const BUILT_AND_KEPT =
  /(?:^|\/)(?:dist|coverage|node_modules|__pycache__|test-results|playwright-report|\.(?:next|nuxt|turbo|vite|svelte-kit|\w*cache))\/?$/;

/** Which work a git command discards. If the repository shows that there is no such work, nothing is lost; if it does not show it, something may be. */
export const gitLoses = defineCondition<string[]>({
  name: 'git.loses',
  about:
    'What git would throw away, as far as the repository tells. Uncommitted changes: everything, those of a directory, those in the way of a forced switch of branches, of a named file, or of a generated file such as package-lock.json. Commits that no other branch, tag or remote-tracking branch holds; a stash; objects that only the reflog holds, or nothing; a linked worktree with changes.',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, LOSSES),
  test: (wanted, scope) => lossesOf(scope).some((loss) => wanted.includes(loss)),
  saw: lossesOf,
  keys: (wanted) => {
    const operations = LOSSES.filter((loss) => wanted.includes(loss)).flatMap((loss) => OPERATIONS[loss]);
    return [...new Set(operations)].map((operation) => shownEffect('git', operation));
  },
});

function lossesOf(scope: RuleScope): Loss[] {
  return [...new Set(effectsOf(scope, 'git').flatMap((effect) => ofEffect(effect, scope)))];
}

function ofEffect(effect: GitEffect, scope: RuleScope): Loss[] {
  const analysis = analysisOf(scope);
  if (analysis === null) return [];
  const asked: LossQuestion = { effect, analysis, world: scope.facts.world };
  const { operation, forced, detail } = effect;
  if (operation === 'checkout') return detail.flatMap((word) => ofWord(word, asked));
  // git refuses most of what loses something unless it is forced; it moves a branch without being forced.
  if (operation === 'history-rewrite') return dropsCommits(asked, { ifUnknown: forced }) ? ['commits'] : [];
  if (!forced) return [];
  switch (operation) {
    case 'worktree-loss':
      return ofWorkTree(asked);
    case 'ref-delete':
      return dropsCommits(asked, { ifUnknown: true }) ? ['commits'] : [];
    case 'stash-loss':
      return dropsCommits(asked, { ifUnknown: true }) ? ['stash'] : [];
    case 'object-loss':
      return mayTake(asked, '') ? ['objects'] : [];
    case 'worktree-remove':
      return mayTake(asked, '', below(directoryOf(effect), detail[0] ?? '')) ? ['worktree'] : [];
    default:
      return [];
  }
}

function ofWorkTree(asked: LossQuestion): Loss[] {
  const { subcommand, detail, names } = asked.effect;
  const whole = (loss: Loss): Loss[] => (mayTake(asked, subcommand === 'clean' ? '.' : '') ? [loss] : []);
  if (WHOLE.test(subcommand) || detail.length === 0) return whole('everything');
  if (names === undefined) return detail.flatMap((path) => ofPath(path, asked));
  const files = names === 'branch' ? [] : detail.flatMap((word) => ofWord(word, asked));
  return files.length > 0 ? files : whole('switch');
}

function ofPath(path: string, asked: LossQuestion): Loss[] {
  if (!mayTake(asked, widened(path))) return [];
  if (EVERYTHING.test(path)) return ['everything'];
  if ((asked.effect.subcommand === 'clean' ? BUILT : BUILT_AND_KEPT).test(path)) return ['generated'];
  if (ALL_IN_DIRECTORY.test(path) || kindOf(path, asked) === 'directory') return ['directory'];
  return [GENERATED.test(path) ? 'generated' : 'file'];
}

/** `git checkout WORD` is a switch where the word is a branch or a commit, even if a file has that name, too. Else it is a path. */
function ofWord(word: string, asked: LossQuestion): Loss[] {
  const kind = kindOf(word, asked);
  if (kind !== 'file' && kind !== 'directory') return [];
  return asked.world.commit(directoryOf(asked.effect), word) === true ? [] : ofPath(word, asked);
}

function kindOf(path: string, { effect, world }: LossQuestion) {
  const directory = directoryOf(effect);
  if (directory === '?' || /[*?[]/.test(path)) return undefined;
  return world.kind(below(directory, path.replace(/^:(?:\/|\([^)]*\))/, '').replace(/\/+$/, '')));
}

function below(directory: string, path: string): string {
  return directory === '?' ? '?' : resolvePath(directory, path);
}
