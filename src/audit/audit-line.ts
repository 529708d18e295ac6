import type { AuditRecord, Mode } from '../engine/ports.ts';
import { redact } from './redact.ts';

/** What the host adds to a record. */
export interface AuditFrame {
  id: string;
  durationMs: number;
  mode: Mode | null;
}

/** Where a line stands among the others; `docs/audit.md` explains it. */
export interface Chain {
  /** The segment whose lines `at` and `prev` speak of: the line's own, or for the first lines of a segment the one before it. */
  segment: number;
  /** Everything before this byte of the segment is known to this line, through `prev`. */
  at: number;
  /** Hashes of the lines nobody had referred to when this one was written, in the order of the file. */
  prev: string[];
  /** SHA-256 of the text of the line before `,"hash":`. */
  hash: string;
}

/** One line of the trail. Additions are welcome, removals are not: `log`, `why`, `stats` and `replay` read it. */
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
  /** The root of the project the rules were applied to; null in lines of older versions, as everything below. */
  project: string | null;
  /** A key of the compiled policy that decided: equal keys, equal policies. */
  policy: string | null;
  /** The hook's payload as it came, without secrets and shortened. */
  payload: Record<string, unknown> | null;
  /** Something of the payload was left out or masked: judging it again may come out differently. */
  payloadCut: boolean;
  chain: Chain | null;
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
    project: null,
    policy: null,
    payload: null,
    payloadCut: false,
    chain: null,
  };
}
