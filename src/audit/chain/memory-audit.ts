import type { AuditPort } from '../audit-record.ts';
import { type AuditLine, auditLine } from '../record/audit-line.ts';
import { recordId } from '../record/record-id.ts';

export interface MemoryAudit extends AuditPort {
  lines: AuditLine[];
}

export function memoryAudit(): MemoryAudit {
  const lines: AuditLine[] = [];
  return {
    lines,
    append: (record) => {
      const frame = { id: recordId(record.at), durationMs: 0, mode: null };
      lines.push({ ...(JSON.parse(`${auditLine(record, frame).text}}`) as AuditLine), chain: null });
    },
  };
}
