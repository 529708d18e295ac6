/**
 * Which lines are worth parsing, told from their bytes. A transcript holds snapshots, attachments and copies of requests beside the conversation,
 * often more bytes of them than of anything else. Never wrong in one direction: a line that holds an event is never passed over.
 */
export function mayHoldEvent(line: Buffer): boolean {
  if (startsWithOtherType(line)) return false;
  return NEEDLES.some((needle) => line.includes(needle));
}

const NEEDLES = ['"user"', '"assistant"', 'compact_boundary', 'stop_hook_summary', 'turn_duration'].map((text) =>
  Buffer.from(text),
);

const KINDS = ['user"', 'assistant"', 'system"'];
const TYPE_FIRST = '{"type":"';

/** `{"type":"attachment",…`: what comes first in the line is its own type, not that of something inside it. */
function startsWithOtherType(line: Buffer): boolean {
  if (line.toString('latin1', 0, TYPE_FIRST.length) !== TYPE_FIRST) return false;
  const kind = line.toString('latin1', TYPE_FIRST.length, TYPE_FIRST.length + 10);
  return !KINDS.some((name) => kind.startsWith(name));
}
