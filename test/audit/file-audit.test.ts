import { nodeSystem } from '../../src/system/node/system.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { fileAudit } from '../../src/audit/chain/file-audit.ts';
import type { AuditLine } from '../../src/audit/record/audit-line.ts';
import { scratch } from '../support/scratch.ts';
import { record as emptyRecord } from './support/writers.ts';

const record = (changes: Partial<AuditRecord> = {}) =>
  emptyRecord({
    verdict: 'deny',
    answer: 'deny',
    reason: 'no',
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
    actions: ['run rm -rf /'],
    ...changes,
  });

function make() {
  const stateDirectory = join(scratch(), 'state');
  return {
    audit: fileAudit({ system: nodeSystem, stateDirectory, mode: null }),
    lines: () =>
      readFileSync(join(stateDirectory, 'audit', 'trail-000001.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditLine),
  };
}

describe('the audit trail in files', () => {
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
