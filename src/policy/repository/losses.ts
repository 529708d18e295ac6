import type { GitEffect } from '../../shell/index.ts';
import { type LossQuestion, answerHolds, mayHaveUnstaged } from './answer-holds.ts';
import { isHeldByLine } from './held-by-the-line.ts';

/** What paths of a git command are relative to; `?` where that is not known, or on another machine. */
export function directoryOf({ place, repository }: GitEffect): string {
  return place === 'local' ? repository : '?';
}

/** False only where the repository shows that there is no work of the kinds which the command takes. An empty path means the whole work tree. */
export function mayTake(asked: LossQuestion, path: string, directory = directoryOf(asked.effect)): boolean {
  const { takes } = asked.effect;
  // All of it is in the stash.
  if (takes?.length === 0) return false;
  if (
    takes === undefined ||
    directory === '?' ||
    !answerHolds(asked, asked.effect.subcommand === 'clean' ? 'files' : 'changes')
  )
    return true;
  // Which files an unknown name means is known only so far that git goes no further than the work tree.
  const place = path.includes('$') ? '' : path;
  const isWider = takes.some((kind) => /^(?:unstaged|outside-conflicts)$/.test(kind)) && mayHaveUnstaged(asked);
  return (isWider ? [...takes, 'staged' as const] : takes).some(
    (kind) => asked.world.unsaved(directory, kind, place) !== false,
  );
}

/** A path that holds all that a pathspec means: what is before the first pattern, or the whole tree. */
export function widened(pathspec: string): string {
  if (pathspec.startsWith(':')) return '';
  const at = pathspec.search(/[*?[\\]/);
  return at < 0 ? pathspec : pathspec.slice(0, at).replace(/[^/]*$/, '') || '.';
}

/** Full names of refs, and commits in any form that is one plain word. */
const REFS = /^(?:HEAD|refs(?:\/[\w@#%+=,.-]+)+(?:@\{\d+\})?)$/;
const COMMIT = /^[\w@][\w@./{}^~+-]*$/;

/** Would commits be left that nothing else holds? `ifUnknown`: the answer where the repository cannot tell. */
export function dropsCommits(asked: LossQuestion, { ifUnknown }: { ifUnknown: boolean }): boolean {
  if (isHeldByLine(asked)) return false;
  const { refs, kept } = asked.effect.drops ?? { refs: [], kept: [] };
  const directory = directoryOf(asked.effect);
  const isPlain =
    refs.length > 0 &&
    refs.every((ref) => REFS.test(ref)) &&
    kept.every((commit) => COMMIT.test(commit) && !commit.includes('..'));
  if (!isPlain || directory === '?' || !answerHolds(asked, 'commits')) return ifUnknown;
  return asked.world.dropsCommits(directory, refs.join(' '), kept.join(' ')) ?? ifUnknown;
}
