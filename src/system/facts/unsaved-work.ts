import { resolve } from 'node:path';
import type { InTheWay, System, UnsavedWork } from '../ports.ts';
import { type IndexEntry, isChanged, isPlainFile, isSubmodule, parseIndex } from './git-index.ts';
import { answerOfGit, gitQuestion, listsAny } from './git-process.ts';
import { isInTheWay } from './in-the-way.ts';
import { holdsContent } from './merged-content.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

interface Asked {
  directory: string;
  kind: UnsavedWork;
  path: string;
}

/** Commands that list what they find. A directory is listed instead of all that is in it, because one line is enough. */
const LISTS = {
  untracked: ['ls-files', '--others', '--exclude-standard', '--directory', '--no-empty-directory'],
  ignored: ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '--no-empty-directory'],
  resolved: ['ls-files', '--resolve-undo'],
  'in-reflog': ['rev-list', '-n1', '--reflog', '--not', 'HEAD', '--branches', '--tags', '--remotes'],
  unreachable: ['fsck', '--unreachable', '--connectivity-only', '--no-progress'],
};

/** Is there work that git would throw away? Undefined whenever that is unknown: hookctl then assumes that there is. */
export function isUnsaved(system: System, { directory, kind, path }: Asked): boolean | undefined {
  const place = system.files.realpath(directory);
  if (kind === 'in-reflog' || kind === 'unreachable') return listsAny(system, place, LISTS[kind]);
  const tree = workTreeOf(system, place);
  if (tree === null) return undefined;
  if (isOfCommit(kind)) return isInTheWay(system, tree.root, kind.slice(IN_THE_WAY.length));
  if (kind === 'unstaged' || kind === 'outside-conflicts' || kind === 'submodules') {
    const below = path === '' ? tree.root : resolve(place, path);
    if (kind === 'submodules') return hasSubmodules(system, tree, below);
    return hasChangedFiles(system, tree, { below, conflicts: kind === 'unstaged' });
  }
  const [at, paths] = path === '' ? [tree.root, []] : [place, ['--', path]];
  if (kind === 'ignored') return listsWork(system, at, ['--literal-pathspecs', ...LISTS[kind], ...paths]);
  if (kind !== 'staged') return listsAny(system, at, ['--literal-pathspecs', ...LISTS[kind], ...paths]);
  const isEqual = answerOfGit(system, at, [
    '--literal-pathspecs',
    'diff-index',
    '--cached',
    '--quiet',
    'HEAD',
    ...paths,
  ]);
  return isEqual === undefined ? undefined : !isEqual;
}

const IN_THE_WAY = 'in the way of ';

function isOfCommit(kind: UnsavedWork): kind is InTheWay {
  return kind.startsWith(IN_THE_WAY);
}

/** What git ignores is mostly what tools make again. A file of settings or a database is not. */
const MADE_AGAIN = new RegExp(
  [
    String.raw`(?:^|/)(?:node_modules|bower_components|dist|build|out|target|coverage|htmlcov|__pycache__|\.?venv|test-results|playwright-report)/`,
    String.raw`(?:^|/)\.(?:next|nuxt|turbo|vite|svelte-kit|angular|parcel-cache|nyc_output|gradle|tox|nox|eggs|\w*cache)/`,
    String.raw`\.egg-info/|\.(?:py[co]|o|obj|a|so|class|d|gcda|gcno|tsbuildinfo|log)$`,
    String.raw`(?:^|/)(?:\.DS_Store|\.coverage|\.eslintcache|npm-debug\.log.*)$`,
  ].join('|'),
);

function listsWork(system: System, directory: string, words: readonly string[]): boolean | undefined {
  const output = system.outputOf(...gitQuestion(system, directory, words));
  if (output === null) return undefined;
  return output.split('\n').some((path) => path !== '' && !MADE_AGAIN.test(path));
}

interface WorkTree {
  root: string;
  indexFile: string;
}

/** Null: a bare repository, no repository, or one whose index we do not read. */
function workTreeOf(system: System, directory: string): WorkTree | null {
  const words = ['rev-parse', '--show-object-format', '--show-toplevel', '--git-path', 'index'];
  const [format, root, index] = system.outputOf(...gitQuestion(system, directory, words))?.split('\n') ?? [];
  if (format !== 'sha1' || root === undefined || index === undefined) return null;
  return { root, indexFile: resolve(directory, index) };
}

/** 8 MB are about 80,000 files; a hook has no time for more. */
const LARGEST_INDEX = 8 * 1024 * 1024;

/**
 * Compares the files with the index as git does, by what `lstat` says, and by their text where the time is not conclusive: git writes files and its index in the
 * same moment. git may start a filter of the repository to read a file; here a file that only a filter makes equal is unknown.
 */
function hasChangedFiles(
  system: System,
  { root, indexFile }: WorkTree,
  looked: { below: string; conflicts: boolean },
): boolean | undefined {
  const { files } = system;
  const { entries, writtenAt } = entriesBelow(system, { root, indexFile }, looked.below);
  // Nothing is there, and git knows nothing of the name.
  if (entries?.length === 0 && files.lstat(looked.below) === null) return false;
  if (entries === null || entries.length === 0) return undefined;
  const doubtful: IndexEntry[] = [];
  for (const entry of entries) {
    if (entry.stage !== 0 && !looked.conflicts) continue;
    // git leaves what is inside a submodule alone, unless it is told to go into it.
    if (isSubmodule(entry) && !recurses(system, root)) continue;
    const changed = isChanged(entry, files.lstat(`${root}/${entry.path}`), writtenAt);
    if (changed === true) return true;
    if (changed === undefined) doubtful.push(entry);
  }
  return doubtful.length === 0 || holdTextOfIndex(system, root, doubtful) ? false : undefined;
}

/** git is asked once for all of them, and reads each from end to end. */
const MOST_READ = 200;
const LARGEST_READ = 1024 * 1024;

function holdTextOfIndex(system: System, root: string, entries: readonly IndexEntry[]): boolean {
  const isReadable = (entry: IndexEntry) => isPlainFile(entry) && entry.size <= LARGEST_READ;
  if (entries.length > MOST_READ || !entries.every(isReadable)) return false;
  const words = ['hash-object', '--no-filters', '--', ...entries.map(({ path }) => path)];
  const names = system.outputOf(...gitQuestion(system, root, words))?.split('\n') ?? [];
  return entries.every(({ blob }, i) => names[i] === hexOf(blob));
}

function hexOf(bytes: string): string {
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** Undefined where there is one: we do not look at what was done in it. */
function hasSubmodules(system: System, tree: WorkTree, path: string): false | undefined {
  const { entries } = entriesBelow(system, tree, path);
  return entries === null || entries.some(isSubmodule) ? undefined : false;
}

interface Entries {
  /** Null: the index is not one that we read. */
  entries: IndexEntry[] | null;
  writtenAt: number;
}

function entriesBelow({ files }: System, { root, indexFile }: WorkTree, path: string): Entries {
  const file = files.open(indexFile, files.flags.O_RDONLY);
  try {
    const { size, modifiedAt } = files.fstat(file);
    const entries = size > LARGEST_INDEX ? null : parseIndex(files.readBytes(file, 0, size));
    const below = entries?.filter((entry) => isAtOrBelow(path, `${root}/${entry.path}`));
    return { entries: below ?? null, writtenAt: modifiedAt };
  } finally {
    files.close(file);
  }
}

/** The setting makes git take the work trees of submodules along. */
function recurses(system: System, root: string): boolean {
  const words = ['config', '--type=bool', '--default=false', '--get', 'submodule.recurse'];
  return system.outputOf(...gitQuestion(system, root, words))?.trim() !== 'false';
}

interface Dropped {
  directory: string;
  /** Full names of refs, or `HEAD` for the branch that is checked out; separated by blanks. */
  refs: string;
  /** Commits that something else will hold afterwards. */
  kept: string;
}

/**
 * Commits of the refs that no other branch, tag or remote-tracking branch holds. A ref that does not exist drops nothing, and a branch whose files HEAD
 * has all taken over drops nothing that matters.
 */
export function dropsCommits(system: System, { directory, refs, kept }: Dropped): boolean | undefined {
  const place = system.files.realpath(directory);
  const tips = refs.split(' ');
  if (tips.some((ref) => isAnnotatedTag(system, place, ref) !== false)) return true;
  const names = tips.map((ref) => (ref === 'HEAD' ? currentRef(system, place) : ref));
  const readNames = names.filter((name) => name !== null);
  if (readNames.length < names.length) return undefined;
  const exclude = readNames.map((name) => `--exclude=${name}`);
  const others = ['heads', 'tags', 'remotes'].flatMap((kind) => [...exclude, `--glob=refs/${kind}`]);
  const stay = kept === '' ? [] : kept.split(' ');
  const words = ['rev-list', '-n1', '--ignore-missing', ...tips, '--not', ...stay, ...others];
  const dropped = listsAny(system, place, words);
  if (dropped !== true || kept !== '' || !tips.every((ref) => ref.startsWith('refs/heads/'))) return dropped;
  return !tips.every((ref) => holdsContent(system, place, ref));
}

/** Such a tag has its own text, which no branch holds. */
function isAnnotatedTag(system: System, directory: string, ref: string): boolean | undefined {
  if (!ref.startsWith('refs/tags/')) return false;
  return answerOfGit(system, directory, ['rev-parse', '-q', '--verify', `${ref}^{tag}`]);
}

/** `HEAD` itself where no branch is checked out. */
function currentRef(system: System, directory: string): string | null {
  const words = ['rev-parse', '--symbolic-full-name', 'HEAD'];
  return system.outputOf(...gitQuestion(system, directory, words))?.trim() ?? null;
}
