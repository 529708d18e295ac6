import type { ShownVerdict } from '../audit/query/decision.ts';
import type { AuditLine } from '../audit/record/audit-line.ts';
import type { Share } from '../store/share.ts';
import type { LeanLine } from '../store/store.ts';

/** A decision as a log record of OpenTelemetry. `docs/telemetry.md` lists the attributes. */
export interface DecisionEvent {
  eventName: 'hookctl.decision';
  /** Milliseconds since the epoch. */
  timestamp: number;
  severityNumber: number;
  severityText: string;
  /** The message to the model; empty: none. */
  body: string;
  attributes: Record<string, string | number | string[]>;
}

export interface ToldDecision {
  line: LeanLine;
  /** The whole line, where it may be shared. */
  text: string | null;
  share: Share;
  /** The number of the machine in its team, or its own id. */
  machine: string | number;
  bundle: number | null;
}

/** Numbers of the OpenTelemetry log data model. */
const SEVERITIES = { WARN: 13, INFO: 9, DEBUG: 5 } as const;

function severityOf(verdict: ShownVerdict): keyof typeof SEVERITIES {
  if (verdict === 'deny') return 'WARN';
  return verdict === 'ask' || verdict === 'warn' ? 'INFO' : 'DEBUG';
}

/** Attributes that say nothing are left out. The payload is part of it only where the team shares everything. */
export function decisionEvent({ line, text, share, machine, bundle }: ToldDecision): DecisionEvent {
  const severityText = severityOf(line.verdict);
  const whole = text === null ? null : (JSON.parse(text) as Partial<AuditLine>);
  const payload = share === 'all' && whole?.payload != null ? JSON.stringify(whole.payload) : null;
  const attributes: [string, string | number | string[] | null | undefined][] = [
    ['gen_ai.conversation.id', line.session],
    ['gen_ai.agent.name', line.agent],
    ['gen_ai.tool.name', line.tool],
    ['gen_ai.tool.call.id', line.callId],
    ['hookctl.record', line.id],
    ['hookctl.event', line.event],
    ['hookctl.verdict', line.verdict],
    ['hookctl.rules', [...line.rules]],
    ['hookctl.what', line.what],
    ['hookctl.project', line.project],
    ['hookctl.actor', line.actor],
    ['hookctl.policy', line.policy],
    ['hookctl.bundle', bundle],
    ['hookctl.took_us', Math.round(line.durationMs * 1000)],
    ['hookctl.machine', machine],
    ['hookctl.payload', payload],
  ];
  return {
    eventName: 'hookctl.decision',
    timestamp: Date.parse(line.time),
    severityNumber: SEVERITIES[severityText],
    severityText,
    body: whole?.reason ?? '',
    attributes: Object.fromEntries(
      attributes.filter((entry): entry is [string, string | number | string[]] => entry[1] != null && entry[1] !== ''),
    ),
  };
}
