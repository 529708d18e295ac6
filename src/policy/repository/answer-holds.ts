import type { World } from '../../system/ports.ts';
import type { Analysis, Effect, GitEffect, Invocation, WriteVia } from '../../shell/index.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';
import { gitWords, hasLong, isLooking } from './git-words.ts';

/** A git command of a line, and the machine it would run on. */
export interface LossQuestion {
  effect: GitEffect;
  analysis: Pick<Analysis, 'invocations' | 'effects'>;
  world: World;
}

/** What a question is about: changes of files that git knows, files that it does not know, or commits. */
type Endangered = 'changes' | 'files' | 'commits';

/**
 * The repository is asked before the line runs. Does its answer still hold when this command of the line runs? Not if something before may put other work at
 * risk: `git stash pop && git restore .` loses what was in the stash. Programs that are not in these lists may change anything.
 */
export function answerHolds({ effect, analysis, world }: LossQuestion, endangered: Endangered): boolean {
  if (VARIABLES.some((name) => world.env(name) !== null)) return false;
  const before = analysis.effects.filter(({ by }) => by < effect.by);
  if (before.some((one) => mayTakeAway(one, effect.repository))) return false;
  if (endangered === 'files' && before.some((one) => decidesWhatIsIgnored(one, analysis.invocations))) return false;
  const bringing = new Set(before.filter((one) => !bringsNothing(one)).map(({ by }) => by));
  return analysis.invocations
    .slice(0, Math.max(effect.by, 0))
    .every(
      (invocation, at) =>
        ONLY_LOOKS.has(invocation.program) ||
        ONLY_MAKES.has(invocation.program) ||
        (CHANGES_IN_PLACE.has(invocation.program) && !bringing.has(at)) ||
        keepsWhatGitHolds(invocation, endangered),
    );
}

/** A line that changes what git ignores may turn ignored files into untracked ones. A pattern may mean such a file, and `find` names it in its own words. */
function decidesWhatIsIgnored(effect: Effect, invocations: readonly Invocation[]): boolean {
  if (effect.kind !== 'write' && effect.kind !== 'delete' && effect.kind !== 'permission') return false;
  if (/(?:\.gitignore|\/info\/exclude)$/.test(effect.path)) return true;
  const name = effect.path.slice(effect.path.lastIndexOf('/') + 1);
  if (name !== '**') return !/^[*?]/.test(name) && mayMean(name, '.gitignore');
  const sought = invocations.flatMap(({ program, argv }) =>
    program === 'find' ? argv.filter((_, i) => /^-i?name$/.test(argv[i - 1]?.text ?? '')) : [],
  );
  return sought.length === 0 || sought.some(({ text, dynamic }) => dynamic || mayMean(text, '.gitignore'));
}

/** By what is before its first wildcard and after its last one. */
function mayMean(pattern: string, name: string): boolean {
  const [start, end] = [/^[^*?[]*/, /[^*?\]]*$/].map((part) => part.exec(pattern)?.[0] ?? '');
  return start === pattern ? pattern === name : name.startsWith(start ?? '') && name.endsWith(end ?? '');
}

/** Without its directory, git would run where the line was before: `rm -rf out; cd out; git checkout .`. */
function mayTakeAway(effect: Effect, directory: string): boolean {
  return effect.kind === 'delete' && isAtOrBelow(effect.path, directory);
}

/** It only looks, or it changes or deletes files where they are; a copy, a move or a download brings other work along. */
export function bringsNothing(effect: Effect): boolean {
  if (effect.kind === 'write') return IN_PLACE.has(effect.via);
  return /^(?:read|network|permission)$/.test(effect.kind) || (effect.kind === 'delete' && effect.via !== 'move');
}

const IN_PLACE: ReadonlySet<WriteVia> = new Set(['redirect', 'heredoc', 'tee', 'in-place', 'create', 'truncate']);

/** With one of these in the environment, git works on another repository than the directory tells. */
const VARIABLES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'];

/** Programs that change no file themselves; the target of their redirect holds no earlier work. */
const ONLY_LOOKS = new Set(
  '[ : basename builtin cat cd cmp column command cut date diff dirname du echo env exit export expr false file fold grep egrep fgrep head hostname jq less ls nl nproc popd printf pushd pwd read readlink realpath rg seq set shopt sleep sort stat sudo tac tail test time timeout tr true type uniq unset wc which whoami xargs yes'.split(
    ' ',
  ),
);

/** Programs that only look, or change and delete files where they are, unless an effect says otherwise: `find -exec mv`, `curl -o`. */
const CHANGES_IN_PLACE = new Set(
  'awk base64 chmod curl fd find gawk mawk mkdir nawk od ps rm rmdir sed tee touch tree truncate xxd'.split(' '),
);

/**
 * Tools that test, check or build. What they write is made from the files that are there, so it is no work that was there before. What a script of the
 * project runs for them is judged as a command of its own.
 */
const ONLY_MAKES = new Set(
  [
    'make gmake ninja cmake ctest meson bazel cargo go gcc g++ cc c++ clang clang++ javac mvn mvnw gradle gradlew dotnet mix swift',
    'npm npx pnpm pnpx yarn bun bunx tsc vite esbuild webpack rollup vitest jest mocha ava tap playwright cypress',
    'eslint oxlint oxfmt biome stylelint prettier pytest py.test unittest tox nox mypy pyright ruff black flake8 isort pylint',
    'bundle rspec rubocop phpunit phpstan shellcheck bats golangci-lint',
  ].flatMap((line) => line.split(' ')),
);

/** git commands after which changes of the index may be changes of files alone: a setting may say `--autostash`, too. */
const UNSTAGES = /^(?:merge|pull|rebase|reset)$/;

/** What an earlier command of the line has taken out of the index, a later one takes as changes of files. */
export function mayHaveUnstaged({ effect, analysis }: LossQuestion): boolean {
  return analysis.invocations.slice(0, Math.max(effect.by, 0)).some((one) => UNSTAGES.test(gitWords(one)?.[0] ?? ''));
}

/**
 * git commands that only look, or after which git holds as much as before. What others write into the work tree comes from commits, so it is no work either; but
 * they may change what is ignored, which `git clean` goes by.
 */
function keepsWhatGitHolds(invocation: Invocation, endangered: Endangered): boolean {
  const words = gitWords(invocation);
  if (words === null) return false;
  const [subcommand = '', ...rest] = words;
  const has = (option: RegExp) => rest.some((word) => option.test(word));
  switch (subcommand) {
    case 'stash':
    case 'worktree':
      return /^(?:list|show)$/.test(rest[0] ?? '');
    case 'remote':
      return /^(?:|show|get-url)$/.test(rest.find((word) => !word.startsWith('-')) ?? '');
    case 'archive':
      return !words.some((word) => /^-(?:o|-(?:out|exec|rem))/.test(word));
    // A refspec may move a branch of this repository.
    case 'fetch':
      return !words.some((word) => word.includes(':'));
    case 'tag':
      return endangered !== 'commits' || !(has(/^-[a-z]*[df]/) || hasLong(rest, 'delete', 'force'));
    case 'push':
      return (
        endangered !== 'commits' ||
        !(has(/^(?:-[a-z]*[fd]|\+)|:/) || hasLong(rest, 'force', 'delete', 'mirror', 'prune'))
      );
    // The branch that is to be deleted may be the one that grows.
    case 'commit':
    case 'branch':
      return endangered !== 'commits';
    case 'rm':
      return endangered === 'changes' && !hasLong(rest, 'cached');
    case 'reset':
      return endangered === 'changes' && rest.every((word) => /^(?:-q|--quiet|--mixed|HEAD)$/.test(word));
    case 'checkout':
    case 'switch':
    case 'merge':
    case 'cherry-pick':
    case 'revert':
    case 'rebase':
    case 'pull':
    case 'bisect':
      // What `--autostash` has put away comes back, also when a later command ends the rebase or the merge.
      return endangered === 'changes' && !hasLong(rest, 'autostash', 'abort', 'continue', 'skip', 'quit');
    default:
      return isLooking(subcommand);
  }
}
