import type { AuditRecord } from '../audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';
import { storedPayload } from './stored-payload.ts';
import { redactHead, type Search, searchOnce } from '../redact/redact.ts';
import { utf8Length } from '../../protocol/text/encoding.ts';

/** What the host adds to a record. */
interface AuditFrame {
  id: string;
  mode: Mode | null;
}

/** A decision that is about to be written. */
export interface AuditEntry {
  record: AuditRecord;
  frame: AuditFrame;
}

/** The position of a line among the others; `docs/audit.md` explains it. */
export interface Chain {
  /** The segment that `at` and `prev` refer to: the line's own; for the first lines of a segment, the one before. */
  segment: number;
  /** This line covers everything before this byte of the segment, through `prev`. */
  at: number;
  /** Hashes of the lines that no other line referred to when this one was written, in the order of the file. */
  prev: string[];
  /** SHA-256 of the text of the line before `,"hash":`. */
  hash: string;
}

export type ChainPlace = Omit<Chain, 'hash'>;

/** One line of the trail. Fields may be added but never removed: `log`, `why`, `stats` and `replay` read it. */
export interface AuditLine extends AuditFrame {
  durationMs: number;
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

/**
 * Less than a page: QuickJS writes no more at once, and a kill hardly ever tears such a line.
 * @internal
 */
export const LONGEST_LINE = 3_999;

/** How much of each kind is kept. Tried in this order until the line fits. */
const SIZES = [
  { text: 700, ids: 200, places: 400, items: 20, payload: 2048 },
  { text: 300, ids: 200, places: 400, items: 12, payload: 1536 },
  { text: 160, ids: 160, places: 200, items: 8, payload: 1024 },
  { text: 80, ids: 100, places: 100, items: 4, payload: 400 },
  { text: 24, ids: 32, places: 32, items: 2, payload: 100 },
  { text: 8, ids: 16, places: 16, items: 1, payload: 0 },
];

export interface WrittenLine {
  /** With its newline. */
  text: string;
  /** Length of the text in UTF-8. */
  bytes: number;
  hash: string;
  /** What the text says, for a caller that would parse it again. */
  line: AuditLine;
}

/** In at most `LONGEST_LINE` bytes. Reasons, rules and short fields survive longest. */
export function auditLine(
  { record, frame }: AuditEntry,
  place: ChainPlace,
  sha256: (text: string) => string,
): WrittenLine {
  let text = '';
  let bytes: number | null = null;
  let fields: Omit<AuditLine, 'chain'> | null = null;
  const search = searchOnce();
  for (const size of SIZES) {
    fields = fieldsOf(record, frame, { ...size, search });
    text = hashedText({ ...fields, chain: place });
    // A character takes at least one byte.
    bytes = text.length > ROOM ? null : utf8Length(text);
    if (bytes !== null && bytes <= ROOM) break;
  }
  const hash = sha256(text);
  const line = { ...(fields as Omit<AuditLine, 'chain'>), chain: { ...place, hash } };
  return { text: text + lineEnding(hash), bytes: (bytes ?? utf8Length(text)) + ENDING_BYTES, hash, line };
}

/** The last characters of the line with this hash, and of no other line. */
export function lineEnding(hash: string): string {
  return `,"hash":"${hash}"}}\n`;
}

const ENDING_BYTES = lineEnding('0'.repeat(64)).length;
/** For what is in front of it. */
const ROOM = LONGEST_LINE - ENDING_BYTES;

/** The line up to the place where the hash goes: `chain` comes last, and the hash is the last field of it. */
function hashedText(line: Omit<AuditLine, 'chain'> & { chain: ChainPlace }): string {
  return JSON.stringify(line).slice(0, -'}}'.length);
}

type Size = (typeof SIZES)[number] & { search: Search };

function fieldsOf(record: AuditRecord, { id, mode }: AuditFrame, size: Size): Omit<AuditLine, 'chain'> {
  /** The beginning of a string without its secrets. */
  const headOf = (text: string, limit: number) => redactHead(text, limit, size.search).text;
  const words = (texts: readonly string[]) => texts.slice(0, size.items).map((text) => headOf(text, size.text));
  const { payload, payloadCut } = storedPayload(record.payload, size.payload);
  return {
    id,
    time: new Date(record.at).toISOString(),
    agent: cut(record.agent, size.ids),
    session: cut(record.session, size.ids),
    actor: cutOrNull(record.actor, size.ids),
    event: cut(record.event, size.ids),
    nativeEvent: cut(record.nativeEvent, size.ids),
    tool: cutOrNull(record.tool, size.ids),
    callId: cutOrNull(record.callId, size.ids),
    cwd: headOf(record.cwd, size.places),
    verdict: record.verdict,
    rules: [...new Set(record.hits.map((hit) => hit.rule))].slice(0, size.items).map((rule) => cut(rule, size.ids)),
    reason: headOf(record.reason, size.text),
    uncertain: record.uncertain,
    hits: record.hits
      .slice(0, size.items)
      .map((hit) => ({ ...hit, rule: cut(hit.rule, size.ids), text: headOf(hit.text, size.text) })),
    notices: words(record.notices),
    actions: words(record.actions),
    durationMs: record.durationMs,
    mode,
    policy: cutOrNull(record.policy, size.ids),
    project: headOf(record.project, size.places),
    payload,
    payloadCut,
  };
}

/** Identifiers are compared, not read: no mark follows them. */
function cut(id: string, limit: number): string {
  return id.length > limit ? id.slice(0, limit) : id;
}

function cutOrNull(id: string | null, limit: number): string | null {
  return id === null ? null : cut(id, limit);
}
