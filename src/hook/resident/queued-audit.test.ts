import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AuditRecord } from '../../audit/audit-record.ts';
import { queuedAudit } from './queued-audit.ts';

const record = { at: 0 } as AuditRecord;

it('a turn lasts from the first event to the write of its line; who is told then asks in a turn of its own', async () => {
  const audit = queuedAudit({ mode: null, elapsed: () => 0, write: (_, done) => done(null) });
  const turns: number[] = [];
  const ask = () => {
    turns.push(audit.turn());
    audit.append(record);
  };
  ask();
  ask();
  audit.settled(() => {
    ask();
    ask();
  });
  await nextTurn();
  ask();
  await nextTurn();
  ask();
  const names = new Map([...new Set(turns)].map((turn, index) => [turn, index]));
  expect(turns.map((turn) => names.get(turn))).toEqual([0, 0, 1, 1, 2, 3]);
});

it('an event without a line does not prolong its turn', () => {
  const audit = queuedAudit({ mode: null, elapsed: () => 0, write: (_, done) => done(null) });
  expect(audit.turn()).not.toBe(audit.turn());
});
