import type { Call, Machine } from '../../run/machine.ts';
import type { Parsed } from '../support/options.ts';
import { valueOf } from './settings.ts';

export interface RepositoryPlace {
  /** Null: not known. */
  directory: string | null;
  /**
   * What the repository of that directory shows about the command: all, only its commits (`--git-dir` leaves the work tree open), or nothing, because git
   * takes something of it from elsewhere.
   */
  shows: 'all' | 'commits' | 'nothing';
}

/** Variables that put a part of the repository elsewhere. */
const PARTS =
  'GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_CEILING_DIRECTORIES'.split(
    ' ',
  );

/** Variables by which git finds the user's settings, and so the user's list of ignored files. */
const OF_USER = 'HOME XDG_CONFIG_HOME GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM'.split(' ');

/** git enters one directory after the other, so `..` after a link is above the target of the link; which names are links is not known here. */
const UP_FROM_NAME = /(?:^|\/)(?!\.{1,2}\/)[^/]+\/(?:.*\/)?\.\.(?:\/|$)/;

/** Settings for one command that do, or that change which files git ignores or looks at. */
const SETTINGS =
  /^(core\.(worktree|bare|excludesfile|sparsecheckout|repositoryformatversion)|extensions\.|include|submodule\.recurse)/;

/** Where the repository of a git command is: `-C`, `--git-dir`, `--work-tree` and the variables. */
export function repositoryOf(
  call: Call,
  machine: Machine,
  { parsed, config }: { parsed: Parsed; config: Map<string, string> },
): RepositoryPlace {
  const gitDirectory = parsed.value('git-dir') ?? valueOf(call, machine, 'GIT_DIR');
  const tree = parsed.value('work-tree') ?? gitDirectory?.replace(/\/?\.git\/?$/, '');
  let { cwd } = call.scope;
  for (const path of [...parsed.all('C'), ...(tree === undefined || tree === '' ? [] : [tree])]) {
    const next = machine.locate({ ...call, scope: { ...call.scope, cwd } }, path);
    cwd = next === '?' ? null : next;
  }
  const isScattered =
    parsed.has('work-tree') ||
    parsed.has('namespace') ||
    PARTS.some((name) => valueOf(call, machine, name) !== undefined) ||
    OF_USER.some((name) => isChanged(call, machine, name)) ||
    parsed.all('C').some((path) => UP_FROM_NAME.test(path)) ||
    [...config.keys()].some((key) => SETTINGS.test(key));
  return { directory: cwd, shows: isScattered ? 'nothing' : gitDirectory === undefined ? 'all' : 'commits' };
}

/** The line gives it another value than it has where hookctl runs. */
function isChanged(call: Call, machine: Machine, name: string): boolean {
  const value = valueOf(call, machine, name);
  return value !== undefined && value !== (machine.env[name] ?? (name === 'HOME' ? machine.home : null));
}
