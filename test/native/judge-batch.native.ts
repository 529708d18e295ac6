import { nativeSystem } from '../../src/system/native/system.ts';
import { host } from '../../src/system/native/host.ts';
import { judgeBatch } from './judge-batch.ts';

/** `judge-batch POLICY`: cases on stdin, one a line; a line of result for each. Broken off where one of them takes longer than this. */
const LONGEST_MS = 20_000;

(globalThis as { hookctlHook?: unknown }).hookctlHook = {
  run: (): number => {
    const [policy = ''] = host.arguments();
    const judge = judgeBatch(nativeSystem, readAll(host.open(policy, 0, 0)));
    for (const line of readAll(0).split('\n')) {
      if (line === '') continue;
      host.giveUpAt(host.now() + LONGEST_MS);
      host.print(1, `${judge(line)}\n`);
    }
    return 0;
  },
  failed: (problem: string): number => {
    host.print(2, `${problem}\n`);
    return 1;
  },
};

function readAll(file: number): string {
  return host.readText(file, -1, Infinity);
}
