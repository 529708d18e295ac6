import type { AgentEvent, Answer } from '../protocol/agent-event.ts';

/**
 * The call with which `hookctl doctor` proves that a deny comes back. It is judged and never run; if it were run, `:` does nothing. Every hook of ours
 * denies it, whatever the policy says, so that the proof is about the installation alone. Nothing else is done with it: all it can ever cause is a deny.
 */
export function canaryCommand(nonce: string): string {
  return `: hookctl-canary-${nonce}`;
}

/** The nonce comes back, so that no other hook's deny is taken for ours. */
export function canaryReason(nonce: string): string {
  return `hookctl canary ${nonce}: denied, as it should be. The hook is armed.`;
}

const CANARY = /^: hookctl-canary-([0-9a-f]{32})$/;

/** Null for everything but the canary. It leaves no trace: neither in the session's memory nor in the audit trail. */
export function canaryAnswer({ event, actions }: AgentEvent): Answer | null {
  const [action] = actions;
  if (event !== 'before-tool' || actions.length !== 1 || action?.kind !== 'exec') return null;
  const nonce = CANARY.exec(action.command)?.[1];
  if (nonce === undefined) return null;
  return { verdict: 'deny', reason: canaryReason(nonce), context: [], userMessages: [] };
}
