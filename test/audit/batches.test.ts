import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { batchAudit } from '../../src/audit/batch-audit.ts';
import { verifyTrail } from '../../src/audit/verify/verify-trail.ts';
import { record, writer } from './support/writers.ts';

const entry = (id: string) => ({ record: record({ callId: id }), frame: { id, durationMs: 1, mode: null } });

it.each([
  ['one segment', undefined],
  ['a new segment now and then', 4096],
])('batches beside a hook that writes between the look and the write: %s', (_, segmentBytes) => {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'hookctl-batches-'));
  onTestFinished(() => rmSync(stateDirectory, { recursive: true, force: true }));
  const hook = writer(stateDirectory, segmentBytes);
  let intrude = false;
  const trail = batchAudit({
    stateDirectory,
    segmentBytes,
    // Asked for each line, after the end of the trail was looked for and before anything is written.
    sha256: (text) => {
      if (intrude) hook.write({ callId: 'in between' });
      intrude = false;
      return createHash('sha256').update(text).digest('hex');
    },
  });
  let written = 0;
  for (let round = 0; round < 12; round++) {
    intrude = round % 3 === 1;
    written += intrude ? 4 : 3;
    trail.write([entry(`${round}a`), entry(`${round}b`), entry(`${round}c`)]);
  }
  trail.close();
  expect(verifyTrail(stateDirectory)).toMatchObject({ ok: true, lines: written, findings: [], unwitnessed: 0 });
});
