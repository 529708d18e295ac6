import { basename, dirname, join } from 'node:path';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { journalName, type Session } from '../session/session.ts';
import type { Fact } from '../session/state.ts';
import { claimPrivate } from '../system/files/private-files.ts';
import { readFile } from '../system/files/read-file.ts';
import { wordTroubleAt } from '../protocol/text/file-trouble.ts';
import type { HookHost } from './host.ts';

/**
 * A forked session goes on with what its parent remembers. The agent names no parent, and at the start the fork has no transcript yet. So the start only
 * leaves a mark; the first event with a transcript looks for the neighbour that has the same messages, and copies its facts. An ordinary session pays
 * one question to the file system.
 */
export function inheritMemory(
  event: AgentEvent,
  session: Session,
  host: HookHost,
  notify: (notice: string) => void,
): void {
  // A server of a team keeps sums only, and does not look at its own disk for a caller.
  if (host.sessions.read === undefined) return;
  const mark = join(host.stateDirectory, 'forks', journalName(event.session.id).slice(0, -'.jsonl'.length));
  try {
    if (event.event === 'session-start') {
      if (event.source === 'fork') claimPrivate(host.system, mark);
    } else if (host.system.files.exists(mark)) inheritOnce(event, session, { host, mark });
  } catch (error) {
    notify(`hookctl cannot read what this session was forked from (${wordTroubleAt(error)}): ${EMPTY}`);
  }
}

const EMPTY = 'it starts with an empty memory, so edit counts and test gates start from zero.';

function inheritOnce(event: AgentEvent, session: Session, { host, mark }: { host: HookHost; mark: string }): void {
  const isLast = event.event === 'stop' || event.event === 'session-end';
  const parent = isLast ? awaitParent(event, host) : parentOf(event, host);
  // The next event may find what this one does not.
  if (typeof parent === 'string' && !isLast) return;
  if (parent === 'unwritten') {
    if (host.claimOnce(`unwritten fork ${event.session.id}`)) throw new Error('its transcript is not written yet');
    return;
  }
  // Before the facts: two events at once must not copy them twice.
  if (!claimPrivate(host.system, `${mark}-done`)) return;
  host.system.files.removeFile(mark);
  if (parent === 'none') throw new Error('no transcript beside its own has the same messages');
  const own = host.sessions.read?.(event.session.id).facts ?? [];
  const facts = host.sessions.read?.(parent.session).facts.filter(({ kind }) => !kind.startsWith('once-')) ?? [];
  session.append([...facts, ...sinceThen(own)]);
}

/** The agent writes the transcript when it gets to it; a session of one short answer stops before. */
const LONGEST_WAIT_MS = 1000;
const STEP_MS = 20;

function awaitParent(event: AgentEvent, host: HookHost): Parent {
  let parent = parentOf(event, host);
  for (let waited = 0; parent === 'unwritten' && waited < LONGEST_WAIT_MS; waited += STEP_MS) {
    host.system.pause(STEP_MS);
    parent = parentOf(event, host);
  }
  return parent;
}

/** What the fork itself did comes after all that it inherits: an edit is not covered by a check of the parent, and the person has spoken. */
function sinceThen(own: readonly Fact[]): Fact[] {
  const edits = new Map(own.flatMap((fact) => (fact.kind === 'edit' ? [[fact.path, fact] as const] : [])));
  return [...edits.values(), ...own.filter(({ kind }) => kind === 'prompt').slice(-1)];
}

/** A transcript holds a message in its first part, or the two share no message. */
const HEAD = 512 * 1024;
const MOST_NEIGHBOURS = 40;

/** `unwritten`: the fork's own transcript has no messages yet, so there is nothing to compare the neighbours with. */
type Parent = { session: string } | 'unwritten' | 'none';

/** The session whose transcript shares the most messages; of equal ones, the last that was written to. */
function parentOf(event: AgentEvent, { system, adapter }: HookHost): Parent {
  const { sharedMessages } = adapter;
  const transcript = event.session.transcriptPath;
  if (sharedMessages === undefined || transcript === null) return 'none';
  if (!system.files.exists(transcript)) return 'unwritten';
  const directory = dirname(transcript);
  const own = readFile(system, transcript, HEAD);
  if (sharedMessages(own, own) === 0) return 'unwritten';
  const neighbours = system.files
    .namesIn(directory)
    .filter((name) => name.endsWith('.jsonl') && name !== basename(transcript))
    .map((name) => ({ name, at: system.files.stat(join(directory, name))?.modifiedAt ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_NEIGHBOURS);
  let best: { session: string; shared: number } | null = null;
  for (const { name } of neighbours) {
    const shared = sharedMessages(own, readFile(system, join(directory, name), HEAD));
    if (shared > (best?.shared ?? 0)) best = { session: name.slice(0, -'.jsonl'.length), shared };
  }
  return best ?? 'none';
}
