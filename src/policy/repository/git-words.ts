import { isOneOf } from '../../protocol/text/word-list.ts';
import type { Invocation } from '../../shell/index.ts';

/** Options in front of the subcommand whose value is the next word. */
const TAKES_VALUE = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/;

/** The subcommand and its words. Null where it is another program, words are only known at run time, or it is only a second reading. */
export function gitWords(invocation: Invocation): string[] | null {
  return invocation.assumed === true ? null : wordsOfGit(invocation);
}

export function wordsOfGit({ program, argv }: Pick<Invocation, 'program' | 'argv'>): string[] | null {
  if (program !== 'git' || argv.some((word) => word.dynamic)) return null;
  const words = argv.map((word) => word.text);
  const at = words.findIndex((word, i) => !word.startsWith('-') && !TAKES_VALUE.test(words[i - 1] ?? ''));
  return at < 0 ? [] : words.slice(at);
}

/** git accepts the beginning of a long option for the whole, and some options have longer kin: `--del`, `--force-with-lease`. */
export function hasLong(words: readonly string[], ...names: readonly string[]): boolean {
  return words.some(
    (word) => /^--\w/.test(word) && names.some((name) => `--${name}`.startsWith(word) || word.startsWith(`--${name}`)),
  );
}

/** Subcommands that neither change files nor move a branch. `fetch` moves remote-tracking branches; commits that the remote has had count as kept. */
export const isLooking = isOneOf(
  'blame annotate log shortlog show whatchanged grep describe name-rev help version',
  'diff diff-files diff-index diff-tree range-diff cherry status var',
  'show-branch show-ref for-each-ref rev-list rev-parse merge-base check-ref-format format-patch fsck',
  'ls-files ls-remote ls-tree cat-file count-objects check-attr check-ignore',
);

const ELSEWHERE = /^(?:-C|--git-dir|--work-tree|core\.worktree)/;

/** It works on the repository of this directory: neither an option nor a variable names another one. */
export function isIn({ cwd, argv, assignments }: Invocation, directory: Invocation['cwd'] | undefined): boolean {
  const isElsewhere = argv.some(({ text }) => ELSEWHERE.test(text)) || assignments.length > 0;
  return cwd !== null && cwd === directory && !isElsewhere;
}
