import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AuditRecord } from '../audit-record.ts';
import type { AuditEntry } from '../record/audit-line.ts';
import { batchAudit } from './batch-audit.ts';

const record = (at: number) => ({ at }) as AuditRecord;

/** The times of the records of each write. */
function writes(failing: (write: number) => boolean = () => false) {
  const written: number[][] = [];
  const write = (entries: readonly AuditEntry[]) => {
    if (entries.length === 0) return;
    written.push(entries.map((entry) => entry.record.at));
    if (failing(written.length)) throw new Error(`write ${written.length} failed`);
  };
  return { written, audit: batchAudit({ mode: null, writer: { write } }) };
}

it('writes what came in one turn of the event loop together, in order, and calls back when it is written', async () => {
  const { written, audit } = writes();
  const settled: number[] = [];
  for (const at of [1, 2, 3]) {
    audit.append(record(at));
    audit.settled(() => settled.push(at));
  }
  expect([written, settled]).toEqual([[], []]);
  await nextTurn();
  expect([written, settled]).toEqual([[[1, 2, 3]], [1, 2, 3]]);
  audit.append(record(4));
  await nextTurn();
  audit.settled(() => settled.push(4));
  expect([written, settled]).toEqual([
    [[1, 2, 3], [4]],
    [1, 2, 3, 4],
  ]);
});

it('keeps a bounded number of decisions in memory', async () => {
  const { written, audit } = writes();
  const times = Array.from({ length: 600 }, (_, at) => at);
  for (const at of times) audit.append(record(at));
  expect(written.map((batch) => batch.length)).toEqual([256, 256]);
  await nextTurn();
  expect(written.flat()).toEqual(times);
});

it('reports a failed write with the next decision, once, and goes on', async () => {
  const { written, audit } = writes((write) => write === 1);
  const settled: string[] = [];
  audit.append(record(1));
  audit.settled(() => settled.push('first'));
  await nextTurn();
  expect(settled).toEqual(['first']);
  expect(() => audit.append(record(2))).toThrow('write 1 failed');
  audit.append(record(3));
  await nextTurn();
  expect(written).toEqual([[1], [2, 3]]);
});
