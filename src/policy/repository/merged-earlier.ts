import type { Analysis, GitEffect, Invocation } from '../../shell/index.ts';

/**
 * An earlier command of the line has merged each branch that the effect deletes: `git merge --squash topic && git commit -m x && git branch -D topic`. The
 * repository cannot tell, because it is asked before the line runs.
 */
export function isMergedEarlier(
  { drops, by, operation }: GitEffect,
  { invocations }: Pick<Analysis, 'invocations'>,
): boolean {
  if (operation !== 'ref-delete' || drops === undefined || drops.refs.length === 0) return false;
  const deletion = invocations[by];
  const merged = invocations
    .slice(0, Math.max(by, 0))
    .flatMap((one) => (one.cwd === deletion?.cwd ? mergedBy(one) : []));
  return drops.refs.every((ref) => merged.some((name) => ref === `refs/heads/${name}`));
}

/** The branches that a plain `git merge` names. With `-s ours` nothing of them is taken. */
function mergedBy({ program, argv, assumed }: Invocation): string[] {
  const words = argv.map((word) => word.text);
  if (program !== 'git' || words[0] !== 'merge' || assumed === true || argv.some((word) => word.dynamic)) return [];
  if (words.some((word) => NO_MERGE.test(word))) return [];
  return words.slice(1).filter((word, i) => !word.startsWith('-') && !TAKES_TEXT.test(words[i] ?? ''));
}

const NO_MERGE = /^(?:--(?:abort|quit|continue|strategy.*|no-commit)|-s.*|-X.*)$/;

/** Options whose value is the next word. */
const TAKES_TEXT = /^(?:-m|-F|--message|--file|--into-name|--cleanup)$/;
