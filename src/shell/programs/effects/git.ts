import type { GitEffect } from '../../analysis.ts';
import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { emitSettings, gitConfig, runsByConfig } from './git-config.ts';
import { gitFiles } from './git-files.ts';
import { gitLosses } from './git-losses.ts';
import { gitRemotes } from './git-remotes.ts';
import { settingsOf } from './git-settings.ts';
import { splitString } from '../wrappers/environment.ts';

const GLOBAL = defineOptions(
  'C= c= git-dir= work-tree= namespace= super-prefix= config-env= exec-path? attr-source= p,paginate P,no-pager bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-advice version help html-path',
  'stop-at-operand',
);

/** One git subcommand about to run. */
export type Git = {
  call: Call;
  machine: Machine;
  subcommand: string;
  args: string[];
  /** Settings of this one command, keys in small letters: `-c key=value` and the environment. */
  config: Map<string, string>;
  emit: (operation: GitEffect['operation'], more?: Partial<Pick<GitEffect, 'forced' | 'push' | 'detail'>>) => void;
};

export type GitHandler = (git: Git) => string | undefined | void;

const SUBCOMMANDS: Record<string, GitHandler> = { ...gitLosses, ...gitRemotes, ...gitFiles, ...gitConfig };

export const git: Record<string, Handler> = { git: runGit, hub: runGit, 'git-crypt': () => undefined };

function runGit(call: Call, machine: Machine): string | undefined {
  const parsed = parseOptions(call.args, GLOBAL);
  const config = settingsOf(call, machine, parsed);
  const inner: Call = { ...call, scope: { ...call.scope, cwd: directory(call, machine, parsed) } };
  runsByConfig(inner, machine, config, 'option');
  emitSettings(inner, machine, config, parsed.operands[0] ?? '');
  return runSubcommand(inner, machine, parsed.operands, config, 0);
}

function directory(call: Call, machine: Machine, parsed: ReturnType<typeof parseOptions>): string | null {
  let cwd = call.scope.cwd;
  const tree = parsed.value('work-tree') ?? parsed.value('git-dir')?.replace(/\/?\.git\/?$/, '');
  for (const path of [...parsed.all('C'), ...(tree === undefined || tree === '' ? [] : [tree])]) {
    const next = machine.locate({ ...call, scope: { ...call.scope, cwd } }, path);
    cwd = next === '?' ? null : next;
  }
  return cwd;
}

function runSubcommand(
  call: Call,
  machine: Machine,
  words: string[],
  config: Map<string, string>,
  depth: number,
): string | undefined {
  const [subcommand, ...args] = words;
  if (subcommand === undefined) return undefined;
  const name = subcommand.toLowerCase();
  // git itself ignores an alias that has the name of a command.
  const isOwn = Object.hasOwn(SUBCOMMANDS, name);
  const alias = config.get(`alias.${name}`) ?? (isOwn ? undefined : machine.gitAliases.get(name));
  if (alias !== undefined && depth < 4) {
    if (!alias.startsWith('!'))
      return runSubcommand(call, machine, [...splitString(alias), ...args], config, depth + 1);
    const text = [alias.slice(1), ...args.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`)].join(' ');
    return machine.script(call, text, { wrapper: 'git', via: 'option' });
  }
  const handler = Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined;
  if (handler === undefined || args[0] === '--help' || args[0] === '-h') return undefined;
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
      });
    },
  };
  return handler(one) ?? undefined;
}
