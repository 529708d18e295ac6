import type { Outcome } from '../../judge/past-event.ts';
import { type Fields, isFields, plainText, textOf } from './line-facts.ts';

export interface CallResult {
  /** Null: the client refused the call itself (unknown tool, missing field, text to replace not found) before any hook was asked. */
  outcome: Outcome | null;
  error: () => string;
}

/** A `tool_result` block and the line that holds it → what became of the call. Observed with Claude Code 2.1.325; the texts are those of older versions. */
export function resultOf(block: Fields, line: Fields): CallResult {
  const error = () => plainText(block['content']);
  return { outcome: block['is_error'] === true ? outcomeOf(line, error()) : 'ran', error };
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

const REFUSALS: [RegExp, Outcome][] = [
  [/^The user doesn't want to (?:proceed|take this action)/, 'refused-by-person'],
  [/^\[Request interrupted by user/, 'refused-by-person'],
  [/^PreToolUse:\S* hook (?:error|blocking)/, 'refused-by-hook'],
  [/^(?:Permission to use \S+ .*denied|Claude requested permissions? to )/, 'refused-by-rule'],
];
