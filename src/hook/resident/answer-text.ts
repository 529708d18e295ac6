import type { EncodedAnswer } from '../../protocol/agent-event.ts';

/**
 * The answer where there is no exit code to carry it. The dispatcher exits with 2 when the payload cannot be read and
 * the policy says `on-error: deny`, or when it was called wrongly; here a decision in the form of every event that can
 * block says the same.
 */
export function answerText({ stdout, stderr, exitCode }: EncodedAnswer): string {
  if (exitCode === 0 || stdout !== '') return stdout;
  const reason = stderr.trim();
  const specific = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason };
  return `${JSON.stringify({ decision: 'block', reason, hookSpecificOutput: specific })}\n`;
}
