import type { GitEffect } from '../../shell/index.ts';
import type { UnsavedWork } from '../../system/ports.ts';
import { type LossQuestion, answerHolds, mayIgnoreOthers } from './answer-holds.ts';
import { isStashOfLine, mayHaveAdded, mayHaveUnstaged, stashesBefore } from './git-keeps.ts';
import { gitWords, isLooking } from './git-words.ts';
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
  return workAtRisk(asked, takes).some((kind) => asked.world.unsaved(directory, kind, place) !== false);
}

type Work = UnsavedWork;

/** What the command takes, by where that is before the line runs: earlier commands may have taken it out of the index, or put it there. */
function workAtRisk(asked: LossQuestion, takes: readonly Work[]): Work[] {
  const isOfFiles = takes.some((kind) => /^(?:unstaged|outside-conflicts)$/.test(kind));
  const commit = commitTaken(asked);
  return [
    ...takes.map((kind) => (kind === 'untracked' && commit !== null ? (`in the way of ${commit}` as const) : kind)),
    ...(isOfFiles && mayHaveUnstaged(asked) ? ['staged' as const] : []),
    ...(takes.includes('staged') ? mayHaveAdded(asked) : []),
    ...(asked.effect.subcommand === 'clean' && mayIgnoreOthers(asked) ? ['ignored' as const] : []),
  ];
}

/** The whole tree becomes that of this commit, and the name means now what it will mean then. */
function commitTaken({ effect, analysis }: LossQuestion): string | null {
  const { subcommand, detail, names, by } = effect;
  const isWhole = subcommand === 'reset' || names === 'branch' || names === 'branch-or-path';
  const [commit = ''] = detail;
  if (!isWhole || detail.length !== 1 || !isPlainCommit(commit)) return null;
  const earlier = analysis.invocations.slice(0, Math.max(by, 0)).filter(({ program }) => program === 'git');
  return earlier.every((one) => isLooking(gitWords(one)?.[0] ?? '')) ? commit : null;
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

function isPlainCommit(name: string): boolean {
  return COMMIT.test(name) && !name.includes('..');
}

/** Would commits be left that nothing else holds? `ifUnknown`: the answer where the repository cannot tell. */
export function dropsCommits(asked: LossQuestion, { ifUnknown }: { ifUnknown: boolean }): boolean {
  if (isHeldByLine(asked)) return false;
  if (asked.effect.operation === 'stash-loss' && isStashOfLine(asked)) return holdsEarlierWork(asked);
  const { refs, kept } = asked.effect.drops ?? { refs: [], kept: [] };
  const directory = directoryOf(asked.effect);
  const isPlain = refs.length > 0 && refs.every((ref) => REFS.test(ref)) && kept.every(isPlainCommit);
  if (!isPlain || directory === '?') return ifUnknown;
  const drops = () => asked.world.dropsCommits(directory, refs.join(' '), kept.join(' '));
  if (answerHolds(asked, 'commits')) return drops() ?? ifUnknown;
  // What comes before may bring more commits, but rarely takes those out of danger that are in it now.
  return ifUnknown || drops() === true;
}

/** Does the stash that the line has made hold more than what the line itself has changed? */
function holdsEarlierWork(asked: LossQuestion): boolean {
  const isAll = stashesBefore(asked).some(({ argv }) => argv.some(({ text }) => /^(?:-[a-z]*a|--a)/.test(text)));
  const kinds: Work[] = ['unstaged', 'staged', 'untracked', ...(isAll ? ['ignored' as const] : [])];
  const directory = directoryOf(asked.effect);
  return !answerHolds(asked, 'changes') || kinds.some((kind) => asked.world.unsaved(directory, kind, '') !== false);
}
