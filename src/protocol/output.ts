import type { EventRow } from './event-row.ts';
import { EVENTS } from './events/index.ts';
import { misfit, nameOf } from './field.ts';

/** A hook's JSON answer, checked against the event it is for. Unknown keys are kept and have no effect. */
export interface HookOutput {
  continue?: boolean;
  stopReason?: string;
  suppressOutput?: boolean;
  systemMessage?: string;
  terminalSequence?: string;
  decision?: 'approve' | 'block';
  reason?: string;
  async?: boolean;
  asyncTimeout?: number;
  hookSpecificOutput?: Record<string, unknown>;
  [key: string]: unknown;
}

export const ANSWER_FIELDS = {
  continue: 'boolean',
  stopReason: 'string',
  suppressOutput: 'boolean',
  systemMessage: 'string',
  terminalSequence: 'string',
  decision: ['approve', 'block'],
  reason: 'string',
} as const;

export type CheckedOutput =
  | { ok: true; output: HookOutput; ignored: string[] }
  | { ok: false; problem: string; wrongEvent: boolean };

/** Does the object fit what this event reads, and which of its keys mean nothing here? */
export function checkOutput(row: EventRow, value: Record<string, unknown>): CheckedOutput {
  const problems: string[] = [];
  for (const [key, field] of Object.entries(ANSWER_FIELDS)) {
    const given = value[key];
    if (given === undefined) continue;
    const problem = misfit(field, given);
    if (problem !== null) problems.push(`${key}: ${problem}`);
  }
  const specific = value['hookSpecificOutput'];
  if (specific !== undefined) problems.push(...checkSpecific(row, specific));
  if (problems.length > 0)
    return { ok: false, problem: problems.join('; '), wrongEvent: isForOtherEvent(row, specific) };
  return { ok: true, output: value, ignored: ignoredKeys(row, value) };
}

/** A valid answer to another event is reported differently from a misspelt one, if that event has its own answers. */
function isForOtherEvent(row: EventRow, specific: unknown): boolean {
  if (nameOf(specific) !== 'object') return false;
  const event = (specific as Record<string, unknown>)['hookEventName'];
  return isAnswering(event) && event !== row.name && checkSpecific(rowFor(event), specific).length === 0;
}

function isAnswering(event: unknown): event is string {
  return typeof event === 'string' && Object.hasOwn(EVENTS, event) && Object.keys(rowFor(event).output).length > 0;
}

function rowFor(event: string): EventRow {
  return EVENTS[event as keyof typeof EVENTS];
}

/** A line of several counts as an answer when it sets any field the protocol checks. */
export function setsKnownField(value: unknown): boolean {
  if (nameOf(value) !== 'object') return false;
  return Object.keys(value as object).some((key) => Object.hasOwn(ANSWER_FIELDS, key) || key === 'hookSpecificOutput');
}

function checkSpecific(row: EventRow, specific: unknown): string[] {
  if (nameOf(specific) !== 'object') return [`hookSpecificOutput: expected object, got ${nameOf(specific)}`];
  const fields = specific as Record<string, unknown>;
  const event = fields['hookEventName'];
  if (event !== row.name) {
    return [`hookSpecificOutput.hookEventName: expected "${row.name}", got ${JSON.stringify(event) ?? 'nothing'}`];
  }
  const problems: string[] = [];
  for (const key of row.requiredOutput) {
    if (fields[key] === undefined) problems.push(`hookSpecificOutput.${key}: is missing`);
  }
  const paths = fields['watchPaths'];
  if (Array.isArray(paths) && paths.some((path) => typeof path !== 'string')) {
    problems.push('hookSpecificOutput.watchPaths: must hold strings only');
  }
  if (nameOf(fields['decision']) === 'object') problems.push(...checkDecision(fields['decision'] as object));
  for (const [key, field] of Object.entries(row.output)) {
    if (fields[key] === undefined) continue;
    const problem = misfit(field, fields[key]);
    if (problem !== null) problems.push(`hookSpecificOutput.${key}: ${problem}`);
  }
  return problems;
}

/** The object a PermissionRequest hook answers with. */
function checkDecision(decision: object): string[] {
  const fields = {
    behavior: ['allow', 'deny'],
    message: 'string',
    interrupt: 'boolean',
    updatedInput: 'object',
    updatedPermissions: 'array',
  } as const;
  const problems: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    const given = (decision as Record<string, unknown>)[key];
    if (given === undefined && key !== 'behavior') continue;
    const problem = misfit(field, given);
    if (problem !== null) problems.push(`hookSpecificOutput.decision.${key}: ${problem}`);
  }
  return problems;
}

function ignoredKeys(row: EventRow, value: Record<string, unknown>): string[] {
  const answerKeys = new Set([...Object.keys(ANSWER_FIELDS), 'hookSpecificOutput', 'async', 'asyncTimeout']);
  const top = Object.keys(value).filter((key) => !answerKeys.has(key));
  const specific = Object.keys((value['hookSpecificOutput'] as object | undefined) ?? {});
  const inner = specific.filter((key) => !Object.hasOwn(row.output, key) && key !== 'hookEventName');
  return [...top, ...inner.map((key) => `hookSpecificOutput.${key}`)];
}
