import { keptWith } from '../../protocol/kept-with.ts';
import type { AuditRecord } from '../audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';
import { keptPayload } from './kept-payload.ts';
import { forTexts } from './known-texts.ts';
import { redact, redactHead } from '../redact/redact.ts';
import { utf8Length } from './utf8-length.ts';

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

/** Less than a page: QuickJS writes no more at once, and a line that crosses one border at most is hardly ever torn by a kill. */
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

export interface LineMaking {
  /** The payload's text, where it may stay as it came; null elsewhere. */
  keepText?: (text: string, room: number) => string | null;
  /** Bytes in UTF-8, of what does not fit any number above `room`. */
  lengthOf?: (text: string) => number;
}

/** The beginning of a line, without its place in the chain and the brace behind it. */
export interface LineText {
  text: string;
  /** In UTF-8. */
  bytes: number;
}

/** In at most `room` bytes of JSON. Reasons, rules and short fields survive longest. */
export function auditLine(
  record: AuditRecord,
  frame: AuditFrame,
  room: number = LONGEST_LINE,
  { keepText, lengthOf = utf8Length }: LineMaking = {},
): LineText {
  let line = { text: '', bytes: 0 };
  for (const size of SIZES) {
    const kept = record.payloadText == null ? null : (keepText?.(record.payloadText, size.payload) ?? null);
    const { payload, payloadCut } =
      kept === null ? keptPayload(record.payload, size.payload) : { payload: kept, payloadCut: false };
    const text = `{${fieldsOf(record, frame, size)},"payload":${payload},"payloadCut":${payloadCut}`;
    line = { text, bytes: lengthOf(text) };
    if (line.bytes <= room) break;
  }
  return line;
}

/** What comes behind that beginning. All of it together is hashed; the ending with the hash comes last. */
export function placeText({ segment, at, prev }: Omit<Chain, 'hash'>): string {
  return `,"chain":{"segment":${segment},"at":${at},"prev":[${prev.map((hash) => `"${hash}"`).join(',')}]`;
}

/** With which the line of this hash ends, and no other. */
export function lineEnding(hash: string): string {
  return `,"hash":"${hash}"}}\n`;
}

type Size = (typeof SIZES)[number];

/** As text and not as an object: with a line for each event, making the object takes longer than making the text. */
function fieldsOf(record: AuditRecord, frame: AuditFrame, size: Size): string {
  const id = (value: string | null) => (value === null ? 'null' : quoted(cut(value, size.ids)));
  const place = (value: string) => headOf(value, size.places);
  // Another one with each call: not worth remembering.
  const call = record.callId === null ? 'null' : JSON.stringify(cut(record.callId, size.ids));
  const { rules, hits } = record.hits.length === 0 ? NO_HITS : hitsText(record.hits)(size);
  return (
    `"id":"${frame.id}","time":"${timeOf(record.at)}","agent":${id(record.agent)},"session":${id(record.session)}` +
    `,"actor":${id(record.actor)},"event":${id(record.event)},"nativeEvent":${id(record.nativeEvent)}` +
    `,"tool":${id(record.tool)},"callId":${call},"cwd":${place(record.cwd)},"verdict":"${record.verdict}"` +
    `,"rules":${rules},"reason":${headOf(record.reason, size.text)},"uncertain":${record.uncertain},"hits":${hits}` +
    `,"notices":${wordsOf(record.notices, size)},"actions":${wordsOf(record.actions, size)}` +
    `,"durationMs":${frame.durationMs},"mode":${id(frame.mode)},"policy":${id(record.policy)}` +
    `,"project":${place(record.project)}`
  );
}

interface HitsText {
  rules: string;
  hits: string;
}

const NO_HITS: HitsText = { rules: '[]', hits: '[]' };

const hitsText = keptWith((hits: AuditRecord['hits']) =>
  keptWith((size: Size): HitsText => {
    const rules = [...new Set(hits.map((hit) => hit.rule))].slice(0, size.items);
    const kept = hits.slice(0, size.items).map((hit) => ({
      ...hit,
      rule: cut(hit.rule, size.ids),
      text: redactHead(hit.text, size.text).text,
    }));
    return { rules: JSON.stringify(rules.map((rule) => cut(rule, size.ids))), hits: JSON.stringify(kept) };
  }),
);

function wordsOf(values: readonly string[], size: Size): string {
  if (values.length === 0) return '[]';
  return `[${values
    .slice(0, size.items)
    .map((value) => headOf(value, size.text))
    .join(',')}]`;
}

/** The beginning of a text without its secrets, as JSON. */
function headOf(value: string, limit: number): string {
  return value.length <= limit ? redacted(value) : JSON.stringify(redactHead(value, limit).text);
}

const redacted = forTexts((text) => JSON.stringify(redact(text)));
const quoted = forTexts((text) => JSON.stringify(text));

let lastTime = { at: NaN, text: '' };

/** A server under load writes many lines in a millisecond. */
function timeOf(at: number): string {
  if (lastTime.at !== at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
}

/** Identifiers are compared, not read: no mark behind them. */
function cut(value: string, limit: number): string {
  return value.length > limit ? value.slice(0, limit) : value;
}
