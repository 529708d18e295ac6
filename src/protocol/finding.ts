import type { EventRow } from './event-row.ts';
import { blockingReason, type Outcome } from './outcome.ts';
import type { HookOutput } from './output.ts';
import type { Payload } from './payload/payload.ts';
import { replacementFor } from './payload/tool-output.ts';

export const PERMISSIONS = ['allow', 'ask', 'defer', 'deny'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A reason, with and without the quotation of its handler. */
export interface Reason {
  /** `stderr` or the JSON's reason, trimmed. */
  bare: string;
  /** Blocks because of `onFailure: "block"`. */
  failedClosed: boolean;
  /** Said in a JSON answer, not by exit 2 or a failure. */
  inAnswer: boolean;
  /** As the client quotes it: `[command]: stderr`, or the bare text. */
  quoted: string;
  handler: string;
}

export interface Context {
  text: string;
  from: 'stdout' | 'answer';
}

/** What one handler's outcome means for its event: the unit that is aggregated. */
export interface Finding {
  /** Place in the order of finishing; unique per event, breaks ties. */
  order: number;
  managed: boolean;
  verdict: Permission | null;
  reason: Reason | null;
  context: Context[];
  systemMessages: string[];
  updatedInput: Record<string, unknown> | null;
  updatedToolOutput: { value: unknown } | null;
  stop: { reason: string | null } | null;
  /** Event-specific fields that are passed on as they are (titles, watch lists, elicitation answers …). */
  extras: Record<string, unknown>;
}

export interface FindingInput {
  row: EventRow;
  payload: Payload;
  outcome: Outcome;
  label: string;
  order: number;
  managed: boolean;
  /** `name@market` of the plugin the handler belongs to. */
  plugin?: string | undefined;
}

const AGGREGATED = new Set([
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'additionalContext',
]);

export function toFinding({ row, payload, outcome, label, order, managed, plugin }: FindingInput): Finding {
  const output = outcome.output ?? {};
  const specific = output.hookSpecificOutput ?? {};
  const message = typeof output.systemMessage === 'string' && output.systemMessage !== '' ? [output.systemMessage] : [];
  const { verdict, reason } = readVerdict(row, outcome, output, { label, plugin });
  return {
    order,
    managed,
    verdict,
    reason,
    context: readContext(row, outcome, specific),
    systemMessages: row.systemMessageTo === 'nobody' ? [] : message,
    updatedInput: (specific['updatedInput'] as Record<string, unknown> | undefined) ?? inputOfDecision(specific),
    updatedToolOutput: readToolOutput(payload, specific),
    stop: readStop(row, outcome, output),
    extras: Object.fromEntries(
      Object.entries(specific).filter(([key]) => Object.hasOwn(row.output, key) && !AGGREGATED.has(key)),
    ),
  };
}

function readVerdict(
  row: EventRow,
  outcome: Outcome,
  output: HookOutput,
  { label, plugin }: { label: string; plugin: string | undefined },
) {
  // Exit 2 on PermissionRequest changes nothing; an answer printed with it is still read.
  if (outcome.block !== null && (row.exit2.effect !== 'nothing' || outcome.block.failedClosed)) {
    const { reason, quotesHandler, failedClosed } = outcome.block;
    const inAnswer = !failedClosed && blockingReason(row, outcome.output) === reason;
    const showsPlugin = plugin !== undefined && quotesHandler && !failedClosed;
    const text = showsPlugin ? `${reason.trimEnd()}\n\nThis hook comes from the ${plugin} plugin.` : reason;
    const quoted = quotesHandler ? `[${label}]: ${text}` : text;
    return {
      verdict: 'deny' as const,
      reason: { bare: reason.trim(), failedClosed, inAnswer, quoted, handler: label },
    };
  }
  const blocks = blockingReason(row, output);
  if (blocks !== null) return { verdict: 'deny' as const, reason: plain(blocks, label) };
  const permission = permissionOf(row, output);
  return { verdict: permission?.verdict ?? null, reason: permission?.reason ? plain(permission.reason, label) : null };
}

function permissionOf(row: EventRow, output: HookOutput): { verdict: Permission; reason: string | null } | null {
  const specific = output.hookSpecificOutput ?? {};
  const permission = specific['permissionDecision'];
  if ('permissionDecision' in row.output && typeof permission === 'string') {
    const reason = specific['permissionDecisionReason'];
    return { verdict: permission as Permission, reason: typeof reason === 'string' && reason !== '' ? reason : null };
  }
  const decision = specific['decision'];
  if ('decision' in row.output && typeof decision === 'object' && decision !== null) {
    const { behavior, message } = decision as Record<string, unknown>;
    const reason = typeof message === 'string' && message !== '' ? message : null;
    if (behavior === 'deny') return { verdict: 'deny', reason: reason ?? 'Permission denied by hook' };
    if (behavior === 'allow') return { verdict: 'allow', reason };
  }
  if (row.decidesPermission && row.decisionBlock && output.decision === 'approve') {
    return { verdict: 'allow', reason: output.reason ?? null };
  }
  return null;
}

function readContext(row: EventRow, outcome: Outcome, specific: Record<string, unknown>): Context[] {
  const found: Context[] = [];
  if (row.plainTextIsContext && outcome.text !== null) {
    found.push({ text: outcome.text, from: 'stdout' });
  }
  const added = specific['additionalContext'];
  if ('additionalContext' in row.output && typeof added === 'string' && added !== '') {
    found.push({ text: added, from: 'answer' });
  }
  return found;
}

function readToolOutput(payload: Payload, specific: Record<string, unknown>): { value: unknown } | null {
  const value = replacementFor(payload, specific);
  return value === undefined ? null : { value };
}

function inputOfDecision(specific: Record<string, unknown>): Record<string, unknown> | null {
  const decision = specific['decision'] as Record<string, unknown> | undefined;
  const input = decision?.['updatedInput'] as Record<string, unknown> | undefined;
  // Observed: an empty rewrite of a permission request is as good as none.
  return input === undefined || Object.keys(input).length === 0 ? null : input;
}

function readStop(row: EventRow, outcome: Outcome, output: HookOutput): { reason: string | null } | null {
  if (outcome.endsTurn) return { reason: outcome.block?.reason ?? null };
  if (output.continue !== false || !row.honoursContinue) return null;
  return { reason: output.stopReason ?? null };
}

function plain(reason: string, handler: string): Reason {
  return { bare: reason.trim(), failedClosed: false, inAnswer: true, quoted: reason, handler };
}
