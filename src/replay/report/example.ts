import { type PastOutcome, outcomeOf, type PastEvent, type Where } from '../../adapters/past-event.ts';
import { redact } from '../../audit/redact/redact.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { describeActions } from '../../protocol/agent/actions.ts';

/** One event of the record, as the report shows it. */
export interface Example {
  /** What was called, shortened and without secrets. */
  text: string;
  session: string;
  time: string;
  where: Where;
  outcome: PastOutcome;
}

const MOST_EXAMPLES = 3;
const LONGEST_TEXT = 300;

/** Adds the event while there is room. Different calls say more than the same one three times. */
export function addExample(examples: Example[], past: PastEvent): void {
  if (examples.length >= MOST_EXAMPLES) return;
  const text = describe(past.event);
  if (examples.some((example) => example.text === text)) return;
  const { event, at, where } = past;
  const time = new Date(at).toISOString();
  examples.push({ text, session: event.session.id, time, where, outcome: outcomeOf(past) });
}

function describe(event: AgentEvent): string {
  const [action] = event.actions;
  const name = event.tool?.native ?? event.nativeEvent;
  const text =
    action?.kind === 'exec'
      ? action.command
      : [name, ...describeActions(event).map((line) => line.replace(/^\w+ /, ''))].join(' ');
  const line = redact(text.slice(0, 4 * LONGEST_TEXT)).replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}
