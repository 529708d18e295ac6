import type { LineFields } from '../../history/line-fields.ts';
import type { PastOutcome, PastEvent } from '../../past-event.ts';
import { isFields, plainText, textOf } from './line-facts.ts';

export interface CallResult {
  /** Null: the client refused the call itself (unknown tool, missing field, text to replace not found) before any hook was asked. */
  outcome: PastOutcome | null;
  error: () => string;
}

/** A `tool_result` block and the line that holds it → what became of the call. Observed with Claude Code 2.1.325; the texts are those of older versions. */
export function resultOf(block: LineFields, line: LineFields): CallResult {
  const error = () => plainText(block['content']);
  return { outcome: block['is_error'] === true ? outcomeOf(line, error()) : 'ran', error };
}

/** What a hook gets as `tool_response`: the client's own object where the line has one, else the text for the model. */
export function responseOf(block: LineFields, line: LineFields): unknown {
  const { toolUseResult: whole } = line;
  return isFields(whole) || Array.isArray(whole) ? whole : block['content'];
}

/** The file that a Read has read. Text after the last newline counts as a line there, so a file of n lines has n - 1 newlines for certain. */
export function fileReadBy(input: unknown, response: unknown): PastEvent['fileRead'] {
  const path = isFields(input) ? input['file_path'] : undefined;
  const file = isFields(response) ? response['file'] : undefined;
  const lines = isFields(file) ? file['totalLines'] : undefined;
  return typeof path === 'string' && typeof lines === 'number' && lines > 0 ? { path, newlines: lines - 1 } : null;
}

function outcomeOf(line: LineFields, text: string): PastOutcome | null {
  const kind = textOf(line['toolDenialKind']);
  if (kind !== null) return deniedBy(kind, line['permissionDecision']);
  if (text.startsWith('<tool_use_error>')) return null;
  return REFUSALS.find(([form]) => form.test(text))?.[1] ?? 'failed';
}

function deniedBy(kind: string, decision: unknown): PastOutcome {
  const source = isFields(decision) ? decision['source'] : undefined;
  if (source === 'hook') return 'refused-by-hook';
  // A headless client that needs an approval calls it "user-rejected" although no person was asked; the source is then its configuration.
  return kind === 'user-rejected' && source !== 'config' ? 'refused-by-person' : 'refused-by-rule';
}

const REFUSALS: [RegExp, PastOutcome][] = [
  [/^The user doesn't want to (?:proceed|take this action)/, 'refused-by-person'],
  [/^\[Request interrupted by user/, 'refused-by-person'],
  [/^PreToolUse:\S* hook (?:error|blocking)/, 'refused-by-hook'],
  [/^(?:Permission to use \S+ .*denied|Claude requested permissions? to )/, 'refused-by-rule'],
];
