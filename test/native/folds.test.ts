import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISPATCHER, type Lab, lab } from '../support/dispatcher.ts';
import { ROOT } from '../support/hookctl.ts';
import { NATIVE, nativeMissing } from './hosts.ts';
import { edited } from '../support/payloads.ts';

const COUNTS = `policy: 1
checks: { tests: { runs: [npm test] } }
counters: { shells: { on: run, per: program } }
rules:
  told: { after: write, when: { count.edits: ">= 1" }, warn: "{count.edits} times" }
`;

const NODE = DISPATCHER.endsWith('.cjs') ? DISPATCHER : join(ROOT, 'dist/dispatcher.cjs');

/** Odd texts, lines that are no facts, half a character. */
function journal(project: string): Buffer {
  const facts = [
    ...['a.ts', 'é"\\.ts', '日本\u2028.ts', '\ud800.ts'].flatMap((name) =>
      Array.from({ length: 8 }, (_, at) => ({ kind: 'edit', path: join(project, name), by: 'tool', at })),
    ),
    { kind: 'check', name: 'tests', ok: true, call: 'c"1', at: 5 },
    { kind: 'check', name: 'tests', ok: true, call: 'c"1', at: 6 },
    { kind: 'count', counter: 'shells', key: 'git', at: 1.5e12 },
    { kind: 'stop-denied', cause: 'gate', at: 9 },
    { kind: 'once-offered', code: 'ABC', rule: 'r', about: '日本', hash: 'h', at: 10 },
    { kind: 'edit', path: 7, at: 3 },
  ];
  const lines = facts.map((fact) => Buffer.from(`${JSON.stringify(fact)}\n`));
  return Buffer.concat([...lines, Buffer.from([0xe6, 0x97, 0x0a]), Buffer.from('{"torn\n')]);
}

describe.skipIf(nativeMissing)('a folded session (skipped: dist/native is absent)', () => {
  const start = async (dispatcher: string): Promise<Lab> => {
    const here = lab(COUNTS);
    mkdirSync(join(here.state, 'sessions'), { recursive: true, mode: 0o700 });
    writeFileSync(join(here.state, 'sessions', 's1.jsonl'), journal('/p'), { mode: 0o600 });
    await here.answer({ ...edited('/p/a.ts'), cwd: '/p' }, { dispatcher });
    return here;
  };
  /** Without what differs by nature: the inode, and the time of the last edit with what covers it. */
  const snapshot = ({ state }: Lab): string[] =>
    readFileSync(join(state, 'folds', 's1'), 'utf8')
      .split('\n')
      .slice(1);

  it('is the same text on both hosts', async () => {
    const [node, native] = [await start(NODE), await start(NATIVE)];
    expect(snapshot(native)).toEqual(snapshot(node));
    expect(snapshot(node).join('\n')).toContain('\\ud800');
  });

  it.each([
    ['Node', NODE, NATIVE],
    ['the native dispatcher', NATIVE, NODE],
  ])('by %s is gone on from by the other', async (_, first, second) => {
    const here = await start(first);
    const kept = snapshot(here);
    const answer = await here.answer({ ...edited('/p/a.ts'), cwd: '/p' }, { dispatcher: second });
    expect(answer?.systemMessage).toContain('10 times');
    expect(snapshot(here)).toEqual(kept);
  });
});
