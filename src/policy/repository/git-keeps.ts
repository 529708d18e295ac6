import type { Invocation } from '../../shell/index.ts';
import type { Endangered, LossQuestion } from './answer-holds.ts';
import { gitWords, hasLong, isIn, isLooking, wordsOfGit } from './git-words.ts';

/** What the rules below ask of one earlier command of git. */
interface Earlier {
  invocation: Invocation;
  endangered: Endangered;
  rest: readonly string[];
  asked: LossQuestion;
}

/**
 * git commands that only look, or after which git holds as much as before. What others write into the work tree comes from commits, so it is no work either; but
 * they may change what is ignored, which `git clean` goes by (`mayIgnoreOthers`).
 */
export function keepsWhatGitHolds(invocation: Invocation, endangered: Endangered, asked: LossQuestion): boolean {
  // A second reading may run as well, so it is asked the same.
  const words = wordsOfGit({ ...invocation, argv: withNamesFromGit(invocation.argv) });
  if (words === null) return false;
  const [subcommand = '', ...rest] = words;
  return KEEPS[subcommand]?.({ invocation, endangered, rest, asked }) ?? isLooking(subcommand);
}

/** `git revert $(git log --format=%h --grep x)`: what git prints there are commits and paths, which are no options. */
function withNamesFromGit(argv: Invocation['argv']): Invocation['argv'] {
  return argv.map((word) => (FROM_GIT.test(word.text) ? { ...word, dynamic: false } : word));
}

const FROM_GIT = /^\$\(git (?:log|rev-parse|rev-list|merge-base|describe|ls-files)\b[^;&|()`$]*\)[\w~^.-]*$/;

type Keeps = (earlier: Earlier) => boolean;

const has = (rest: readonly string[], option: RegExp) => rest.some((word) => option.test(word));

/** They take files and commits from commits. What `--autostash` has put away comes back, also when a later command ends the rebase or the merge. */
const fromCommits: Keeps = ({ endangered, rest }) =>
  endangered !== 'commits' && !hasLong(rest, 'autostash', 'abort', 'continue', 'skip', 'quit');

/** The current branch grows, and no other one moves. */
const growing: Keeps = (earlier) => (isAboutNames(earlier) ? !hasLong(earlier.rest, 'abort') : fromCommits(earlier));

/** Another branch is checked out. That `HEAD` is another one then matters only where it is asked about. */
const switching: Keeps = (earlier) =>
  isAboutNames(earlier) ? !has(earlier.rest, /^(?:-[a-zA-Z]*[BC]|--force-c)/) : fromCommits(earlier);

/** The question names branches and tags, so it does not depend on what is checked out. */
function isAboutNames({ endangered, asked }: Earlier): boolean {
  const refs = asked.effect.drops?.refs ?? [];
  return endangered === 'commits' && refs.length > 0 && !refs.includes('HEAD');
}

const KEEPS: Readonly<Record<string, Keeps>> = {
  stash: (earlier) =>
    /^(?:list|show)$/.test(earlier.rest[0] ?? '') ||
    (isAboutNames(earlier)
      ? earlier.rest[0] !== 'branch' && !earlier.asked.effect.drops?.refs.some((ref) => ref.startsWith('refs/stash'))
      : earlier.endangered === 'changes' && isStashOfLine(earlier.asked)),
  worktree: ({ rest }) =>
    /^(?:list|show)$/.test(rest[0] ?? '') ||
    (rest[0] === 'add' && !has(rest, /^-[a-z]*[Bf]/) && !hasLong(rest, 'force')),
  remote: ({ rest }) => /^(?:|show|get-url)$/.test(rest.find((word) => !word.startsWith('-')) ?? ''),
  archive: ({ rest }) => !rest.some((word) => /^-(?:o|-(?:out|exec|rem))/.test(word)),
  // A refspec may move a branch of this repository.
  fetch: ({ rest }) => !rest.some((word) => word.includes(':')),
  tag: ({ endangered, rest }) =>
    endangered !== 'commits' || !(has(rest, /^-[a-z]*[df]/) || hasLong(rest, 'delete', 'force')),
  push: ({ endangered, rest }) =>
    endangered !== 'commits' ||
    !(has(rest, /^(?:-[a-z]*[fd]|\+)|:/) || hasLong(rest, 'force', 'delete', 'mirror', 'prune')),
  // The branch that is to be deleted may be the one that grows.
  commit: ({ endangered }) => endangered !== 'commits',
  branch: ({ endangered }) => endangered !== 'commits',
  // What it puts into the index is at risk with the index (`mayHaveAdded`).
  add: () => true,
  rm: ({ endangered }) => endangered !== 'files',
  restore: ({ endangered, rest }) => endangered !== 'files' || !(has(rest, /^-[A-Z]*S/) || hasLong(rest, 'staged')),
  // Files that are deleted are asked about by themselves.
  clean: () => true,
  reset: (earlier) => earlier.endangered !== 'commits' && resets(earlier),
  checkout: switching,
  switch: switching,
  bisect: switching,
  merge: growing,
  'cherry-pick': growing,
  revert: growing,
  rebase: fromCommits,
  pull: fromCommits,
};

/** Files as a commit has them, or names in the index. Where the branch moves and files stay, commits become changes of files. */
function resets({ endangered, rest, asked }: Earlier): boolean {
  if (hasLong(rest, 'hard')) return true;
  if (endangered === 'files' || !rest.every((word) => RESETS_INDEX.test(word) || !word.startsWith('-'))) return false;
  const end = rest.indexOf('--');
  const [first] = rest.slice(0, end < 0 ? rest.length : end).filter((word) => !word.startsWith('-'));
  return first === undefined || first === 'HEAD' || (end < 0 && isNoCommit(first, asked));
}

const RESETS_INDEX = /^(?:-q|--quiet|--mixed|--)$/;

function isNoCommit(name: string, { effect, world }: LossQuestion): boolean {
  const isPlain = /^[\w./-]+$/.test(name) && effect.place === 'local' && effect.repository !== '?';
  return isPlain && world.commit(effect.repository, name) === false;
}

/** The line has made a stash here, and there was none before: what comes back from it is what the line put there. All work trees share their stashes. */
export function isStashOfLine(asked: LossQuestion): boolean {
  const { effect, analysis } = asked;
  const own = analysis.invocations[effect.by];
  const stashes = stashesBefore(asked);
  return (
    stashes.length > 0 &&
    [own, ...stashes].every((one) => one && isIn(one, own?.cwd)) &&
    isNoCommit('refs/stash', asked)
  );
}

/** Each `git stash` of the line that puts work away. */
export function stashesBefore({ effect, analysis }: LossQuestion): Invocation[] {
  return analysis.invocations.slice(0, Math.max(effect.by, 0)).filter((one) => {
    const [subcommand, first = ''] = gitWords(one) ?? [];
    return subcommand === 'stash' && /^(?:|push|save|-.*)$/.test(first);
  });
}

/** git commands after which changes of the index may be changes of files alone: a setting may say `--autostash`, too. */
const UNSTAGES = /^(?:cherry-pick|merge|pull|rebase|reset|restore|revert|rm|stash)$/;

/** What an earlier command of the line has taken out of the index, a later one takes as changes of files. */
export function mayHaveUnstaged(asked: LossQuestion): boolean {
  return earlierWords(asked).some(([subcommand = '']) => UNSTAGES.test(subcommand));
}

/** Files that git did not know, and that the line has put into the index. */
export function mayHaveAdded(asked: LossQuestion): ('untracked' | 'ignored')[] {
  const added = earlierWords(asked).filter(([subcommand]) => subcommand === 'add');
  if (added.length === 0) return [];
  const isForced = added.some((words) => has(words, /^-[a-zA-Z]*f/) || hasLong(words, 'force'));
  return isForced ? ['untracked', 'ignored'] : ['untracked'];
}

/** A word that is only known at run time is taken for an operand. */
function earlierWords({ effect, analysis }: LossQuestion): string[][] {
  return analysis.invocations.slice(0, Math.max(effect.by, 0)).flatMap((one) => {
    const argv = one.argv.map((word) => ({ ...word, dynamic: false }));
    const words = gitWords({ ...one, argv });
    return words === null ? [] : [words];
  });
}
