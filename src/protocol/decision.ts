import type { EventRow, Reader } from './event-row.ts';
import { hookName } from './event.ts';
import type { Finding, Permission, Reason } from './finding.ts';
import type { Payload } from './payload.ts';
import { fitsTool } from './tool-output.ts';
import { join, NO_VERDICT, type Verdict, verdictOf } from './verdict.ts';

export interface Message {
  to: Reader;
  text: string;
}

/** What the agent does after the hooks of one event. */
export interface Decision {
  event: string;
  /** Would the action go ahead as far as hooks are concerned. */
  proceeds: boolean;
  permission: Permission | null;
  reason: string | null;
  reasonTo: Reader | null;
  context: string[];
  systemMessages: string[];
  updatedInput: Record<string, unknown> | null;
  updatedToolOutput: unknown;
  continue: boolean;
  stopReason: string | null;
  /** The texts as they reach their readers, worded as the client words them. */
  messages: Message[];
  /** Event-specific answers: titles, watch lists, elicitation replies, worktree paths … */
  extras: Record<string, unknown>;
}

/** The only aggregator: findings in, one decision out. */
export function decide(row: EventRow, payload: Payload, findings: readonly Finding[]): Decision {
  const verdict = findings.map(verdictOf).reduce(join, NO_VERDICT);
  const name = verdict.permission?.value.name ?? null;
  const stops = verdict.stop !== null;
  const context = verdict.context.flatMap((item) => item.value);
  const reason = verdict.permission?.value.reason ?? null;
  const reasonTo = reason === null ? null : readerOf(row, name, stops);
  const newOutput = verdict.updatedToolOutput?.value.value;
  return {
    event: row.name,
    proceeds: proceeds(row, name, { stops, hasContext: context.length > 0 }),
    permission: row.decidesPermission ? name : null,
    reason: reason?.bare ?? null,
    reasonTo,
    context: context.map((item) => item.text),
    systemMessages: verdict.systemMessages.flatMap((item) => item.value),
    updatedInput: verdict.updatedInput?.value ?? null,
    updatedToolOutput: newOutput !== undefined && fitsTool(payload, newOutput) ? newOutput : null,
    continue: !stops,
    stopReason: verdict.stop?.value.reason ?? null,
    messages: wordAll(row, payload, verdict, reasonTo),
    extras: Object.assign({}, ...verdict.extras.map((item) => item.value)) as Record<string, unknown>,
  };
}

function proceeds(row: EventRow, name: Permission | null, facts: { stops: boolean; hasContext: boolean }): boolean {
  const { effect } = row.exit2;
  if (facts.stops && row.stopPreventsAction) return false;
  if (effect === 'keeps-going') return facts.stops || (name !== 'deny' && !facts.hasContext);
  if (name === 'defer') return false;
  if (name !== 'deny') return true;
  return effect !== 'refuses' && effect !== 'ends-turn' && !row.decidesPermission;
}

function readerOf(row: EventRow, name: Permission | null, stops: boolean): Reader {
  if (name === 'allow') return 'debug-log';
  if (name === 'ask') return 'user';
  // A deny that also ends the turn leaves no turn in which the model could read it.
  if (stops) return 'user';
  return row.decidesPermission && row.exit2.effect === 'nothing' ? 'model' : row.exit2.stderrTo;
}

function wordAll(row: EventRow, payload: Payload, verdict: Verdict, reasonTo: Reader | null): Message[] {
  const messages: Message[] = [];
  const top = verdict.permission?.value;
  if (top?.name === 'deny' && reasonTo !== null) {
    const reasons = row.exit2.effect === 'keeps-going' || row.exit2.effect === 'feedback' ? verdict.reasons : [];
    const delivered = reasons.length > 0 ? reasons.map((item) => item.value) : top.reason ? [top.reason] : [];
    for (const reason of delivered) messages.push({ to: reasonTo, text: wordBlock(row, payload, reason, top.managed) });
  } else if (top?.name === 'ask' && top.reason !== null) {
    messages.push({ to: 'user', text: top.reason.bare });
  }
  for (const { message } of verdict.context.flatMap((item) => item.value)) {
    messages.push({ to: row.exit2.stderrTo === 'subagent' ? 'subagent' : 'model', text: shorten(message) });
  }
  for (const text of verdict.systemMessages.flatMap((item) => item.value)) {
    messages.push({ to: row.systemMessageTo, text: `${hookName(row, payload)} says: ${shorten(text)}` });
  }
  if (verdict.stop?.value.reason) messages.push({ to: 'user', text: verdict.stop.value.reason });
  return messages;
}

/** Managed hooks are wrapped as tool errors; the rest is the row's template. */
function wordBlock(row: EventRow, payload: Payload, reason: Reason, managed: boolean): string {
  const text = row.blockMessage.replace(/\{(\w+)\}/g, (_, key: string) => {
    if (key === 'hook') return hookName(row, payload);
    if (key === 'reason') return reason.quoted;
    if (key === 'bare') return reason.bare;
    if (key === 'handler') return reason.handler;
    const field = payload[key];
    return typeof field === 'string' ? field : '';
  });
  return managed && row.name === 'PreToolUse' ? `<tool_use_error>${text}</tool_use_error>` : text;
}

const LIMIT = 10_000;
const PREVIEW = 2_000;

/** Longer texts reach their reader as a preview; the client keeps the whole in a file. */
function shorten(text: string): string {
  if (text.length <= LIMIT) return text;
  return `[${text.length} characters, shortened by the agent]\nPreview (first 2KB):\n${text.slice(0, PREVIEW)}`;
}
