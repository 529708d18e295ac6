import { resolve } from 'node:path';
import { blocked, type Outcome, success } from '../../../protocol/outcome.ts';
import { isDirectory } from '../../../system/node/files.ts';
import type { RunContext } from '../handler-run.ts';

const NO_PATH = 'the hook printed no worktree path';

/** A WorktreeCreate command answers with the path as its last line; colours are stripped. */
export function worktreeOutput(outcome: Outcome, context: RunContext): Outcome {
  if (outcome.kind === 'blocking-error') return outcome;
  // Whatever went wrong, there is no path to go to.
  if (outcome.kind !== 'success') {
    const { notice, timedOut } = outcome;
    return { ...blocked(notice ?? NO_PATH), notice, timedOut };
  }
  const given = outcome.output?.hookSpecificOutput?.['worktreePath'];
  const line = typeof given === 'string' ? given : lastLine(outcome.text ?? '');
  if (line === undefined) return blocked(NO_PATH);
  const path = resolve(context.cwd, line);
  return { ...outcome, output: { hookSpecificOutput: { hookEventName: context.row.name, worktreePath: path } } };
}

/** Removing failed only if the directory is still there. */
export function worktreeRemoval(outcome: Outcome, context: RunContext): Outcome {
  const path = context.payload['worktree_path'];
  const gone = typeof path === 'string' && !isDirectory(path);
  if (outcome.kind !== 'blocking-error' || !gone) return outcome;
  return { ...success(), notice: 'failed, but the worktree is gone' };
}

function lastLine(text: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- colour codes are what is being removed
  const plain = text.replace(/\u001B\[[0-9;]*[A-Za-z]/g, '');
  return plain
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');
}
