import type { Invocation } from '../../shell/index.ts';
import type { LossQuestion } from './first-to-change.ts';

/**
 * Do earlier commands of the line say that a deleted branch or tag takes nothing with it? The repository cannot tell, because it is asked before the line
 * runs. Either the line has merged the branch (`git merge --squash topic && git commit -m x && git branch -D topic`), or it has made the branch or tag and put
 * no commits on it.
 */
export function isHeldByLine(asked: LossQuestion): boolean {
  const { operation, drops, by } = asked.effect;
  if (operation !== 'ref-delete' || drops === undefined || drops.refs.length === 0) return false;
  const deletion = asked.analysis.invocations[by];
  const earlier = asked.analysis.invocations.slice(0, Math.max(by, 0)).filter((one) => one.cwd === deletion?.cwd);
  return drops.refs.every((ref) => isMerged(ref, earlier) || isMadeEmpty(ref, earlier, asked));
}

/** Options of the commands below whose value is the next word. */
const TAKES_TEXT = /^(?:-m|-F|-u|--message|--file|--into-name|--cleanup|--local-user)$/;

function isMerged(ref: string, earlier: readonly Invocation[]): boolean {
  return earlier.some((invocation) => {
    const [verb, ...words] = gitWords(invocation);
    return (
      verb === 'merge' &&
      !words.some((word) => NO_MERGE.test(word)) &&
      names(words).some((name) => ref === `refs/heads/${name}`)
    );
  });
}

/** With `-s ours` nothing of the branch is taken, and with `--ff-only` git often refuses. */
const NO_MERGE = /^(?:--(?:abort|quit|continue|strategy.*|no-commit|ff-only)|-s.*|-X.*)$/;

const COMMITS = /^(?:am|cherry-pick|commit|merge|pull|rebase|reset|revert)$/;

/** The repository does not have the name yet, and after it was made nothing was committed. A tag stays where it is. */
function isMadeEmpty(ref: string, earlier: readonly Invocation[], { effect, world }: LossQuestion): boolean {
  const made = earlier.findIndex((invocation) => refMadeBy(gitWords(invocation)) === ref);
  if (made < 0 || effect.repository === '?' || world.commit(effect.repository, ref) !== false) return false;
  return ref.startsWith('refs/tags/') || !earlier.slice(made).some((one) => COMMITS.test(gitWords(one)[0] ?? ''));
}

function refMadeBy([verb, ...words]: readonly string[]): string | undefined {
  if (verb === 'worktree' && words[0] === 'add' && words.includes('-b'))
    return `refs/heads/${words[words.indexOf('-b') + 1]}`;
  const [name] = names(words);
  if (name === undefined) return undefined;
  if (verb === 'tag')
    return words.some((word) => /^(?:-[dfl]|--(?:delete|force|list).*)$/.test(word)) ? undefined : `refs/tags/${name}`;
  const makes = verb === 'checkout' ? /^-b$/ : verb === 'switch' ? /^(?:-c|--create)$/ : undefined;
  if (makes !== undefined) return words.some((word) => makes.test(word)) ? `refs/heads/${name}` : undefined;
  return verb === 'branch' && words.every((word) => !word.startsWith('-')) ? `refs/heads/${name}` : undefined;
}

/** The subcommand and its words; none where it is another program, or words are only known at run time. */
function gitWords({ program, argv, assumed }: Invocation): string[] {
  if (program !== 'git' || assumed === true || argv.some((word) => word.dynamic)) return [];
  const words = argv.map((word) => word.text);
  const at = words.findIndex((word, i) => !word.startsWith('-') && !/^-[cC]$/.test(words[i - 1] ?? ''));
  return at < 0 ? [] : words.slice(at);
}

function names(words: readonly string[]): string[] {
  return words.filter((word, i) => !word.startsWith('-') && !TAKES_TEXT.test(words[i - 1] ?? ''));
}
