import { splitString } from './support/start/split-string.ts';
import { gitFiles } from './git/files.ts';
import { gitRemotes } from './git/remotes.ts';
import { gitHistory } from './git/history.ts';
import { repositoryOf, type RepositoryPlace } from './git/repository-place.ts';
import { gitWorkTree } from './git/work-tree.ts';
import type { GitEffect } from '../analysis.ts';
import type { Call, Machine } from '../run/machine.ts';
import { runInScript } from '../run/script-files.ts';
import { gitLists } from './git/printed.ts';
import { emitSettings, runsByConfig, gitConfig } from './git/config.ts';
import { settingsOf } from './git/settings.ts';
import { storedAlias } from './git/stored-aliases.ts';
import type { Git, Subcommand } from './git/subcommand.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, type Parsed, parseOptions } from './support/options.ts';

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  ...gitWorkTree,
  ...gitHistory,
  ...gitRemotes,
  ...gitFiles,
  ...gitConfig,
  ...gitLists,
};

/** Options shared by most subcommands that have no table. */
const OTHERS = defineOptions(
  'f,force d,delete m,message= a,A,all n,dry-run q,quiet v,verbose p,patch u,update i,interactive e,edit',
);

export const git = [
  defineProgram({
    names: 'git',
    role: 'git',
    options:
      '+C= c= git-dir= work-tree= namespace= super-prefix= config-env= exec-path? attr-source= p,paginate P,no-pager bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-advice version help html-path',
    subcommands: {
      '*': OTHERS,
      ...Object.fromEntries(Object.entries(SUBCOMMANDS).map(([name, { options }]) => [name, options])),
    },
    effects: runGit,
  }),
  // hub and lab hand what they do not know to git; yadm is git with the home as its work tree.
  defineProgram({
    names: 'hub lab',
    role: 'git',
    effects: (call, machine) => machine.run(call, ['git', ...call.args], { wrapper: call.program }),
  }),
  defineProgram({
    names: 'yadm',
    role: 'git',
    effects: (call, machine) =>
      machine.run(call, ['git', ...call.args], {
        wrapper: 'yadm',
        scope: { ...call.scope, cwd: machine.home ?? call.scope.cwd },
      }),
  }),
  defineProgram({ names: 'git-crypt', role: 'git', effects: () => undefined }),
];

function runGit(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  // Alone it prints where git's own programs are.
  if (call.args.length === 1 && call.args[0] === '--exec-path') return '/usr/lib/git-core\n';
  const config = settingsOf(call, machine, parsed);
  const { directory, shows } = repositoryOf(call, machine, { parsed, config });
  const inner: Call = { ...call, scope: { ...call.scope, cwd: directory } };
  runsByConfig(inner, machine, config, 'option');
  emitSettings(inner, machine, config, parsed.operands[0] ?? '');
  return runSubcommand(inner, machine, { words: parsed.operands, config, shows, depth: 0 });
}

/** Aliases that lead to each other end here. */
const MOST_ALIASES = 4;

interface Running {
  words: string[];
  config: Map<string, string>;
  shows: RepositoryPlace['shows'];
  /** How many aliases led here. */
  depth: number;
}

function runSubcommand(call: Call, machine: Machine, running: Running): string | undefined {
  const { words, config, shows, depth } = running;
  const [subcommand, ...args] = words;
  if (subcommand === undefined) return undefined;
  const name = subcommand.toLowerCase();
  // git itself ignores an alias that has the name of a command.
  const isOwn = Object.hasOwn(SUBCOMMANDS, name);
  const alias = config.get(`alias.${name}`) ?? (isOwn ? undefined : machine.gitAliases.get(name));
  if (alias !== undefined && depth < MOST_ALIASES) return runAlias(call, machine, { alias, args, running });
  const described = Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined;
  if (described === undefined) {
    const stored = depth < MOST_ALIASES ? storedAlias(call, machine, name) : undefined;
    if (stored === undefined) return undefined;
    const { value, file, line } = stored;
    let output: string | undefined;
    runInScript(machine, { file, text: value.replace(/^!/, ''), line }, () => {
      output = runAlias(call, machine, { alias: value, args, running });
    });
    return output;
  }
  if (args[0] === '--help' || args[0] === '-h') return undefined;
  // The repository does not show what was done inside its submodules.
  const goesInside = args.some((arg) => arg.startsWith('--recurse-submodules'));
  const one: Git = {
    call,
    machine,
    subcommand,
    args,
    config,
    emit: (operation, more = {}) => {
      const detail = (more.detail ?? []).map((text) => machine.render(text));
      machine.emit(call, {
        kind: 'git',
        operation,
        subcommand,
        forced: more.forced ?? false,
        repository: call.scope.cwd ?? '?',
        detail,
        ...(more.push === undefined ? {} : { push: more.push }),
        ...(more.names === undefined ? {} : { names: more.names }),
        ...(more.takes === undefined || shows !== 'all' || goesInside ? {} : { takes: more.takes }),
        ...(more.drops === undefined || shows === 'nothing' ? {} : { drops: rendered(more.drops, machine) }),
      });
    },
  };
  const parsed = parseOptions(args, described.options);
  // Among the options of any subcommand it prints the usage, and nothing else happens.
  return parsed.has('help') || parsed.has('h') ? undefined : (described.effects(one, parsed) ?? undefined);
}

/** Runs what an alias means: other words for git, or after `!` a command line of the shell. */
function runAlias(
  call: Call,
  machine: Machine,
  { alias, args, running }: { alias: string; args: string[]; running: Running },
): string | undefined {
  if (!alias.startsWith('!'))
    return runSubcommand(call, machine, {
      ...running,
      words: [...splitString(alias), ...args],
      depth: running.depth + 1,
    });
  const text = [alias.slice(1), ...args.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`)].join(' ');
  return machine.script(call, text, { wrapper: 'git', via: 'option' });
}

function rendered({ refs, kept }: NonNullable<GitEffect['drops']>, machine: Machine): NonNullable<GitEffect['drops']> {
  return { refs: refs.map((ref) => machine.render(ref)), kept: kept.map((commit) => machine.render(commit)) };
}
