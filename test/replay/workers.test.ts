import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/config/compile-layers.ts';
import type { ReplayReport } from '../../src/replay/report.ts';
import { type RunOptions, runReplay } from '../../src/replay/run-replay.ts';
import { findTranscripts } from '../../src/replay/transcript/find-transcripts.ts';
// @ts-expect-error a script without types
import { transcriptLines } from '../../bench/synthetic-transcript.mjs';
import { scratch } from '../dispatcher/support/scratch.ts';
import { ROOT } from '../support/hookctl.ts';
import { CASES, FIXTURES } from './support/recorded.ts';

const WORKER = join(ROOT, 'dist', 'judge-worker.cjs');

const linesOf = transcriptLines as (seed: number) => Iterable<string>;

/** Asks the memory, the output, the input, the time and files of commands, besides what the packs ask. */
const POLICY = `policy: 1
extends: [pack:default]
counters:
  greps: { of: run, per: program }
  asked: { of: ask-shell-write, per: session }
rules:
  ask-shell-write: { before: write, when: { via: redirect }, ask: "Write {path}?" }
  many-greps: { before: run, when: { runs: rg, count.greps: ">= 3" }, warn: "rg came {count.greps} times." }
  told-output: { after: run, when: { output: /naïve/ }, warn: "{command} said it." }
  told-failures: { after: run, when: { result: failed }, deny: "Look at exit {exit}." }
  described: { before: run, when: { input.description: /parser/ }, warn: "It is about the parser." }
  at-all-hours: { before: run, when: { runs: git, time: "00:00-23:58" }, ask: "{command} at this hour?" }
  often-asked: { before: run, when: { runs: docker, count.asked: ">= 2" }, warn: "Asked {count.asked} times." }
`;

function artefactOf(policy: string) {
  const chosen = [{ layer: 'project', path: 'policy.yaml', wanted: true } as const];
  const { artefact, problems } = compileLayers(chosen, { instead: new Map([['policy.yaml', policy]]) });
  if (artefact === null) throw new Error(JSON.stringify(problems));
  return { chosen: [], artefact };
}

const policy = artefactOf(POLICY);
const other = artefactOf(`policy: 1\nrules:\n  no-rm: { before: run, when: { runs: rm }, deny: "No." }\n`);

/** Sessions that overlap in what they do, some of it in other places. */
function writeCorpus(sessions: number, lines: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-'));
  for (let seed = 1; seed <= sessions; seed++) {
    const own: string[] = [];
    for (const line of linesOf(seed)) {
      if (own.push(line) >= lines) break;
    }
    const name = `00000000-0000-4000-8000-0000000000${10 + seed}`;
    const text = own.join('').replaceAll('00000000-0000-4000-8000-000000000001', name);
    const moved = seed % 2 === 0 ? text.replaceAll('/home/dev/project', '/home/dev/project/src') : text;
    writeFileSync(join(dir, `${name}.jsonl`), moved);
  }
  return dir;
}

async function report(paths: string[], options: Partial<RunOptions> = {}): Promise<Partial<ReplayReport>> {
  const {
    seconds: _,
    maxRss: __,
    ...rest
  } = await runReplay({
    records: { kind: 'transcripts', sessions: findTranscripts(paths).sessions },
    policy,
    against: null,
    env: {},
    home: '/home/dev',
    present: false,
    wanted: {},
    limit: 1_000,
    suggest: false,
    workers: { size: 0, file: WORKER },
    onProgress: () => undefined,
    isStopped: () => false,
    ...options,
  });
  return rest;
}

describe('threads that judge', () => {
  let corpus = '';
  let alone: Partial<ReplayReport> = {};

  beforeAll(async () => {
    corpus = writeCorpus(6, 400);
    alone = await report([corpus]);
  }, 60_000);
  afterAll(() => rmSync(corpus, { recursive: true, force: true }));

  it('every rule of the policy has something to say here', () => {
    const rules = alone.rules?.map(({ rule }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining([
        'ask-shell-write',
        'many-greps',
        'told-output',
        'told-failures',
        'described',
        'at-all-hours',
        'often-asked',
        'loop-advice',
      ]),
    );
  });

  it.each([1, 3])('%i of them: the report is the same', async (size) => {
    expect(await report([corpus], { workers: { size, file: WORKER } })).toEqual(alone);
  });

  it.each<[string, Partial<RunOptions>]>([
    ['two policies', { against: other }],
    ["today's files", { present: true }],
    ['another mode', { mode: 'observe' }],
    ['a part of the time', { wanted: { since: Date.UTC(2026, 0, 5, 12), rules: ['many-greps', 'loop-advice'] } }],
    ['suggestions', { suggest: true }],
  ])('%s: the report is the same', async (_, options) => {
    const [none, two] = await Promise.all(
      [0, 2].map((size) => report([corpus], { ...options, workers: { size, file: WORKER } })),
    );
    expect(two).toEqual(none);
  });

  it('recorded sessions, subagents in between: the report is the same', async () => {
    const paths = CASES.map((name) => join(FIXTURES, name, 'projects'));
    expect(await report(paths, { workers: { size: 2, file: WORKER } })).toEqual(await report(paths));
  });

  const script = (text: string): string => {
    const file = join(scratch(), 'worker.cjs');
    writeFileSync(file, `const { parentPort } = require('node:worker_threads');\n${text}\n`);
    return file;
  };
  const real = `require(${JSON.stringify(WORKER)});`;

  it('they are asked', async () => {
    const mark = join(scratch(), 'asked');
    const file = script(
      `parentPort.on('message', () => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''));${real}`,
    );
    await report([corpus], { workers: { size: 1, file } });
    expect(existsSync(mark)).toBe(true);
  });

  it.each<[string, string]>([
    ['cannot start', `throw new Error('no');`],
    ['is not there', ''],
    ['dies at the first question', `parentPort.on('message', () => process.exit(1));`],
    [
      'dies in the middle',
      `let asked = 0; parentPort.on('message', () => { if (++asked > 3) process.exit(1); });${real}`,
    ],
    ['answers nonsense', `parentPort.on('message', () => parentPort.postMessage('what?'));${real}`],
  ])('one that %s costs time, not the report', async (_, text) => {
    const file = text === '' ? join(scratch(), 'nowhere.cjs') : script(text);
    expect(await report([corpus], { workers: { size: 2, file } })).toEqual(alone);
  });

  it('an interrupted replay ends, and says that it is not all', async () => {
    let asked = 0;
    const part = await report([corpus], { workers: { size: 2, file: WORKER }, isStopped: () => (asked += 1) > 2 });
    expect(part.stopped).toBe(true);
    expect(part.read?.bytes).toBeLessThan(alone.read?.bytes ?? 0);
  });
});
