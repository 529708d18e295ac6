/**
 * How many messages two transcripts have in common. Observed with Claude Code 2.1.325: the transcript of a forked session begins with the lines of its
 * parent, under the same `uuid` and with the fork's `sessionId`; no field names the parent.
 */
export function sharedMessages(first: string, second: string): number {
  const ids = idsIn(second);
  return [...idsIn(first)].filter((id) => ids.has(id)).length;
}

function idsIn(transcript: string): Set<string> {
  return new Set([...transcript.matchAll(/"uuid":"([0-9a-f-]{36})"/g)].map(([, id]) => id ?? ''));
}
