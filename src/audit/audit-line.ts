import type { AuditRecord, Mode } from '../engine/ports.ts';
import { redact } from './redact.ts';

/** What the host adds to a record. */
export interface AuditFrame {
  id: string;
  durationMs: number;
  mode: Mode | null;
}

/** One line of the trail. Additions are welcome, removals are not: `log`, `why` and `stats` read it. */
export interface AuditLine extends AuditFrame {
  time: string;
  agent: string;
  session: string;
  actor: string | null;
  event: string;
  nativeEvent: string;
  tool: string | null;
  callId: string | null;
  cwd: string;
  verdict: AuditRecord['verdict'];
  rules: string[];
  reason: string;
  uncertain: boolean;
  hits: AuditRecord['hits'];
  notices: string[];
  actions: string[];
}

/** A line must stay small enough to be written at once. */
const LONGEST = 2_000;
const MOST = 20;

export function auditLine(record: AuditRecord, frame: AuditFrame): AuditLine {
  const short = (text: string) => redact(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return {
    id: frame.id,
    time: new Date(record.at).toISOString(),
    agent: record.agent,
    session: record.session,
    actor: record.actor,
    event: record.event,
    nativeEvent: record.nativeEvent,
    tool: record.tool,
    callId: record.callId,
    cwd: record.cwd,
    verdict: record.verdict,
    rules: [...new Set(record.hits.map((hit) => hit.rule))],
    reason: short(record.reason),
    uncertain: record.uncertain,
    hits: record.hits.slice(0, MOST).map((hit) => ({ ...hit, text: short(hit.text) })),
    notices: record.notices.slice(0, MOST).map(short),
    actions: record.actions.slice(0, MOST).map(short),
    durationMs: frame.durationMs,
    mode: frame.mode,
  };
}
