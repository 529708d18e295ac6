import type { GitEffect } from '../../analysis.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { defineOptions, type Options, type Parsed } from '../support/options.ts';

/** One git subcommand about to run. */
export type Git = {
  call: Call;
  machine: Machine;
  subcommand: string;
  args: string[];
  /** Settings of this one command, keys in small letters: `-c key=value` and the environment. */
  config: Map<string, string>;
  emit: (
    operation: GitEffect['operation'],
    more?: Partial<Pick<GitEffect, 'forced' | 'push' | 'detail' | 'names' | 'takes' | 'drops'>>,
  ) => void;
  /** `git stash` has put this work away. */
  putAway: (work: NonNullable<GitEffect['takes']>) => void;
};

export type Subcommand = { options: Options; effects: GitEffects };

type GitEffects = (git: Git, parsed: Parsed) => string | undefined | void;

export function subcommand(options: string | Options, effects: GitEffects): Subcommand {
  return { options: typeof options === 'string' ? defineOptions(options) : options, effects };
}
