import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rmSync, writeFileSync } from 'node:fs';
import { TRANSCRIPT_READERS } from '../../src/adapters/agents.ts';
import { findTranscripts } from '../../src/replay/read/find-transcripts.ts';
import { noCounts } from '../../src/replay/read/read-counts.ts';
import { readTranscripts } from '../../src/replay/read/read-transcripts.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { inAWord } from './support/past-events.ts';

/** Records of real sessions, offline, without the agents' own prompts: two calls, a command that fails, and one that a hook refused. */
const HOME = join(ROOT, 'test/fixtures/records');

function eventsOf(named: string[]): string[] {
  const place = { env: {}, home: HOME };
  const { sessions, problems } = findTranscripts(named, { readers: TRANSCRIPT_READERS, place });
  expect(problems).toEqual([]);
  return [...readTranscripts(sessions, { home: HOME, counts: noCounts() })].flatMap(({ events }) =>
    events.map(inAWord),
  );
}

const WORK = (agent: string, exits: [string, string]) => [
  `${agent} | session-start | /project`,
  `${agent} | prompt | /project | do the work`,
  `${agent} | before-tool | /project | echo hello > SIDE_EFFECT | ran`,
  `${agent} | after-tool | /project | echo hello > SIDE_EFFECT | ok ${exits[0]}`,
  `${agent} | before-tool | /project | create /project/notes.txt | ran`,
  `${agent} | after-tool | /project | create /project/notes.txt | ok ${exits[1]}`,
  `${agent} | before-tool | /project | false | failed`,
  `${agent} | after-tool | /project | false | failed 1`,
  `${agent} | stop | /project`,
];
const DENIED = (agent: string) => [
  `${agent} | session-start | /project`,
  `${agent} | prompt | /project | run the thing`,
  `${agent} | before-tool | /project | echo ran > SIDE_EFFECT | refused-by-hook`,
  `${agent} | stop | /project`,
];

describe.each([
  ['codex', '.codex/sessions/2026/11/17/rollout-2026-11-17T05-0?.jsonl', ['0', '0']],
  ['copilot', '.copilot/session-state/session-?/events.jsonl', ['0', '-']],
  // Gemini and Qwen tell an exit code only where it is not 0, or of a command.
  ['gemini', '.gemini/tmp/project/chats/session-2026-11-17T05-0?.jsonl', ['-', '-']],
  ['qwen', '.qwen/projects/-project/chats/session-?.jsonl', ['0', '-']],
] as const)('%s', (agent, path, exits) => {
  const file = (number: string) => join(HOME, path.replace('?', number));
  test('a session is read as its hooks would have seen it', () => {
    expect(eventsOf([file('1')])).toEqual(WORK(agent, [...exits]));
  });
  test('what a hook refused has no event after it', () => {
    expect(eventsOf([file('2')])).toEqual(DENIED(agent));
  });
  test('a copy elsewhere is recognised by its first line', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'hookctl-replay-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const copy = join(elsewhere, 'x.jsonl');
    cpSync(file('2'), copy);
    // Gemini's record does not name the directory.
    const expected = agent === 'gemini' ? DENIED(agent).map((line) => line.replace('/project', '/')) : DENIED(agent);
    expect(eventsOf([copy])).toEqual(expected);
  });
});

test('a directory may hold the records of several agents', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hookctl-replay-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  cpSync(HOME, join(elsewhere, 'backup'), { recursive: true });
  const agents = eventsOf([elsewhere]).map((line) => line.split(' | ')[0]);
  expect(new Set(agents)).toEqual(new Set(['codex', 'copilot', 'gemini', 'qwen']));
});

test('without a path, the records of all agents are read', () => {
  const agents = eventsOf([]).map((line) => line.split(' | ')[0]);
  expect(new Set(agents)).toEqual(new Set(['codex', 'copilot', 'gemini', 'qwen']));
});

test('hookctl replay judges them by one policy', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hookctl-replay-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(HOME, home, { recursive: true });
  const policy = join(home, 'policy.yaml');
  writeFileSync(
    policy,
    'policy: 1\nrules:\n  no-notes: { before: write, when: { path: notes.txt }, deny: "No notes." }\n',
  );
  const { stdout, exitCode } = await hookctl(['replay', '--policy', policy, '--json'], {
    cwd: home,
    env: { HOME: home, PATH: process.env['PATH'] ?? '' },
  });
  const report = JSON.parse(stdout) as { rules: { rule: string; calls: number }[] };
  expect([exitCode, report.rules.map(({ rule, calls }) => [rule, calls])]).toEqual([0, [['no-notes', 4]]]);
});
