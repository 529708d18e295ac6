import type { Budget, Machine } from './run/machine.ts';
import type { Frame } from './run/scope.ts';

/** Deeper nesting than any person writes; also keeps the host's stack small (QuickJS). */
export const MAX_DEPTH = 40;

/** Files on disk that one command may make us read. */
export const MAX_SCRIPTS = 12;

/** What one command may cost. */
export const COMMAND_BUDGET: Readonly<Budget> = {
  commands: 4000,
  fields: 20_000,
  steps: 20_000,
  chars: 4_000_000,
  paths: 4_000,
  recursions: 48,
};

/** What the files of one command may cost together with the command itself: a long script must not use up what the command needs. */
export const SCRIPT_BUDGET: Readonly<Budget> = {
  commands: 1_000,
  fields: 5_000,
  steps: 8_000,
  chars: 500_000,
  paths: 2_000,
  recursions: 8,
};

/** Whether what begins here is too deep or costs too much; if so, marks that it is not followed. */
export function cannotFollow(machine: Machine, frame: Frame): boolean {
  const isSpent = machine.budget.steps < 0;
  if (!isSpent && frame.depth <= MAX_DEPTH) return false;
  machine.mark(isSpent ? 'too-many' : 'too-deep', 'nesting', frame);
  return true;
}
