import type { AgentEvent, Answer, EncodedAnswer, NeutralEvent } from '../../protocol/agent-event.ts';
import { withoutHidden } from '../../protocol/text/visible-text.ts';

type Output = Record<string, unknown>;

/** The forms in which agents take a refusal. Each is what one or more agents were seen to obey, or say that they obey. */
const DENIALS = {
  /** Claude Code's: `hookSpecificOutput.permissionDecision`. */
  nested: (reason, event) => ({ hookSpecificOutput: specific(event, 'deny', reason) }),
  flat: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  block: (reason) => ({ decision: 'block', reason }),
  deny: (reason) => ({ decision: 'deny', reason }),
  /** The agent goes on working, with this as its task. */
  continue: (reason) => ({ decision: 'continue', reason }),
  followup: (reason) => ({ followup_message: reason }),
  permission: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  'no-submit': (reason) => ({ continue: false, user_message: reason }),
  halt: (reason) => ({ continue: false, stopReason: reason }),
  cancel: (reason) => ({ cancel: true, errorMessage: reason }),
  behavior: (reason, event) => ({
    hookSpecificOutput: { hookEventName: event.nativeEvent, decision: { behavior: 'deny', message: reason } },
  }),
  /** Said in the two forms that such agents know. */
  dual: (reason, event) => ({ decision: 'block', reason, hookSpecificOutput: specific(event, 'deny', reason) }),
  /** Inside `hookSpecificOutput`, with the event's name. */
  'nested-block': (reason, event) => ({
    hookSpecificOutput: { hookEventName: event.nativeEvent, decision: 'block', reason },
  }),
  /** Every form at once, for an unknown agent. */
  universal: (reason) => ({
    decision: 'block',
    reason,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
    permission: 'deny',
    user_message: reason,
    agent_message: reason,
    cancel: true,
    errorMessage: reason,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }),
  /** Claude Code's JSON, with the exit code and standard error saying the same. */
  'nested-exit2': (reason, event) => ({ hookSpecificOutput: specific(event, 'deny', reason) }),
  /** At the top: what a request for permission gets. */
  'flat-behavior': (reason) => ({ behavior: 'deny', message: reason }),
  /** Nothing but the exit code and standard error. */
  exit2: () => ({}),
} as const satisfies Record<string, (reason: string, event: AgentEvent) => Output>;

type Denial = keyof typeof DENIALS;

/** How one dialect says what. An event that is not listed cannot say it. */
export interface Answers {
  deny: Partial<Record<NeutralEvent, Denial>>;
  /** Null: the agent has no such answer, or none that can be relied on; `lowered` refuses in its place. */
  ask: 'nested' | 'flat' | 'decision' | 'decision-message' | 'force' | null;
  /** Null: silence, and the agent asks as it always does. */
  allow: 'nested' | 'flat' | 'decision' | null;
  /** Where the model reads what it should know besides. */
  context: Partial<
    Record<NeutralEvent, 'nested' | 'flat' | 'text' | 'additional_context' | 'contextModification' | 'context'>
  >;
  /** The field for the person; null: standard error is all there is. */
  message: 'systemMessage' | 'user_message' | null;
  /** What is said when there is nothing to say, before a call and elsewhere: some agents take an empty answer for a failure. */
  quiet?: { beforeTool: Output; others: Output | null };
}

/** An agent that is not known to have this moment, and has it, most likely reads what it reads before a call. */
const STANDS_FOR: Partial<Record<NeutralEvent, NeutralEvent>> = { 'permission-request': 'before-tool' };

const EXIT_2: readonly Denial[] = ['exit2', 'nested-exit2', 'universal'];

export function encoder(answers: Answers): (event: AgentEvent, answer: Answer) => EncodedAnswer {
  return (event, answer) => {
    const { verdict, reason } = answer;
    const denial =
      verdict === 'deny'
        ? (answers.deny[event.event] ?? answers.deny[STANDS_FOR[event.event] ?? event.event] ?? null)
        : null;
    const messages = [...answer.userMessages];
    const output: Output = {};
    if (denial !== null) merge(output, DENIALS[denial](reason, event));
    else if (verdict === 'ask' && event.event === 'before-tool' && answers.ask !== null)
      merge(output, question(answers.ask, reason, event));
    else if (verdict === 'allow') merge(output, permission(answers.allow, reason, event));
    // The event cannot carry the verdict; silence would hide it.
    else if (verdict !== 'none') messages.unshift(reason);
    const stopped = denial !== null && EXIT_2.includes(denial);
    const text = stopped ? null : addContext(output, answers, event, answer.context);
    return written(event, answers, { output, messages, text, stderr: stopped ? [reason] : [], stopped });
  };
}

interface Draft {
  output: Output;
  messages: string[];
  /** Plain text instead of JSON. */
  text: string | null;
  stderr: string[];
  stopped: boolean;
}

function written(event: AgentEvent, answers: Answers, draft: Draft): EncodedAnswer {
  const { output, messages, text, stderr, stopped } = draft;
  // A denial in some agents' form must have no other field: what people should know goes to standard error then.
  const field = answers.message;
  if (messages.length > 0 && field !== null && !stopped && output[field] === undefined)
    output[field] = messages.join('\n');
  else stderr.push(...messages.filter((message) => !stderr.includes(message)));
  const isEmpty = Object.keys(output).length === 0;
  if (isEmpty && text === null && !stopped && answers.quiet !== undefined)
    Object.assign(output, event.event === 'before-tool' ? answers.quiet.beforeTool : (answers.quiet.others ?? {}));
  const json = Object.keys(output).length === 0 ? '' : `${JSON.stringify(output, visible)}\n`;
  return {
    stdout: json === '' && text !== null ? `${withoutHidden(text)}\n` : json,
    stderr: stderr.length === 0 ? '' : `${withoutHidden(stderr.join('\n'))}\n`,
    exitCode: stopped ? 2 : 0,
  };
}

/** What goes to the model besides a verdict. Returns plain text, if that is the agent's form and there is no JSON. */
function addContext(output: Output, { context }: Answers, event: AgentEvent, lines: readonly string[]): string | null {
  const form = context[event.event];
  if (lines.length === 0 || form === undefined) return null;
  const text = lines.join('\n');
  if (form === 'text') return text;
  if (form === 'nested') {
    const before = (output['hookSpecificOutput'] ?? { hookEventName: event.nativeEvent }) as Output;
    output['hookSpecificOutput'] = { ...before, additionalContext: text };
  } else output[form === 'flat' ? 'additionalContext' : form] = text;
  return null;
}

function question(form: NonNullable<Answers['ask']>, reason: string, event: AgentEvent): Output {
  if (form === 'nested') return { hookSpecificOutput: specific(event, 'ask', reason) };
  if (form === 'flat') return { permissionDecision: 'ask', permissionDecisionReason: reason };
  if (form === 'decision-message') return { decision: 'ask', reason, systemMessage: reason };
  return form === 'force' ? { decision: 'force_ask', reason } : { decision: 'ask', reason };
}

function permission(form: Answers['allow'], reason: string, event: AgentEvent): Output {
  if (event.event !== 'before-tool' || form === null) return {};
  if (form === 'nested') return { hookSpecificOutput: specific(event, 'allow', reason) };
  if (form === 'flat') return { permissionDecision: 'allow', permissionDecisionReason: reason };
  return { decision: 'allow' };
}

function specific({ nativeEvent }: AgentEvent, verdict: 'allow' | 'ask' | 'deny', reason: string): Output {
  return { hookEventName: nativeEvent, permissionDecision: verdict, permissionDecisionReason: reason };
}

function merge(output: Output, more: Output): void {
  Object.assign(output, more);
}

/** The one way out for text to the model and to the person: nothing in it steers a terminal or hides from the reader. */
function visible(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutHidden(value) : value;
}
