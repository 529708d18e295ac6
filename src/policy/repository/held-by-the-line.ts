import type { Invocation } from '../../shell/index.ts';
import { answerHolds, bringsNothing, type LossQuestion } from './answer-holds.ts';
import { mayHaveAdded } from './git-keeps.ts';
import { gitWords, hasLong, isIn, isLooking } from './git-words.ts';

/**
 * Do earlier commands of the line say that a branch or tag takes nothing with it when it goes or moves? The repository cannot tell, because it is asked before
 * the line runs. Either the line has merged the branch (`git merge --squash topic && git commit -m x && git branch -D topic`), or it has made the branch or tag
 * and put no commits on it, or none but its own.
 */
export function isHeldByLine(asked: LossQuestion): boolean {
  const { operation, drops, by } = asked.effect;
  const isOfNames = drops !== undefined && drops.refs.length > 0 && !drops.refs.includes('HEAD');
  if (!isOfNames || (operation !== 'ref-delete' && operation !== 'history-rewrite')) return false;
  const earlier = asked.analysis.invocations.slice(0, Math.max(by, 0));
  const cwd = asked.analysis.invocations[by]?.cwd;
  return drops.refs.every((ref) => isMerged(ref, earlier, cwd) || isMadeHere(ref, { earlier, cwd, asked }));
}

/** Options of the commands below whose value is the next word. */
const TAKES_TEXT = /^(?:-m|-F|-u|--message|--file|--into-name|--cleanup|--local-user)$/;

function isMerged(ref: string, earlier: readonly Invocation[], cwd: Invocation['cwd'] | undefined): boolean {
  const merged = earlier.findIndex((invocation) => {
    const [verb, ...words] = gitWords(invocation) ?? [];
    return (
      invocation.cwd === cwd &&
      verb === 'merge' &&
      !words.some((word) => NO_MERGE.test(word)) &&
      !hasLong(words, 'strategy', 'no-commit', 'ff-only') &&
      names(words).some((name) => ref === `refs/heads/${name}`)
    );
  });
  return merged >= 0 && earlier.slice(merged).every(keepsMerge);
}

/** Nothing that may undo a merge, or throw away what `--squash` has put into the index; in whichever directory. */
function keepsMerge(invocation: Invocation): boolean {
  if (invocation.program !== 'git') return true;
  const [verb = '', ...words] = gitWords({ ...invocation, argv: withoutDynamic(invocation) }) ?? [];
  if (/^(?:checkout|switch)$/.test(verb)) return names(words).length === 1 && !words.some((word) => UNDOES.test(word));
  if (verb === 'merge') return !hasLong(words, 'abort', 'quit');
  return isLooking(verb) || /^(?:add|branch|commit|fetch|pull|push|remote|tag|worktree)$/.test(verb);
}

const UNDOES = /^(?:\.|--|-[a-zA-Z]*[fBC]|--(?:f|di).*)$/;

/** With `-s ours` nothing of the branch is taken, and with `--ff-only` git often refuses. */
const NO_MERGE = /^(?:--(?:abort|quit|continue|strategy.*|no-commit|ff-only)|-s.*|-X.*)$/;

/** The repository does not have the name yet, and after it was made no earlier work was committed. A tag stays where it is. */
function isMadeHere(ref: string, line: Line): boolean {
  const { earlier, cwd, asked } = line;
  const { effect, world } = asked;
  const made = earlier.findIndex((one) => one.cwd === cwd && refMadeBy(gitWords(one) ?? []) === ref);
  if (made < 0 || effect.repository === '?' || world.commit(effect.repository, ref) !== false) return false;
  if (ref.startsWith('refs/tags/')) return true;
  // In a work tree that the line has made, only the line itself makes commits.
  const isFresh =
    gitWords(earlier[made] as Invocation)?.[0] === 'worktree' &&
    asked.analysis.effects.every(
      (one) => one.kind !== 'move' && (one.kind !== 'write' || one.via === 'git' || bringsNothing(one)),
    );
  return (
    earlier.slice(made).every((one) => commitsNothing(one) || (isFresh && one.cwd !== cwd && isCommit(one))) ||
    commitsOwnWork({ earlier, cwd, asked })
  );
}

/** Nothing was uncommitted before the line, and nothing came from elsewhere: what is committed then is what the line itself has written. */
function commitsOwnWork({ earlier, cwd, asked }: Line): boolean {
  const { effect, world } = asked;
  const kinds = ['unstaged', 'staged', ...mayHaveAdded(asked)] as const;
  const own = asked.analysis.invocations[effect.by];
  return (
    own !== undefined &&
    isIn(own, cwd) &&
    earlier.every(
      (one) => one.program !== 'git' || (keepsEarlierCommits(one) && (!changesIndex(one) || isIn(one, cwd))),
    ) &&
    answerHolds(asked, 'changes') &&
    kinds.every((kind) => world.unsaved(effect.repository, kind, '') === false)
  );
}

/** A branch that is renamed, moved or rewritten takes commits along that were there before. */
function keepsEarlierCommits(invocation: Invocation): boolean {
  const [verb = '', ...words] = gitWords(invocation) ?? [];
  if (isLooking(verb) || /^(?:add|commit|restore|rm|merge|cherry-pick|revert|push|fetch)$/.test(verb)) return true;
  if (verb === 'checkout' || verb === 'switch') return !words.some((word) => /^(?:-[a-zA-Z]*[BC]|--f)/.test(word));
  if (verb === 'tag' || verb === 'branch') return refMadeBy([verb, ...words]) !== undefined;
  return verb === 'worktree' && words[0] === 'add' && !words.some((word) => /^-[a-z]*[Bf]|^--f/.test(word));
}

function changesIndex(invocation: Invocation): boolean {
  return /^(?:add|commit)$/.test(gitWords(invocation)?.[0] ?? '');
}

interface Line {
  earlier: readonly Invocation[];
  cwd: Invocation['cwd'] | undefined;
  asked: LossQuestion;
}

/** In whichever directory, since all of a work tree commit to one branch. An alias may commit. */
function commitsNothing(invocation: Invocation): boolean {
  if (invocation.program !== 'git') return true;
  const [verb = ''] = gitWords({ ...invocation, argv: withoutDynamic(invocation) }) ?? [];
  return isLooking(verb) || KEEPS_BRANCH.test(verb);
}

function isCommit(invocation: Invocation): boolean {
  return gitWords(invocation)?.[0] === 'commit';
}

const KEEPS_BRANCH =
  /^(?:add|archive|branch|checkout|clean|config|fetch|mv|push|remote|restore|rm|stash|submodule|switch|tag|worktree)$/;

/** A word that is only known at run time is none of the words that we know. */
function withoutDynamic({ argv }: Invocation): Invocation['argv'] {
  return argv.map((word) => (word.dynamic ? { ...word, text: '?', dynamic: false } : word));
}

function refMadeBy([verb, ...words]: readonly string[]): string | undefined {
  if (verb === 'worktree' && words[0] === 'add' && words.includes('-b'))
    return `refs/heads/${words[words.indexOf('-b') + 1]}`;
  const [name] = names(words);
  if (name === undefined) return undefined;
  if (verb === 'tag')
    return words.some((word) => /^(?:-[dfl]|--(?:delete|force|list).*)$/.test(word)) ? undefined : `refs/tags/${name}`;
  const makes = verb === 'checkout' ? /^-[a-z]*b$/ : verb === 'switch' ? /^(?:-[a-z]*c|--create)$/ : undefined;
  if (makes !== undefined) return words.some((word) => makes.test(word)) ? `refs/heads/${name}` : undefined;
  return verb === 'branch' && words.every((word) => !word.startsWith('-')) ? `refs/heads/${name}` : undefined;
}

function names(words: readonly string[]): string[] {
  return words.filter((word, i) => !word.startsWith('-') && !TAKES_TEXT.test(words[i - 1] ?? ''));
}
