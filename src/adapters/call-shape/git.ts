import type { Action } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import { textsIn } from './fields.ts';
import { commandLine } from './quote.ts';
import type { ShapedCall } from './read-by-shape.ts';

const SUBCOMMANDS =
  'add am apply bisect branch checkout cherry clean clone commit config diff fetch gc init log merge mv pull push rebase reflog remote reset restore revert rm show stash status switch tag worktree'.split(
    ' ',
  );
const OPERANDS = ['remote', 'branch', 'branchname', 'target', 'commit', 'ref', 'revision', 'startpoint', 'tagname'];
const MODES = ['mode', 'resetmode', 'action', 'operation'];
/** Words of git that come without dashes: `git stash drop`. */
const ACTIONS = [
  'drop',
  'clear',
  'pop',
  'push',
  'apply',
  'list',
  'show',
  'add',
  'remove',
  'prune',
  'expire',
  'set',
  'get',
];

/** `git_reset { repo_path, mode: "hard" }` is `git -C repo reset --hard`: a server of git knows what git knows. */
export function gitCommandOf({ words, fields, place }: ShapedCall): Action | null {
  const at = words.lastIndexOf('git');
  const subcommand = at < 0 ? undefined : words[at + 1];
  if (subcommand === undefined || !SUBCOMMANDS.includes(subcommand)) return null;
  const repository = fields.text('repopath', 'repositorypath', 'path', 'cwd', 'workingdirectory', 'directory');
  const flags = fields.names.flatMap((name) => (fields.get(name) === true ? [`--${flagOf(name)}`] : []));
  const modes = MODES.flatMap((name) => {
    const mode = fields.text(name)?.toLowerCase();
    if (mode === undefined) return [];
    return ACTIONS.includes(mode) ? [mode] : [`--${mode}`];
  });
  const operands = OPERANDS.flatMap((name) => fields.text(name) ?? []);
  const args = textsIn(fields.get('args')) ?? textsIn(fields.get('options')) ?? [];
  const files = ['files', 'paths', 'filepaths'].flatMap((name) => textsIn(fields.get(name)) ?? []);
  const argv = [
    'git',
    ...(repository === undefined ? [] : ['-C', absolute(repository, place)]),
    subcommand,
    ...modes,
    ...flags,
    ...args,
    ...operands,
    ...(files.length === 0 ? [] : ['--', ...files]),
  ];
  return { kind: 'exec', command: commandLine(argv), cwd: place.cwd, shell: 'bash' };
}

const FLAGS: Record<string, string> = {
  forcewithlease: 'force-with-lease',
  deletebranch: 'delete',
  directories: 'd',
  untracked: 'include-untracked',
  noverify: 'no-verify',
  setupstream: 'set-upstream',
};

function flagOf(name: string): string {
  return Object.hasOwn(FLAGS, name) ? (FLAGS[name] as string) : name;
}
