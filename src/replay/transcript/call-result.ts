import type { Outcome } from '../past-event.ts';
import { type Fields, isFields, plainText, textOf } from './line-facts.ts';

export interface CallResult {
  /** Null: the client refused the call itself (unknown tool, missing field, text to replace not found) before any hook was asked. */
  outcome: Outcome | null;
  error: () => string;
  /** Asked for only by who needs it: it may not be parsed yet. */
  response: () => unknown;
}

/** A `tool_result` block and the line that holds it → what became of the call. Observed with Claude Code 2.1.325; the texts are those of older versions. */
export function resultOf(block: Fields, line: Fields): CallResult {
  const error = () => plainText(block['content']);
  const response = () => {
    const whole = line['toolUseResult'];
    return isFields(whole) || Array.isArray(whole) ? whole : block['content'];
  };
  return { outcome: block['is_error'] === true ? outcomeOf(line, error()) : 'ran', error, response };
}

function outcomeOf(line: Fields, text: string): Outcome | null {
  const kind = textOf(line['toolDenialKind']);
  if (kind !== null) return deniedBy(kind, line['permissionDecision']);
  if (text.startsWith('<tool_use_error>')) return null;
  return REFUSALS.find(([form]) => form.test(text))?.[1] ?? 'failed';
}

function deniedBy(kind: string, decision: unknown): Outcome {
  const source = isFields(decision) ? decision['source'] : undefined;
  if (source === 'hook') return 'refused-by-hook';
  // A headless client that needs an approval calls it "user-rejected" although nobody was asked; the source is then its configuration.
  return kind === 'user-rejected' && source !== 'config' ? 'refused-by-person' : 'refused-by-rule';
}

/** The result of a Read counts the lines of the whole file; what stands behind the last newline is one of them. */
export function fileIn(line: Fields, input: unknown): { path: string; newlines: number } | null {
  const path = isFields(input) ? input['file_path'] : undefined;
  if (typeof path !== 'string') return null;
  const total = typeof line['readLines'] === 'number' ? line['readLines'] : totalIn(line['toolUseResult']);
  return total !== null && total > 0 ? { path, newlines: total - 1 } : null;
}

function totalIn(response: unknown): number | null {
  const file = isFields(response) ? response['file'] : undefined;
  return isFields(file) && typeof file['totalLines'] === 'number' ? file['totalLines'] : null;
}

const REFUSALS: [RegExp, Outcome][] = [
  [/^The user doesn't want to (?:proceed|take this action)/, 'refused-by-person'],
  [/^\[Request interrupted by user/, 'refused-by-person'],
  [/^PreToolUse:\S* hook (?:error|blocking)/, 'refused-by-hook'],
  [/^(?:Permission to use \S+ .*denied|Claude requested permissions? to )/, 'refused-by-rule'],
];
