import { nodeSystem } from '../../src/system/node/system.ts';
import { readFileSync, writeSync } from 'node:fs';
import { judgeBatch } from './judge-batch.ts';

const judge = judgeBatch(nodeSystem, readFileSync(process.argv[2] ?? '', 'utf8'));
for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (line === '') continue;
  const bytes = Buffer.from(`${judge(line)}\n`, 'utf8');
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
