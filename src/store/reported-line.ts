import * as v from 'valibot';
import { SHOWN_VERDICTS } from '../audit/query/decision.ts';
import { type AuditLine, lineEnding } from '../audit/record/audit-line.ts';
import { recordTime } from '../audit/record/record-id.ts';
import { nodeSystem } from '../system/node/system.ts';
import { LONGEST_WHAT, leanLine } from './lean-line.ts';
import type { LeanLine } from './store.ts';

export interface ReportedLine {
  /** As the id tells. */
  at: number;
  lean: LeanLine;
  /** The whole line; null: only its lean form was sent. */
  line: AuditLine | null;
}

/** A whole line of a trail, whose hash must match its text; null: it is not one. */
export function readReported(text: string): ReportedLine | null {
  try {
    const line = JSON.parse(text) as AuditLine;
    const { hash } = line.chain ?? {};
    if (typeof hash !== 'string' || !`${text}\n`.endsWith(lineEnding(hash))) return null;
    if (nodeSystem.sha256(text.slice(0, text.lastIndexOf(',"hash":"'))) !== hash) return null;
    const lean = leanLine(line);
    return lean === null ? null : reported(lean, line);
  } catch {
    return null;
  }
}

const Text = v.pipe(v.string(), v.maxLength(400));
/** Older machines send neither the agent's name of the event nor why a rule counts. */
const Lean = v.object({
  lean: v.literal(true),
  id: v.pipe(v.string(), v.maxLength(64)),
  time: Text,
  session: Text,
  agent: Text,
  event: Text,
  nativeEvent: v.optional(v.nullable(Text), null),
  tool: v.nullable(Text),
  verdict: v.picklist(SHOWN_VERDICTS),
  rules: v.pipe(v.array(Text), v.maxLength(100)),
  durationMs: v.number(),
  policy: v.nullable(Text),
  actor: v.optional(v.nullable(Text), null),
  callId: v.optional(v.nullable(Text), null),
  project: v.optional(v.nullable(Text), null),
  what: v.pipe(v.string(), v.maxLength(LONGEST_WHAT)),
  hits: v.pipe(
    v.array(
      v.object({
        rule: Text,
        verb: v.optional(v.picklist(['deny', 'ask', 'warn', 'allow', 'inject']), 'deny'),
        mode: v.picklist(['enforce', 'warn', 'observe']),
        effective: v.picklist(['deny', 'ask', 'warn', 'allow', 'inject', 'observe']),
        because: v.optional(v.picklist(['holds', 'unknown', 'uncertain']), 'holds'),
        excused: v.boolean(),
      }),
    ),
    v.maxLength(100),
  ),
  hash: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

/** The row without words and payload, with `lean: true`. */
export function readLean(text: string): ReportedLine | null {
  try {
    const { lean: _, ...lean } = v.parse(Lean, JSON.parse(text));
    return reported(lean, null);
  } catch {
    return null;
  }
}

export function leanText(lean: LeanLine): string {
  return JSON.stringify({ ...lean, lean: true });
}

function reported(lean: LeanLine, line: AuditLine | null): ReportedLine | null {
  const at = recordTime(lean.id);
  return at === null ? null : { at, lean, line };
}
