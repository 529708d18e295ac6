import type { AgentEvent, Answer, EncodedAnswer } from '../../protocol/agent-event.ts';
import type { EventRow } from '../../protocol/event-row.ts';
import { isEventName, rowOf } from '../../protocol/event.ts';
import { withoutHidden } from '../../protocol/text/visible-text.ts';

/**
 * Answer → the one JSON object of its event, with exit code 0, or nothing. What an event can carry is read from its protocol row:
 * a permission (PreToolUse), a behaviour (PermissionRequest), a block, context, or only a message to the person.
 */
export function encode(event: AgentEvent, answer: Answer): EncodedAnswer {
  return { stdout: objectFor(event, answer), stderr: '', exitCode: 0 };
}

function objectFor({ nativeEvent }: AgentEvent, answer: Answer): string {
  const { verdict, reason, context, userMessages } = answer;
  if (verdict === 'none' && context.length === 0 && userMessages.length === 0) return '';
  const row = isEventName(nativeEvent) ? rowOf(nativeEvent) : null;
  const specific: Record<string, unknown> = {};
  const output: Record<string, unknown> = {};
  const messages = [...userMessages];
  if (verdict !== 'none' && !express(row, answer, output, specific)) {
    // The event cannot carry the verdict; silence would hide it.
    if (verdict !== 'allow') messages.unshift(reason);
  }
  if (context.length > 0 && carriesContext(row)) specific['additionalContext'] = context.join('\n');
  if (Object.keys(specific).length > 0) output['hookSpecificOutput'] = { hookEventName: nativeEvent, ...specific };
  if (messages.length > 0) output['systemMessage'] = messages.join('\n');
  return Object.keys(output).length === 0 ? '' : `${JSON.stringify(output, visible)}\n`;
}

/** The one way out for text to the model and to the person: nothing in it steers a terminal or hides from the reader. */
function visible(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutHidden(value) : value;
}

function express(
  row: EventRow | null,
  { verdict, reason }: Answer,
  output: Record<string, unknown>,
  specific: Record<string, unknown>,
): boolean {
  if (row === null) return false;
  if ('permissionDecision' in row.output) {
    Object.assign(specific, { permissionDecision: verdict, permissionDecisionReason: reason });
    return true;
  }
  if ('decision' in row.output && (verdict === 'allow' || verdict === 'deny')) {
    specific['decision'] = verdict === 'deny' ? { behavior: 'deny', message: reason } : { behavior: 'allow' };
    return true;
  }
  if (verdict !== 'deny' || !row.decisionBlock) return false;
  Object.assign(output, { decision: 'block', reason });
  return true;
}

/** On a stop, context would keep the agent going: a warning must not. */
function carriesContext(row: EventRow | null): boolean {
  return row !== null && 'additionalContext' in row.output && row.exit2.effect !== 'keeps-going';
}
