import { dirName, locate, tildeExpanded } from '../../files/paths.ts';
import { scriptOnDisk } from '../../run/script-files.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { type Setting, settingsIn } from './settings-file.ts';
import { valueOf } from './settings.ts';

/** An alias that a configuration file defines, and where. */
export interface StoredAlias {
  value: string;
  file: string;
  line: number;
  /** The command itself has written the file. */
  isWritten: boolean;
}

/** Commands of git beside those that `programs/git.ts` describes: they only look, or change nothing that a rule asks about. Git ignores an alias of such a name. */
const OTHER_COMMANDS =
  'add add--interactive bugreport check-attr check-ignore check-mailmap check-ref-format cherry column commit-graph commit-tree count-objects credential credential-cache credential-store daemon describe diagnose diff-files diff-index diff-tree fast-export fmt-merge-msg for-each-ref for-each-repo fsck fsck-objects get-tar-commit-id help hook http-backend http-fetch imap-send index-pack init-db instaweb interpret-trailers ls-files ls-tree mailinfo mailsplit merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-resolve merge-subtree merge-tree mktag mktree multi-pack-index name-rev notes pack-objects pack-redundant pack-refs patch-id prune-packed quiltimport range-diff receive-pack refs remote-ext remote-fd remote-ftp remote-http remote-https replay request-pull rerere rev-list shell shortlog show-branch show-index show-ref sparse-checkout stage status stripspace unpack-file unpack-objects update-index update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version write-tree'.split(
    ' ',
  );

/** Files that include each other in a circle end here. */
const MOST_INCLUDES = 4;

/**
 * The alias of this name in the files that git would read: the repository's own, then the user's, then the system's. The first one that defines it is the
 * one that git takes, because a file that git reads later wins.
 */
export function storedAlias(
  call: Call,
  machine: Machine,
  { name, included }: { name: string; included: string | undefined },
): StoredAlias | undefined {
  if (OTHER_COMMANDS.includes(name)) return undefined;
  for (const file of [...(included === undefined ? [] : [included]), ...configurationFiles(call, machine)]) {
    const alias = aliasIn(call, machine, { file, name, depth: 0 });
    if (alias !== undefined) return alias;
  }
  return undefined;
}

function* configurationFiles(call: Call, machine: Machine): Generator<string> {
  const repository = repositoryConfiguration(call, machine);
  if (repository !== undefined) yield repository;
  const global = valueOf(call, machine, 'GIT_CONFIG_GLOBAL');
  if (global !== undefined) yield global;
  else if (machine.home !== null) {
    yield `${machine.home}/.gitconfig`;
    yield `${valueOf(call, machine, 'XDG_CONFIG_HOME') ?? `${machine.home}/.config`}/git/config`;
  }
  if (valueOf(call, machine, 'GIT_CONFIG_NOSYSTEM') === undefined)
    yield valueOf(call, machine, 'GIT_CONFIG_SYSTEM') ?? '/etc/gitconfig';
}

/** The configuration of the repository that holds the directory of the call. */
function repositoryConfiguration(call: Call, machine: Machine): string | undefined {
  const { scriptAt } = machine;
  if (scriptAt === null) return undefined;
  for (let directory = call.scope.cwd; directory !== null; directory = parentOf(directory)) {
    const inside = directory === '/' ? '' : directory;
    if (scriptAt(`${inside}/.git/config`) !== 'absent') return `${inside}/.git/config`;
    // A linked work tree and a submodule have a file that names the directory of their repository.
    const link = scriptAt(`${inside}/.git`);
    const gitDirectory = typeof link === 'string' ? undefined : /^gitdir: (.+)/.exec(link.text)?.[1];
    if (gitDirectory !== undefined)
      return `${locate(machine.unknowns, directory, gitDirectory).path.replace(/\/worktrees\/[^/]+$/, '')}/config`;
  }
  return undefined;
}

function parentOf(directory: string): string | null {
  return directory === '/' || directory === '?' ? null : dirName(directory);
}

interface Search {
  file: string;
  name: string;
  depth: number;
}

function aliasIn(call: Call, machine: Machine, { file, name, depth }: Search): StoredAlias | undefined {
  const written = machine.content(call, file);
  const text = written ?? scriptOnDisk(machine, call, file)?.text;
  if (text === undefined) return undefined;
  // The last line wins, as in git. A condition of `includeIf` counts as true: we would rather judge an alias that is not in force than miss one that is.
  for (const { key, value, line } of settingsIn(text).toReversed()) {
    if (key === `alias.${name}` || key === `alias.${name}.command`)
      return { value, file, line, isWritten: written !== undefined };
    if (!isInclude({ key }) || depth >= MOST_INCLUDES) continue;
    const included = aliasIn(call, machine, { file: includedFile(machine, file, value), name, depth: depth + 1 });
    if (included !== undefined) return included;
  }
  return undefined;
}

function isInclude({ key }: Pick<Setting, 'key'>): boolean {
  return /^include(?:if\..+)?\.path$/.test(key);
}

function includedFile({ home, unknowns }: Machine, file: string, path: string): string {
  return locate(unknowns, dirName(file), tildeExpanded(path, home)).path;
}
