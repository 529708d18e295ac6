import { describe, expect, it } from 'vitest';
import type { AuditPort, AuditRecord } from '../audit-record.ts';
import type { AuditLine } from '../record/audit-line.ts';

const record = (changes: Partial<AuditRecord> = {}): AuditRecord => ({
  at: Date.UTC(2026, 10, 15, 12),
  session: 's',
  callId: 'call',
  agent: 'claude-code',
  event: 'before-tool',
  nativeEvent: 'PreToolUse',
  tool: 'Bash',
  actor: null,
  cwd: '/project',
  project: '/project',
  policy: 'key',
  verdict: 'deny',
  answer: 'deny',
  reason: 'no',
  uncertain: false,
  hits: [
    {
      rule: 'r',
      verb: 'deny',
      effective: 'deny',
      mode: 'enforce',
      because: 'holds',
      text: 'no',
      layer: 'project',
      excused: false,
    },
  ],
  notices: [],
  actions: ['run rm -rf /'],
  payload: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
  ...changes,
});

/** What every place that keeps decisions must do. */
export function auditCases(name: string, make: () => { audit: AuditPort; lines: () => AuditLine[] }): void {
  describe(`audit: ${name}`, () => {
    it('keeps one line per decision, in order', () => {
      const { audit, lines } = make();
      audit.append(record());
      audit.append(record({ verdict: 'none', answer: 'none', hits: [], reason: '' }));
      expect(lines().map(({ verdict, rules }) => ({ verdict, rules }))).toEqual([
        { verdict: 'deny', rules: ['r'] },
        { verdict: 'none', rules: [] },
      ]);
    });

    it('says who, when, what and why', () => {
      const { audit, lines } = make();
      audit.append(record());
      expect(lines()[0]).toMatchObject({
        time: '2026-11-15T12:00:00.000Z',
        agent: 'claude-code',
        session: 's',
        event: 'before-tool',
        tool: 'Bash',
        verdict: 'deny',
        rules: ['r'],
        reason: 'no',
        actions: ['run rm -rf /'],
      });
    });

    it('gives each decision an id of its own', () => {
      const { audit, lines } = make();
      for (let i = 0; i < 50; i++) audit.append(record());
      expect(new Set(lines().map(({ id }) => id)).size).toBe(50);
    });

    it('never stores what looks like a secret', () => {
      const { audit, lines } = make();
      const secrets = ['ghp_abcdefghijklmnop1234', 'hunter2hunter2', 'AKIAABCDEFGHIJKLMNOP'];
      audit.append(
        record({
          reason: `curl -H "Authorization: Bearer ${secrets[0]}"`,
          actions: [`run DB_PASSWORD=${secrets[1]} make`, `run aws --key ${secrets[2]}`],
        }),
      );
      const text = JSON.stringify(lines());
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).toContain('run DB_PASSWORD=*** make');
    });

    it('cuts what is too long for a line', () => {
      const { audit, lines } = make();
      audit.append(record({ reason: 'x'.repeat(1_000_000), actions: Array.from({ length: 500 }, () => 'run x') }));
      expect(JSON.stringify(lines()[0]).length).toBeLessThan(20_000);
    });
  });
}
