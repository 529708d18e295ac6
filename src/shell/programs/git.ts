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
import { withoutStashed } from './git/stashed.ts';
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
  return runSubcommand(inner, machine, { words: parsed.operands, config, shows, aliases: [] });
}

/** Longer chains of aliases than anybody has. */
const MOST_ALIASES = 16;

interface Running {
  words: string[];
  config: Map<string, string>;
  shows: RepositoryPlace['shows'];
  /** The aliases that led here. */
  aliases: readonly string[];
}

function runSubcommand(call: Call, machine: Machine, running: Running): string | undefined {
  const { words, config, aliases } = running;
  const [subcommand, ...args] = words;
  if (subcommand === undefined) return undefined;
  const name = subcommand.toLowerCase();
  // git itself ignores an alias that has the name of a command.
  const isOwn = Object.hasOwn(SUBCOMMANDS, name);
  const alias = config.get(`alias.${name}`) ?? (isOwn ? undefined : machine.gitAliases.get(name));
  // git refuses aliases that lead to each other.
  if (aliases.includes(name)) return undefined;
  if (aliases.length > MOST_ALIASES) {
    machine.mark('too-deep', 'aliases of git', call.frame);
    return undefined;
  }
  const led = { ...running, aliases: [...aliases, name] };
  if (alias !== undefined) return runAlias(call, machine, { alias, args, running: led });
  const described = Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined;
  if (described === undefined) return runStoredAlias(call, machine, { name, args, running: led });
  const parsed = parseOptions(args, described.options);
  // Among the options of a subcommand it prints the usage, and nothing else happens. `git grep -h` leaves out the names of files.
  const asksForUsage = parsed.has('help') || (parsed.has('h') && !described.options.names.has('h'));
  if (asksForUsage) return undefined;
  return described.effects(startedGit(call, machine, { subcommand, args, running }), parsed) ?? undefined;
}

/** What the file of a subcommand works with. */
function startedGit(
  call: Call,
  machine: Machine,
  { subcommand, args, running }: { subcommand: string; args: string[]; running: Running },
): Git {
  const { config, shows } = running;
  // The repository does not show what was done inside its submodules.
  const goesInside = args.some((arg) => arg.startsWith('--recurse-submodules'));
  const showsFiles = shows === 'all' && !goesInside;
  const repository = call.scope.cwd ?? '?';
  // Not of a submodule, nor of another machine.
  const isHere = call.frame.via === 'direct' && call.frame.place === 'local';
  return {
    call,
    machine,
    subcommand,
    args,
    config,
    putAway: (work) => {
      machine.stashed = showsFiles && isHere ? { repository, work } : null;
    },
    emit: (operation, { detail = [], forced = false, push, names, takes, drops } = {}) => {
      machine.emit(call, {
        kind: 'git',
        operation,
        subcommand,
        forced,
        repository,
        detail: detail.map((text) => machine.render(text)),
        ...(push === undefined ? {} : { push }),
        ...(names === undefined ? {} : { names }),
        ...(takes === undefined || !showsFiles
          ? {}
          : { takes: withoutStashed(takes, repository, isHere ? machine.stashed : null) }),
        ...(drops === undefined || shows === 'nothing' ? {} : { drops: rendered(drops, machine) }),
      });
    },
  };
}

/** An alias in the configuration on disk. */
function runStoredAlias(
  call: Call,
  machine: Machine,
  { name, args, running }: { name: string; args: string[]; running: Running },
): string | undefined {
  const stored = storedAlias(call, machine, { name, included: running.config.get('include.path') });
  if (stored === undefined) return undefined;
  const { value, file, line } = stored;
  if (stored.isWritten) return runAlias(call, machine, { alias: value, args, running });
  let output: string | undefined;
  runInScript(machine, { file, text: value.replace(/^!/, ''), line }, () => {
    output = runAlias(call, machine, { alias: value, args, running });
  });
  return output;
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
    });
  const text = [alias.slice(1), ...args.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`)].join(' ');
  return machine.script(call, text, { wrapper: 'git', via: 'option' });
}

function rendered({ refs, kept }: NonNullable<GitEffect['drops']>, machine: Machine): NonNullable<GitEffect['drops']> {
  return { refs: refs.map((ref) => machine.render(ref)), kept: kept.map((commit) => machine.render(commit)) };
}
