import { nodeSystem } from '../../src/system/node/system.ts';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trailWriter } from '../../src/audit/chain/trail-writer.ts';
import { verifyTrail } from '../../src/audit/verify/verify-trail.ts';
import { record, writer } from './support/writers.ts';
import { scratch } from '../support/scratch.ts';

const entry = (id: string) => ({ record: record({ callId: id }), frame: { id, durationMs: 1, mode: null } });

it.each([
  ['one segment', undefined],
  ['a new segment now and then', 4096],
])('batches beside a hook that writes between the look and the write: %s', (_, segmentBytes) => {
  const stateDirectory = scratch();
  const hook = writer(stateDirectory, segmentBytes);
  let intrude = false;
  const trail = trailWriter({
    system: nodeSystem,
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

it('a batch begins a line of its own behind one that was cut off, whatever it says', () => {
  const stateDirectory = scratch();
  writer(stateDirectory).write({ callId: 'whole' });
  const [segment = ''] = readdirSync(join(stateDirectory, 'audit')).filter((name) => name.endsWith('.jsonl'));
  appendFileSync(join(stateDirectory, 'audit', segment), '{"id":"cut of');
  const trail = trailWriter({
    system: nodeSystem,
    stateDirectory,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  });
  // Longer than its room in every way, and with characters of more than one byte.
  const reason = `\ud800ä€😀"\n${'x'.repeat(5_000)}`;
  trail.write(['a', 'b'].map((id) => ({ ...entry(id), record: record({ callId: id, reason, payload: { reason } }) })));
  trail.close();
  expect(verifyTrail(stateDirectory)).toMatchObject({ ok: true, lines: 3, findings: [], unwitnessed: 0 });
  const lines = readFileSync(join(stateDirectory, 'audit', segment), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => /"callId":"(\w+)"/.exec(line)?.[1] ?? line)).toEqual(['whole', '{"id":"cut of', 'a', 'b']);
});
