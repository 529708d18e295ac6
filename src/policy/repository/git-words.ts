import type { Invocation } from '../../shell/index.ts';

/** Options in front of the subcommand whose value is the next word. */
const TAKES_VALUE = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/;

/** The subcommand and its words. Null where it is another program, or words are only known at run time. */
export function gitWords({ program, argv, assumed }: Invocation): string[] | null {
  if (program !== 'git' || assumed === true || argv.some((word) => word.dynamic)) return null;
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
export const LOOKING =
  /^(?:annotate|blame|cat-file|check-attr|check-ignore|check-ref-format|cherry|count-objects|describe|diff|diff-files|diff-index|diff-tree|for-each-ref|grep|help|log|ls-files|ls-remote|ls-tree|merge-base|name-rev|range-diff|rev-list|rev-parse|shortlog|show|show-branch|show-ref|status|var|version|whatchanged)$/;
