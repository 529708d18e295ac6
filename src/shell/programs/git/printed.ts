import { type PrintedByGit, printedByGit } from '../../expand/printed-by-git.ts';
import { addUnknown } from '../../expand/unknown.ts';
import type { Parsed } from '../support/options.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';

type Takes = PrintedByGit['takes'];

/** Subcommands that print names of files. */
export const gitLists: Record<string, Subcommand> = {
  'ls-files': subcommand(
    'c,cached d,deleted o,others i,ignored s,stage u,unmerged k,killed m,modified t v f z x,exclude= X,exclude-from= exclude-per-directory= exclude-standard directory no-empty-directory error-unmatch with-tree= full-name recurse-submodules abbrev? debug deduplicate sparse eol format=',
    (git, parsed) => printed(git, { what: 'names', paths: parsed.operands, takes: takenByList(parsed) }),
  ),
  'ls-tree': subcommand('d r t l,long z name-only name-status object-only full-name full-tree format= abbrev?', (git) =>
    printed(git, { what: 'names', paths: [], takes: ['unstaged'] }),
  ),
  status: subcommand(
    's,short b,branch show-stash porcelain? long v,verbose u,untracked-files? ignore-submodules? ignored? z column? ahead-behind renames find-renames?',
    (git, parsed) =>
      printed(git, {
        what: 'names',
        paths: parsed.operands,
        takes: ['unstaged', 'untracked', ...(parsed.has('ignored') ? (['ignored'] as const) : [])],
      }),
  ),
};

function takenByList({ has, operands }: Parsed): Takes {
  if (has('others'))
    return has('ignored') ? ['ignored'] : has('exclude-standard') ? ['untracked'] : ['untracked', 'ignored'];
  if (has('modified')) return ['unstaged'];
  // Files that are gone have nothing left to lose; of some files that git keeps, nothing says that they have changed.
  return has('deleted') || operands.length > 0 ? [] : ['unstaged'];
}

/** What `git diff` prints: the names of files, or a patch between the files and the index or a commit. Between two commits, no work of now is in it. */
export function printedDiff(git: Git, parsed: Parsed): string | undefined {
  const { before, after } = parsed.separated;
  const revisions = before.filter((word) => !isPath(word));
  const paths = after ?? before.filter(isPath);
  if (git.args.some((arg) => /^--name-(?:only|status)$/.test(arg))) {
    const takes: Takes = parsed.value('diff-filter') === 'D' ? [] : ['unstaged'];
    return printed(git, { what: 'names', paths, takes });
  }
  const isOfCommits = revisions.length > 1 || revisions.some((word) => word.includes('..'));
  if (isOfCommits || git.args.some((arg) => /^--(?:cached|staged|no-index|output(?:=.*)?)$/.test(arg)))
    return undefined;
  return printed(git, { what: parsed.has('R') ? 'undoing' : 'changes', paths, takes: ['unstaged'] });
}

/** `git show HEAD:a.ts`, `git cat-file -p :a.ts`: the text of one file. */
export function printedFile(git: Git, { operands }: Parsed): string | undefined {
  const word = operands.at(-1) ?? '';
  const [, revision, path = ''] = /^([^:]*):(?:\d:)?([^/(!^:].*)$/s.exec(word) ?? [];
  if (revision === undefined) return undefined;
  const isOfNow = /^(?:HEAD|@)?$/.test(revision);
  const takes: Takes = isOfNow ? ['unstaged'] : ['unstaged', 'untracked', 'ignored'];
  return printed(git, { what: 'file', paths: [path], takes });
}

function printed(git: Git, what: Omit<PrintedByGit, 'directory'>): string {
  const { call, machine } = git;
  const raw = `$(git ${[git.subcommand, ...git.args]
    .map((word) => machine.render(word))
    .join(' ')
    .slice(0, 56)})`;
  return addUnknown(machine.unknowns, { raw, origin: 'value', git: { ...what, directory: call.scope.cwd } });
}

/** Which work is in the files that a word stands for, if git itself has listed them: `git ls-files -m | xargs git checkout`. */
export function listedFiles({ machine }: Git, word: string): Takes | undefined {
  const listed = printedByGit(machine.unknowns, word);
  return listed?.what === 'names' ? listed.takes : undefined;
}

/** A word that can hardly be a revision. */
export function isPath(word: string): boolean {
  return /^[.~/]|^\w[^:~^@]*\.\w+$/.test(word) && !/\w\.\.\.?\w/.test(word);
}
