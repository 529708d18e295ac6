import type { Adapter, AgentEvent, ToolOutput } from '../../protocol/agent-event.ts';
import { receivePayload } from '../../protocol/payload/payload.ts';
import type { PastOutcome, PastEvent, Where } from '../past-event.ts';
import type { OpenTranscript, TranscriptFile, TranscriptOptions } from '../transcript-reader.ts';

/** What a line of an agent's record says, in no agent's words. */
export type Moment =
  | { kind: 'session'; id: string; cwd: string | null }
  | { kind: 'prompt'; text: string }
  | { kind: 'call'; id: string; tool: string; input: Record<string, unknown>; cwd?: string | null }
  | { kind: 'result'; id: string; outcome: PastOutcome; exit: number | null; text: string }
  /** The model has answered without a call. */
  | { kind: 'stop' };

export interface RecordedMoment {
  /** Milliseconds since the epoch; null: the line does not say. */
  at: number | null;
  /** Of this moment, for records that repeat lines of others. */
  key: string | null;
  moment: Moment;
}

interface Waiting {
  event: AgentEvent;
  at: number;
  where: Where;
}

/** A broken record must not fill the memory. */
const MOST_CALLS = 1_000;

/**
 * Moments → hook events. A call becomes an event when its result is read: only then is it known what became of it. The record holds what the model asked
 * for, so a call is read as the adapter would read it in a payload.
 */
export function openRecord(
  adapter: Adapter,
  file: TranscriptFile,
  options: TranscriptOptions & { moments: (line: Record<string, unknown>) => RecordedMoment[] },
): OpenTranscript {
  const calls = new Map<string, Waiting>();
  let session = { id: file.part?.root ?? nameOf(file.path), cwd: file.cwd ?? '/' };
  let at = 0;

  const eventOf = (payload: Record<string, unknown>, cwd: string): AgentEvent => {
    const common = { session_id: session.id, transcript_path: file.path, cwd };
    const received = receivePayload(JSON.stringify({ ...common, ...payload }));
    const decoded = adapter.decode(received, { projectRoot: session.cwd, home: options.home, cwd });
    if (!decoded.ok) throw new Error(`${adapter.name}: ${decoded.problem}`);
    return decoded.event;
  };
  const past = (waiting: Waiting, outcome: PastOutcome | null): PastEvent => ({
    ...waiting,
    branch: null,
    outcome,
    fileRead: null,
  });
  const now = (payload: Record<string, unknown>, where: Where): PastEvent =>
    past({ event: eventOf(payload, session.cwd), at, where }, null);

  const finish = (id: string, waiting: Waiting, result: Moment & { kind: 'result' }): PastEvent[] => {
    calls.delete(id);
    const before = past(waiting, result.outcome);
    if (result.outcome !== 'ran' && result.outcome !== 'failed') return [before];
    const output: ToolOutput = {
      result: result.outcome === 'ran' ? 'ok' : 'failed',
      exit: result.exit,
      text: result.text,
      interrupted: false,
    };
    const event: AgentEvent = { ...waiting.event, event: 'after-tool', nativeEvent: 'PostToolUse', output };
    return [before, { ...past(waiting, null), event, at }];
  };

  const read = ({ moment, key }: RecordedMoment, where: Where): PastEvent[] => {
    if (key !== null && options.seenBefore(`${adapter.name} ${key}`)) {
      options.onRepeated();
      return [];
    }
    switch (moment.kind) {
      case 'session':
        session = { id: moment.id, cwd: moment.cwd ?? session.cwd };
        return [now({ hook_event_name: 'SessionStart', source: 'startup' }, where)];
      case 'prompt':
        return [now({ hook_event_name: 'UserPromptSubmit', prompt: moment.text }, where)];
      case 'stop':
        return [now({ hook_event_name: 'Stop', stop_hook_active: false }, where)];
      case 'call': {
        const { id, tool, input } = moment;
        const payload = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input, tool_use_id: id };
        calls.set(id, { event: eventOf(payload, moment.cwd ?? session.cwd), at, where });
        return calls.size > MOST_CALLS ? abandon(1) : [];
      }
      case 'result': {
        const waiting = calls.get(moment.id);
        return waiting === undefined ? [] : finish(moment.id, waiting, moment);
      }
    }
  };

  const abandon = (count: number): PastEvent[] =>
    [...calls].slice(0, count).map(([id, waiting]) => {
      calls.delete(id);
      return past(waiting, 'unknown');
    });

  return {
    read: (line, number) =>
      options.moments(line).flatMap((recorded) => {
        at = recorded.at ?? at;
        return read(recorded, { file: file.path, line: number });
      }),
    end: () => abandon(calls.size),
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
}
