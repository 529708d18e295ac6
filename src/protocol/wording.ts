import type { EventRow, Reader } from './event-row.ts';
import { contextName, hookName } from './event.ts';
import type { Context, Reason } from './finding.ts';
import type { Payload } from './payload/payload.ts';
import type { Verdict } from './verdict.ts';

export interface Message {
  to: Reader;
  text: string;
}

export interface Wording {
  row: EventRow;
  payload: Payload;
  verdict: Verdict;
  top: NonNullable<Verdict['permission']>['value'] | null;
  reasonTo: Reader | null;
}

/** The texts as they reach their readers, worded as the client words them. */
export function wordAll({ row, payload, verdict, top, reasonTo }: Wording): Message[] {
  const messages: Message[] = [];
  const showsPrompt = !verdict.extras.some((item) => item.value['suppressOriginalPrompt'] === true);
  // A prompt that is stopped is not worded as blocked too.
  if (top?.name === 'deny' && reasonTo !== null && !(verdict.stop !== null && row.stopPreventsAction)) {
    const reasons = row.exit2.effect === 'keeps-going' || row.exit2.effect === 'feedback' ? verdict.reasons : [];
    const delivered = reasons.length > 0 ? reasons.map((item) => item.value) : top.reason ? [top.reason] : [];
    for (const reason of delivered) {
      messages.push({ to: reasonTo, text: wordBlock(row, payload, reason, { managed: top.managed, showsPrompt }) });
      // Observed: the message of a stop that an answer blocked, not exit 2, is shown twice.
      if (row.exit2.effect === 'keeps-going' && reason.inAnswer) {
        messages.push({
          to: reasonTo,
          text: `${row.name} hook blocking error from command: "${reason.handler}": ${reason.quoted}`,
        });
      }
    }
  } else if (top?.name === 'ask') {
    messages.push({
      to: 'user',
      text: top.reason?.bare ?? `Hook ${hookName(row, payload)} asked for confirmation for this tool`,
    });
  }
  // A prompt that is blocked, or a turn that ends, leaves no request for context to ride on.
  const reachesModel = !row.stopPreventsAction || (top?.name !== 'deny' && verdict.stop === null);
  // A deferred call takes nothing along.
  for (const text of reachesModel && top?.name !== 'defer' ? wordContexts(row, payload, verdict) : []) {
    messages.push({ to: row.exit2.stderrTo === 'subagent' ? 'subagent' : 'model', text });
  }
  for (const text of verdict.systemMessages.flatMap((item) => item.value)) {
    const head = `${hookName(row, payload)} says: `;
    messages.push({ to: row.systemMessageTo, text: shorten(text).replace(/^/gm, head) });
  }
  if (verdict.stop !== null) messages.push(...wordStop(row, verdict.stop.value.reason));
  return messages;
}

function wordStop(row: EventRow, reason: string | null): Message[] {
  if (row.stopPreventsAction) return [{ to: 'user', text: `Operation stopped by hook${reason ? `: ${reason}` : ''}` }];
  return reason ? [{ to: 'user', text: reason }] : [];
}

/** Texts of stdout first and one by one; added contexts one by one, or as one block where the event joins them. */
function wordContexts(row: EventRow, payload: Payload, verdict: Verdict): string[] {
  const all = verdict.context.flatMap((item) => item.value).map((item) => ({ ...item, text: shorten(item.text) }));
  if (!row.joinsContext) return all.map((item) => `${contextHead(row, payload, item)}${item.text}`);
  const printed = all
    .filter((item) => item.from === 'stdout')
    .map((item) => `${contextHead(row, payload, item)}${item.text}`);
  const added = all.filter((item) => item.from === 'answer');
  const first = added[0];
  if (first === undefined) return printed;
  return [...printed, `${contextHead(row, payload, first)}${added.map((item) => item.text).join('\n')}`];
}

function contextHead(row: EventRow, payload: Payload, item: Context): string {
  if (item.from === 'stdout') return `${hookName(row, payload)} hook success: `;
  return `${contextName(row, payload)} hook additional context: `;
}

/** Managed hooks are wrapped as tool errors; the rest is the row's template. */
function wordBlock(
  row: EventRow,
  payload: Payload,
  reason: Reason,
  { managed, showsPrompt }: { managed: boolean; showsPrompt: boolean },
): string {
  const text = row.blockMessage.replace(/\{(\w+)\}/g, (_, key: string) => {
    if (key === 'hook') return hookName(row, payload);
    if (key === 'reason') return reason.quoted;
    if (key === 'bare') return reason.bare;
    if (key === 'handler') return reason.handler;
    return key === 'original' && showsPrompt && !reason.failedClosed
      ? `\n\nOriginal prompt: ${String(payload['prompt'] ?? '')}`
      : '';
  });
  return managed && row.neutral === 'before-tool' ? `<tool_use_error>${text}</tool_use_error>` : text;
}

const LIMIT = 10_000;
const PREVIEW = 2_000;

/** The limit applies to each text: a longer one reaches its reader as a preview, and the client keeps the whole in a file. */
function shorten(text: string): string {
  if (text.length <= LIMIT) return text;
  const size = `${(text.length / 1024).toFixed(1)}KB`;
  return `<persisted-output>\nOutput too large (${size}).\n\nPreview (first 2KB):\n${preview(text)}\n...\n</persisted-output>`;
}

/** Cut at a line's end where that does not cost too much. */
function preview(text: string): string {
  const head = text.slice(0, PREVIEW);
  const end = head.lastIndexOf('\n');
  return end > PREVIEW / 2 ? head.slice(0, end) : head;
}
