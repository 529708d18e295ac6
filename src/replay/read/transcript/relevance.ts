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

const [TAB, NEWLINE, RETURN, BLANK] = [9, 10, 13, 32];
const [OPEN, CLOSE] = [0x7b, 0x7d];

/** Does a line that is not worth parsing look like one at all? Its two ends tell what was torn or never was JSON; an empty line is nothing. */
export function mayBeObject(line: Buffer): boolean {
  let [start, end] = [0, line.length - 1];
  while (start <= end && isBlank(line[start])) start++;
  while (end >= start && isBlank(line[end])) end--;
  return start > end || (line[start] === OPEN && line[end] === CLOSE);
}

function isBlank(byte: number | undefined): boolean {
  return byte === BLANK || byte === RETURN || byte === TAB || byte === NEWLINE;
}
