import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditLine } from '../../src/audit/record/audit-line.ts';

/** A line as the hook writes it, for tests that need many or odd ones. */
export function auditLineOf(changes: Partial<AuditLine> = {}): AuditLine {
  return {
    id: '1m7gjvf27-0000001',
    time: '2026-11-15T12:00:00.000Z',
    agent: 'claude-code',
    session: 's1',
    actor: null,
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    tool: 'Bash',
    callId: null,
    cwd: '/project',
    verdict: 'none',
    rules: [],
    reason: '',
    uncertain: false,
    hits: [],
    notices: [],
    actions: ['run ls'],
    durationMs: 4,
    mode: null,
    project: '/project',
    policy: 'p1',
    payload: null,
    payloadCut: false,
    chain: null,
    ...changes,
  };
}

export type Hit = AuditLine['hits'][number];

export function hitOf(changes: Partial<Hit> = {}): Hit {
  return {
    rule: 'no-rm',
    verb: 'deny',
    effective: 'deny',
    mode: 'enforce',
    because: 'holds',
    text: 'Not this.',
    layer: 'project',
    excused: false,
    ...changes,
  };
}

export function segment(state: string, number: number): string {
  return join(state, 'audit', `trail-${String(number).padStart(6, '0')}.jsonl`);
}

export function appendLines(file: string, lines: readonly (AuditLine | string)[]): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}
