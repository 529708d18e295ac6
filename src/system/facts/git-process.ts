import type { RunOptions, System } from '../ports.ts';

type Question = [command: [string, ...string[]], options: RunOptions];

/**
 * A git command that only looks. The repository's own settings may name a program as file monitor, or a remote to fetch missing objects from; a question must
 * start neither. Objects that stand in for others (`git replace`) do not count.
 */
export function gitQuestion(system: System, directory: string, words: readonly string[]): Question {
  const { PATH, HOME, XDG_CONFIG_HOME } = system.environment();
  return [
    ['git', '-C', directory, '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never', ...words],
    {
      timeoutMs: 1_000,
      env: { PATH, HOME, XDG_CONFIG_HOME, GIT_OPTIONAL_LOCKS: '0', GIT_NO_REPLACE_OBJECTS: '1' },
    },
  ];
}

/** For commands that answer with their exit code: 0 yes, 1 no, anything else cannot tell. */
export function answerOfGit(system: System, directory: string, words: readonly string[]): boolean | undefined {
  const status = system.exitCodeOf(...gitQuestion(system, directory, words));
  return status === 0 ? true : status === 1 ? false : undefined;
}

/** For commands that list something: does it have at least one line? */
export function listsAny(system: System, directory: string, words: readonly string[]): boolean | undefined {
  const output = system.outputOf(...gitQuestion(system, directory, words));
  return output === null ? undefined : output !== '';
}
