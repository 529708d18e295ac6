import { join } from 'node:path';
import type { HookHost } from './host.ts';
import { handle } from './handle.ts';
import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import { claimPrivate } from '../system/files/private-files.ts';
import { textKey } from '../protocol/text/text-key.ts';
import { guardedAudit, guardedState } from './guarded-state.ts';
import { guardedPolicy, statedOnError } from './guarded-policy.ts';
import { type Dispatched, unreadablePayload } from './failure.ts';

export interface DispatchRequest {
  text: string;
  host: HookHost;
  event: string | undefined;
  /** What is wrong with how the hook was started. */
  remarks: readonly string[];
  /** What is worth a word at the start of a session and with its first decision; null: nothing. */
  once?: string | null;
}

/** One event: payload in, answer out. Throws only what nobody expected; `main.ts` answers that. */
export function dispatch({ text, host, event, remarks, once = null }: DispatchRequest): Dispatched {
  const told: string[] = [];
  const tell = (problem: string) => void (told.includes(problem) || told.push(problem));
  const state = guardedState(host.state, tell);
  const { adapter, policyKey, world, hints } = host;
  const handled = handle(text, {
    adapter,
    policyKey,
    world,
    state,
    policy: guardedPolicy(host, state),
    audit: guardedAudit(host.audit, tell),
    hints: event === undefined ? hints : { ...hints, event },
  });
  if (!handled.ok) return unreadablePayload(text, handled.problem, host.adapter, event, statedOnError(host));
  if (host.isLate())
    tell('hookctl ran out of time on this event: what rules could not find out was answered by on-error.');
  const standing = standingRemarks(host, handled.event, remarks);
  if (standing.length > 0 && isTime(host, handled.event, handled.answer, standing)) standing.forEach(tell);
  if (once !== null && isFirstTime(host, handled.event, handled.answer, once)) tell(once);
  if (told.length === 0) return said(handled.output);
  const userMessages = [...new Set([...handled.answer.userMessages, ...told])];
  return said(host.adapter.encode(handled.event, { ...handled.answer, userMessages }));
}

function said(stdout: string): Dispatched {
  return { stdout, stderr: '', exitCode: 0 };
}

/** What stays wrong from event to event. */
function standingRemarks(host: HookHost, event: AgentEvent, remarks: readonly string[]): string[] {
  const { problems, impaired } = host.compiled.manifest;
  const found = [...remarks];
  if (host.compiled.wasDamaged === true)
    found.push('hookctl: its compiled policy was damaged, and was compiled again from the policy files.');
  if (problems.length > 0) {
    const state = impaired ? 'Its rules are not in force.' : 'The last good version of it stays in force.';
    found.push(`hookctl: the policy has errors. ${state}\n${problems.slice(0, 5).join('\n')}`);
  }
  if (event.foreign === true)
    found.push(
      'hookctl: this call came in the words of another agent. It was judged by its shape and answered as Claude Code expects it; `hookctl install` registers hookctl for Claude Code only.',
    );
  if (event.event === 'other' && event.input !== null)
    found.push(`hookctl does not know the event "${event.nativeEvent}": rules on tool calls were not applied to it.`);
  return found;
}

/** With every decision, when a person is likely to look, and at least once in a session: not with each of a hundred calls. */
function isTime(host: HookHost, event: AgentEvent, answer: Answer, remarks: readonly string[]): boolean {
  if (answer.verdict !== 'none' || answer.context.length > 0) return true;
  if (event.event === 'session-start' || event.event === 'prompt' || event.session.id === 'no-session') return true;
  try {
    return claimPrivate(
      host.system,
      join(host.stateDirectory, 'told', textKey(`${event.session.id} ${remarks.join('\n')}`)),
    );
  } catch {
    return true;
  }
}

/** At the start of a session, and with the first decision in it. */
function isFirstTime(host: HookHost, event: AgentEvent, answer: Answer, remark: string): boolean {
  if (event.event === 'session-start') return true;
  if (answer.verdict === 'none') return false;
  try {
    return claimPrivate(host.system, join(host.stateDirectory, 'told', textKey(`${event.session.id} once ${remark}`)));
  } catch {
    return true;
  }
}
