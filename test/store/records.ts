import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { auditLine, type AuditLine } from '../../src/audit/record/audit-line.ts';
import { recordTime } from '../../src/audit/record/record-id.ts';
import { leanLine } from '../../src/store/lean-line.ts';
import type { StoredDecision } from '../../src/store/store.ts';
import { nodeSystem } from '../../src/system/node/system.ts';

/** A decision as the hook would put it on record. */
export function recordAt(at: number, fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    at,
    durationMs: 1.5,
    session: 's1',
    callId: 'c1',
    agent: 'claude-code',
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    tool: 'Bash',
    actor: null,
    cwd: '/project',
    project: '/project',
    policy: 'key',
    verdict: 'none',
    answer: 'none',
    reason: '',
    uncertain: false,
    hits: [],
    notices: [],
    actions: ['runs ls'],
    payload: { hook_event_name: 'PreToolUse' },
    ...fields,
  };
}

export const refusal = (rule: string): Pick<AuditRecord, 'verdict' | 'answer' | 'hits' | 'reason'> => ({
  verdict: 'deny',
  answer: 'deny',
  reason: `No. [${rule}]`,
  hits: [
    {
      rule,
      verb: 'deny',
      effective: 'deny',
      mode: 'enforce',
      because: 'holds',
      text: 'No.',
      layer: 'user',
      excused: false,
    },
  ],
});

/** The same as a team keeps it. */
export function storedDecision(record: AuditRecord, id: string, machine = 1): StoredDecision {
  const { text } = auditLine({ record, frame: { id, mode: null } }, { segment: 1, at: 0, prev: [] }, nodeSystem.sha256);
  const line = leanLine(JSON.parse(text) as AuditLine);
  if (line === null) throw new Error('no decision');
  return { key: { at: recordTime(id) ?? record.at, machine, id }, line, text, answer: null, bundle: null };
}
