import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TRANSCRIPT_READERS } from '../../src/adapters/agents.ts';
import { findTranscripts } from '../../src/replay/read/find-transcripts.ts';
import { noCounts, type ReadCounts } from '../../src/replay/read/read-counts.ts';
import { readTranscripts } from '../../src/replay/read/read-transcripts.ts';
import { hookctl } from '../support/hookctl.ts';
import { HAS_SQLITE3, makeDatabase, type SessionRows } from './support/opencode-database.ts';
import { inAWord } from './support/past-events.ts';

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'hookctl-replay-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const databaseOf = (home: string, agent = 'opencode') => join(home, '.local/share', agent, `${agent}.db`);

function read(home: string, named: string[] = [], since?: number) {
  const counts = noCounts();
  const { sessions, problems } = findTranscripts(named, {
    readers: TRANSCRIPT_READERS,
    place: { env: {}, home },
    since,
  });
  expect(problems).toEqual([]);
  const batches = [...readTranscripts(sessions, { home, counts })];
  return { counts, events: batches.flatMap(({ events }) => events) };
}

const countsBeside = (counts: ReadCounts, expected: Partial<ReadCounts>) =>
  expect(counts).toEqual({ ...noCounts(), ...expected, bytes: counts.bytes });

let calls = 0;
const call = (tool: string, input: object, state: object, at = 1_000) => ({
  type: 'tool',
  tool,
  callID: `call_${(calls += 1)}`,
  state: { input, time: { start: at, end: at + 5 }, ...state },
});
const done = (exit?: number) => ({ status: 'completed', output: 'out', metadata: exit === undefined ? {} : { exit } });
const failed = (error: string) => ({ status: 'error', error });
const finish = (reason: string) => ({ type: 'step-finish', reason });
const session = (id: string, parts: (object | string)[], rest: Partial<SessionRows> = {}): SessionRows => ({
  id,
  messages: [{ role: 'assistant', at: 1_000, parts }],
  ...rest,
});
const shell = (command: string, at = 1_000) => call('bash', { command }, done(0), at);

const WHOLE: SessionRows = {
  id: 'ses_1',
  messages: [
    {
      role: 'user',
      at: 500,
      parts: [
        { type: 'text', text: "don't stop" },
        { type: 'text', text: 'a note of the client', synthetic: true },
        { type: 'file', url: 'data:image/png;base64,AAAA' },
      ],
    },
    { role: 'assistant', at: 1_000, parts: [{ type: 'step-start' }, shell('ls'), finish('tool-calls')] },
    { role: 'assistant', at: 2_000, summary: true, parts: [{ type: 'text', text: 'so far' }, finish('stop')] },
    {
      role: 'assistant',
      at: 3_000,
      parts: [
        call('bash', { command: 'false', workdir: 'src' }, done(1)),
        call('write', { filePath: '/project/notes.txt', content: 'notes' }, done()),
        call('edit', { filePath: '/project/notes.txt', oldString: 'n', newString: 'm' }, failed('Could not find it.')),
        call('read', { filePath: '/project/notes.txt' }, done()),
        call('apply_patch', { patchText: '*** Begin Patch\n*** Add File: p.txt\n+x\n*** End Patch' }, done()),
        call(
          'bash',
          { command: 'one' },
          failed('REASON: no. [my-rule]\nIf this is wanted, a person can permit it once: x'),
        ),
        call('bash', { command: 'two' }, failed('The user rejected permission to use this specific tool call.')),
        call('bash', { command: 'three' }, failed('The user has specified a rule which prevents you from it')),
        call('invalid', { tool: 'nosuchtool', error: 'no such tool' }, done()),
        call('nosuchtool', {}, failed("Model tried to call unavailable tool 'nosuchtool'.")),
        call('bash', { command: 'four' }, { status: 'running' }),
      ],
    },
    { role: 'assistant', at: 4_000, parts: [{ type: 'text', text: 'done' }, finish('stop')] },
  ],
};

const WHOLE_EVENTS = (agent: string) =>
  [
    'session-start | /project',
    "prompt | /project | don't stop",
    'before-tool | /project | ls | ran',
    'after-tool | /project | ls | ok 0',
    'before-tool | /project/src | false | failed',
    'after-tool | /project/src | false | failed 1',
    'before-tool | /project | create /project/notes.txt | ran',
    'after-tool | /project | create /project/notes.txt | ok -',
    'before-tool | /project | modify /project/notes.txt | failed',
    'after-tool | /project | modify /project/notes.txt | failed -',
    'before-tool | /project | read /project/notes.txt | ran',
    'after-tool | /project | read /project/notes.txt | ok -',
    'before-tool | /project | create /project/p.txt | ran',
    'after-tool | /project | create /project/p.txt | ok -',
    'before-tool | /project | one | refused-by-hook',
    'before-tool | /project | two | refused-by-person',
    'before-tool | /project | three | refused-by-rule',
    'stop | /project',
    'before-tool | /project | four | unknown',
  ].map((line) => `${agent} | ${line}`);

describe.skipIf(!HAS_SQLITE3)('sessions in a database', () => {
  test.each(['opencode', 'kilo'])('%s: a session is read as its hooks would have seen it', (agent) => {
    const home = newHome();
    makeDatabase(databaseOf(home, agent), [WHOLE]);
    const { events, counts } = read(home);
    expect(events.map(inAWord)).toEqual(WHOLE_EVENTS(agent));
    expect(events.slice(0, 4).map(({ at, where }) => [at, where.line])).toEqual([
      [500, 1],
      [500, 1],
      [1_000, 5],
      [1_005, 5],
    ]);
    countsBeside(counts, { files: 1, lines: 21, parsed: 21 });
  });

  test('what a subagent does belongs to the session that has started it; a fork repeats', () => {
    const home = newHome();
    const again = shell('again', 1_500);
    const fromUser = { role: 'user' as const, at: 1_900, parts: [{ type: 'text', text: 'the task' }] };
    makeDatabase(databaseOf(home), [
      session('ses_a', [again, shell('late', 3_000)]),
      session('ses_b', [], {
        parent: 'ses_a',
        messages: [fromUser, { role: 'assistant', at: 2_000, parts: [shell('inner', 2_000), finish('stop')] }],
      }),
      session('ses_c', [shell('deepest', 2_500)], { parent: 'ses_b' }),
      session('ses_fork', [again]),
      session('ses_orphan', [shell('alone')], { parent: 'ses_gone' }),
    ]);
    const { events, counts } = read(home);
    const before = events.filter(({ event }) => event.event !== 'after-tool');
    expect(before.map((past) => `${past.event.session.id} ${inAWord(past).split(' | ').slice(3).join(' ')}`)).toEqual([
      'ses_a ',
      'ses_a again ran',
      'ses_a inner ran',
      'ses_a deepest ran',
      'ses_a late ran',
      'ses_fork ',
      'ses_orphan ',
      'ses_orphan alone ran',
    ]);
    countsBeside(counts, { files: 5, lines: 8, parsed: 8, repeated: 1 });
  });

  test.each([true, false])('nothing is changed and nothing is left beside it (journal: %s)', (journal) => {
    const home = newHome();
    const file = databaseOf(home);
    makeDatabase(file, [WHOLE], { journal });
    const names = () => readdirSync(dirname(file)).filter((name) => !name.endsWith('-shm'));
    const contents = () => names().map((name) => [name, readFileSync(join(dirname(file), name)).toString('base64')]);
    const earlier = contents();
    expect(names()).toEqual(journal ? ['opencode.db', 'opencode.db-wal'] : ['opencode.db']);
    // What is new is in the journal: it counts for --since, too.
    utimesSync(file, 1, 1);
    expect(read(home, [], journal ? Date.now() - 60_000 : undefined).events).toHaveLength(WHOLE_EVENTS('').length);
    expect(contents()).toEqual(earlier);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('-shm')).length > 0).toBe(journal);
  });

  test.each([
    ['opencode', ''],
    ['kilo', 'CREATE TABLE kilo_board (id text);'],
  ])('a copy of %s is known by its tables', (agent, also) => {
    const home = newHome();
    const file = databaseOf(home, agent);
    makeDatabase(file, [WHOLE], { also });
    const elsewhere = newHome();
    cpSync(file, join(elsewhere, "o'ld #1?/kilo-beta.db"));
    cpSync(file, join(elsewhere, 'some.sqlite'));
    expect(read(home, [elsewhere]).events.map(inAWord)).toEqual(WHOLE_EVENTS(agent));
    expect(read(home, [join(elsewhere, 'some.sqlite')]).events.map(inAWord)).toEqual(WHOLE_EVENTS(agent));
  });

  test('many rows and large ones come in pages; a row that is too long or broken is counted', () => {
    const home = newHome();
    const many = Array.from({ length: 600 }, (_, index) => shell(`echo ${index}`, 1_000 + index));
    const grow = (place: string, megabytes: number) =>
      `UPDATE part SET data = json_set(data, '$.state.output', printf('%.*c', ${megabytes << 20}, 'x')) WHERE ${place};`;
    makeDatabase(databaseOf(home), [session('ses_many', [...many, '{ torn', shell('huge')])], {
      also: grow("id GLOB '*_00010[0-4]'", 7) + grow("data LIKE '%huge%'", 17),
    });
    const { events, counts } = read(home);
    const commands = events.flatMap(({ event }) =>
      event.event === 'before-tool' ? event.actions.map((action) => action.kind === 'exec' && action.command) : [],
    );
    expect(commands).toEqual(many.map((_, index) => `echo ${index}`));
    const invalidAt = [`${databaseOf(home)}:601`];
    countsBeside(counts, { files: 1, lines: 602, parsed: 600, invalid: 1, tooLong: 1, invalidAt });
  });

  test.each<[string, (file: string) => void, string]>([
    ['no database', (file) => writeFileSync(file, 'x'.repeat(5_000)), 'file is not a database'],
    ['an empty file', (file) => writeFileSync(file, ''), 'no such table: session'],
  ])('%s is reported, and the rest is read', (_, make, problem) => {
    const home = newHome();
    const file = databaseOf(home);
    mkdirSync(dirname(file), { recursive: true });
    make(file);
    makeDatabase(databaseOf(home, 'kilo'), [WHOLE]);
    const { events, counts } = read(home);
    expect(events.map(inAWord)).toEqual(WHOLE_EVENTS('kilo'));
    expect(counts.unreadable).toEqual([{ file, problem: expect.stringContaining(problem) as string }]);
  });
});

test('without sqlite3, hookctl replay says what it could not read and what to do', async () => {
  const home = newHome();
  const file = databaseOf(home);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'SQLite format 3\0');
  const env = { HOME: home, PATH: join(home, 'nothing') };
  const { stdout, exitCode } = await hookctl(['replay', '--pack', 'recommended', '--json'], { cwd: home, env });
  const report = JSON.parse(stdout) as { read: ReadCounts };
  const problem =
    'it is an SQLite database, and the program sqlite3 is not on the PATH. Install it (Debian, Ubuntu: apt install sqlite3; macOS has it) and run replay again';
  expect([exitCode, report.read.unreadable]).toEqual([0, [{ file, problem }]]);
});
