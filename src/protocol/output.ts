import type { EventRow } from './event-row.ts';
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

const TOP_LEVEL = {
  continue: 'boolean',
  stopReason: 'string',
  suppressOutput: 'boolean',
  systemMessage: 'string',
  terminalSequence: 'string',
  decision: ['approve', 'block'],
  reason: 'string',
  async: 'boolean',
  asyncTimeout: 'number',
} as const;

export type CheckedOutput =
  | { ok: true; output: HookOutput; ignored: string[] }
  | { ok: false; problem: string; setsField: boolean };

/** Does the object fit what this event reads, and which of its keys mean nothing here? */
export function checkOutput(row: EventRow, value: Record<string, unknown>): CheckedOutput {
  const problems: string[] = [];
  for (const [key, field] of Object.entries(TOP_LEVEL)) {
    const given = value[key];
    if (given === undefined) continue;
    const problem = misfit(field, given);
    if (problem !== null) problems.push(`${key}: ${problem}`);
  }
  const specific = value['hookSpecificOutput'];
  if (specific !== undefined) problems.push(...checkSpecific(row, specific));
  if (problems.length > 0) return { ok: false, problem: problems.join('; '), setsField: setsKnownField(value) };
  return { ok: true, output: value as HookOutput, ignored: ignoredKeys(row, value) };
}

/** A line of several counts as an answer when it sets any field the protocol knows. */
export function setsKnownField(value: unknown): boolean {
  if (nameOf(value) !== 'object') return false;
  return Object.keys(value as object).some((key) => key in TOP_LEVEL || key === 'hookSpecificOutput');
}

function checkSpecific(row: EventRow, specific: unknown): string[] {
  if (nameOf(specific) !== 'object') return [`hookSpecificOutput: expected object, got ${nameOf(specific)}`];
  const fields = specific as Record<string, unknown>;
  const event = fields['hookEventName'];
  if (event !== row.name) {
    return [`hookSpecificOutput.hookEventName: expected "${row.name}", got ${JSON.stringify(event) ?? 'nothing'}`];
  }
  const problems: string[] = [];
  for (const [key, field] of Object.entries(row.output)) {
    if (fields[key] === undefined) continue;
    const problem = misfit(field, fields[key]);
    if (problem !== null) problems.push(`hookSpecificOutput.${key}: ${problem}`);
  }
  return problems;
}

function ignoredKeys(row: EventRow, value: Record<string, unknown>): string[] {
  const top = Object.keys(value).filter((key) => !(key in TOP_LEVEL) && key !== 'hookSpecificOutput');
  const specific = Object.keys((value['hookSpecificOutput'] as object | undefined) ?? {});
  const inner = specific.filter((key) => !(key in row.output) && key !== 'hookEventName');
  return [...top, ...inner.map((key) => `hookSpecificOutput.${key}`)];
}
