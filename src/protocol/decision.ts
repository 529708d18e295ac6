import type { EventRow, Reader } from './event-row.ts';
import type { Finding, Permission } from './finding.ts';
import type { Payload } from './payload/payload.ts';
import { rewriteProblem } from './payload/tool-input.ts';
import { join, NO_VERDICT, verdictOf } from './verdict.ts';
import { type Message, wordAll } from './wording.ts';

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
  const top = (row.firstAnswerWins ? verdict.first : verdict.permission)?.value ?? null;
  const name = top?.name ?? null;
  const stops = verdict.stop !== null;
  const context = verdict.context.flatMap((item) => item.value);
  const reason = top?.reason ?? null;
  const reasonTo = reason === null ? null : readerOf(row, name, stops);
  // A call that does not happen is not rewritten.
  const updatedInput = name === 'deny' ? null : (verdict.updatedInput?.value ?? null);
  const badRewrite = !row.decidesPermission ? null : rewriteProblem(payload, updatedInput);
  const messages = wordAll({ row, payload, verdict, top, reasonTo });
  return {
    event: row.name,
    proceeds: badRewrite === null && proceeds(row, name, { stops, hasContext: context.length > 0 }),
    permission: row.decidesPermission ? name : null,
    reason: badRewrite ?? reason?.bare ?? null,
    reasonTo: badRewrite === null ? reasonTo : 'model',
    context: context.map((item) => item.text),
    systemMessages: verdict.systemMessages.flatMap((item) => item.value),
    updatedInput,
    updatedToolOutput: verdict.updatedToolOutput?.value.value ?? null,
    continue: !stops,
    stopReason: verdict.stop?.value.reason ?? null,
    messages: badRewrite === null ? messages : [...messages, { to: 'model', text: badRewrite }],
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
  if (name === 'allow' || name === 'defer') return 'debug-log';
  if (name === 'ask') return 'user';
  // A deny that also ends the turn leaves no turn in which the model could read it.
  if (stops) return 'user';
  return row.decidesPermission && row.exit2.effect === 'nothing' ? 'model' : row.exit2.stderrTo;
}
