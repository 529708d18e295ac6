import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReplayReport } from '../../src/replay/report/report.ts';
import { lab } from '../support/dispatcher.ts';
import { scratch } from '../support/scratch.ts';
import { hookctl, type Ran } from '../support/hookctl.ts';
import { CASES, FIXTURES } from './support/recorded.ts';

const POLICY = `policy: 1
rules:
  ask-shell-write: { before: run, when: { via: redirect, writes: "**" }, ask: "Write {writes}?" }
  no-forbidden: { before: run, when: { command: /FORBIDDEN/ }, deny: "No." }
  long-files: { before: Read, when: { file.lines: "> 2" }, deny: "{path} is long." }
  big-files: { before: Read, when: { file.size: "> 1k" }, deny: "{path} is big." }
`;

interface Place {
  dir: string;
  env: Record<string, string>;
  policy: string;
}

function place(policy = POLICY): Place {
  const dir = scratch();
  const file = join(dir, 'policy.yaml');
  writeFileSync(file, policy);
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, HOOKCTL_STATE_DIR: join(dir, 'state'), NO_COLOR: '1' };
  return { dir, env, policy: file };
}

const replay = ({ env, dir }: Place, ...args: string[]): Promise<Ran> =>
  hookctl(['replay', ...args], { env, cwd: dir });

async function reportOf(here: Place, ...args: string[]): Promise<ReplayReport> {
  const { stdout, stderr } = await replay(here, ...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ReplayReport;
}

function write(path: string, lines: readonly (string | object)[]): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
  return path;
}

/** One session of calls that all ran. */
function session(id: string, commands: readonly string[], day = 1): object[] {
  const common = { sessionId: id, cwd: '/p', timestamp: `2026-03-0${day}T10:00:00.000Z` };
  return commands.flatMap((command, index) => [
    {
      ...common,
      type: 'assistant',
      message: {
        id: `m${index}`,
        content: [{ type: 'tool_use', id: `${id}-${index}`, name: 'Bash', input: { command } }],
      },
    },
    {
      ...common,
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: `${id}-${index}`, content: 'ok' }] },
    },
  ]);
}

describe('hookctl replay', () => {
  it('recorded sessions: decisions by rule, kinds of calls, what nobody can know any more', async () => {
    const here = place();
    const report = await reportOf(
      here,
      ...CASES.map((name) => join(FIXTURES, name, 'projects')),
      '--policy',
      here.policy,
    );
    expect({ ...report.read, bytes: 0, files: report.read.files, sessions: report.read.sessions }).toMatchObject({
      files: 8,
      sessions: 7,
      invalid: 0,
      torn: 0,
      from: '2026-11-15T23:41:22.232Z',
    });
    expect(report.decisions).toEqual({ deny: 2, ask: 1, warn: 0, observe: 0 });
    expect(report.unknown).toEqual({ decisions: 3, events: 2 });
    expect(
      report.rules.map(({ rule, verdicts, sessions, unknown, outcomes }) => ({
        rule,
        verdicts,
        sessions,
        unknown,
        outcomes,
      })),
    ).toEqual([
      {
        rule: 'big-files',
        verdicts: { deny: 0, ask: 0, warn: 0, observe: 0 },
        sessions: 1,
        unknown: 2,
        outcomes: { ran: 1, failed: 1 },
      },
      {
        rule: 'no-forbidden',
        verdicts: { deny: 2, ask: 0, warn: 0, observe: 0 },
        sessions: 1,
        unknown: 0,
        outcomes: { 'refused-by-hook': 2 },
      },
      {
        rule: 'ask-shell-write',
        verdicts: { deny: 0, ask: 1, warn: 0, observe: 0 },
        sessions: 1,
        unknown: 0,
        outcomes: { ran: 1 },
      },
      {
        rule: 'long-files',
        verdicts: { deny: 0, ask: 0, warn: 0, observe: 0 },
        sessions: 1,
        unknown: 1,
        outcomes: { failed: 1 },
      },
    ]);
    const [first] = report.groups;
    expect({ ...first, examples: first?.examples.map(({ text, outcome }) => ({ text, outcome })) }).toMatchObject({
      rule: 'ask-shell-write',
      shape: 'echo out.txt',
      place: 'inside',
      reading: 'worth a look',
      examples: [{ text: 'echo hi > out.txt', outcome: 'ran' }],
    });
  });

  it('the report for people', async () => {
    const here = place();
    const file = write(join(here.dir, 's.jsonl'), session('s1', ['echo a > log.txt', 'echo FORBIDDEN']));
    const { stdout, stderr, exitCode } = await replay(here, 's.jsonl', '--policy', 'policy.yaml');
    expect({ stdout: stdout.replace(/\(\d.\d MB\)/, '(n MB)'), stderr, exitCode, file: file.length > 0 }).toEqual({
      stdout: `1 session, 2026-03-01 to 2026-03-01: 2 calls, 5 events in 1 file (n MB)
judged by policy.yaml (4 rules)

Would have denied 1, asked about 1, warned about 0

By rule
rule             deny  ask  warn  observe  sessions  days  unknown
ask-shell-write     ·    1     ·        ·         1     1        ·
no-forbidden        1    ·     ·        ·         1     1        ·

By kind of call, likely false alarms first
 60 worth a look  echo log.txt  ask by ask-shell-write
      1 time, 1 session, 1 day; 1 ran
      echo a > log.txt
        2026-03-01 10:00  s1  s.jsonl:1
 60 worth a look  echo  deny by no-forbidden
      1 time, 1 session, 1 day; 1 ran
      echo FORBIDDEN
        2026-03-01 10:00  s1  s.jsonl:3
`,
      stderr: '',
      exitCode: 0,
      file: true,
    });
  });

  it('odd files: byte order mark, CRLF, broken and torn lines, unknown kinds', async () => {
    const here = place();
    const [call, result] = session('s1', ['echo a > x']).map((line) => JSON.stringify(line));
    write(join(here.dir, 's.jsonl'), [
      `\uFEFF${call}\r\n`,
      '{"type":"user", broken\n',
      '\n',
      '{"type":"brand-new","user":"user"}\n',
      'not JSON at all\n',
      '{"type":"summary","sum\r\n',
      '[]\n',
      ' {"type":"summary"} \r\n',
      `${result}\r\n`,
      '{"type":"assistant","message":{"cont',
    ]);
    const { read, decisions } = await reportOf(here, 's.jsonl', '--policy', here.policy);
    expect({ decisions, lines: read.lines, invalid: read.invalid, torn: read.torn, at: read.invalidAt }).toEqual({
      decisions: { deny: 0, ask: 1, warn: 0, observe: 0 },
      lines: 10,
      invalid: 4,
      torn: 1,
      at: ['s.jsonl:2', 's.jsonl:5', 's.jsonl:6', 's.jsonl:7'],
    });
  });

  it('filters: rule, verdict, time, limit', async () => {
    const here = place();
    write(join(here.dir, 'p/a.jsonl'), session('s1', ['echo a > x', 'echo FORBIDDEN'], 1));
    write(join(here.dir, 'p/b.jsonl'), session('s2', ['echo FORBIDDEN > y'], 5));
    const count = async (...args: string[]) => {
      const { decisions, groups, groupsLeftOut } = await reportOf(here, 'p', '--policy', here.policy, ...args);
      return [decisions.deny, decisions.ask, groups.length, groupsLeftOut];
    };
    expect(await count()).toEqual([2, 1, 4, 0]);
    expect(await count('--rule', 'no-forbidden')).toEqual([2, 0, 2, 0]);
    expect(await count('--verdict', 'ask')).toEqual([0, 2, 2, 0]);
    expect(await count('--since', '2026-03-03T00:00Z')).toEqual([1, 0, 2, 0]);
    expect(await count('--until', '2026-03-03T00:00Z')).toEqual([1, 1, 2, 0]);
    expect(await count('--limit', '1')).toEqual([2, 1, 1, 3]);
  });

  it('--against says what becomes stricter and looser, and exits with 1', async () => {
    const here = place();
    write(join(here.dir, 's.jsonl'), session('s1', ['echo a > x', 'echo FORBIDDEN', 'rm -rf build']));
    const other = join(here.dir, 'other.yaml');
    writeFileSync(
      other,
      `policy: 1\nrules:\n  no-rm: { before: run, when: { runs: rm }, deny: "No." }\n  ask-shell-write: { before: run, when: { via: redirect, writes: "**" }, ask: "?" }\n`,
    );
    const { stdout, exitCode } = await replay(here, 's.jsonl', '--policy', here.policy, '--against', other, '--json');
    const { changes } = JSON.parse(stdout) as ReplayReport;
    const row = ({ from, to, rules, shape, calls }: NonNullable<typeof changes>['stricter'][number]) => ({
      from,
      to,
      rules,
      shape,
      calls,
    });
    expect({
      exitCode,
      calls: changes?.calls,
      stricter: changes?.stricter.map(row),
      looser: changes?.looser.map(row),
    }).toEqual({
      exitCode: 1,
      calls: 2,
      stricter: [{ from: 'none', to: 'deny', rules: ['no-rm'], shape: 'rm -r build', calls: 1 }],
      looser: [{ from: 'deny', to: 'none', rules: ['no-forbidden'], shape: 'echo', calls: 1 }],
    });
    expect((await replay(here, 's.jsonl', '--policy', here.policy, '--against', here.policy)).exitCode).toBe(0);
  });

  it('--suggest proposes exceptions that compile and silence what they say', async () => {
    const here = place(`${POLICY}extends: [pack:recommended]\n`);
    for (const day of [1, 2, 3, 4]) {
      const commands = [`echo ${day} > logs/today.txt`, 'cat ~/.ssh/id_rsa', 'rm -rf ~', 'docker volume prune -f'];
      if (day === 4) commands.push('echo x > src/a.ts');
      write(join(here.dir, `p/${day}.jsonl`), session(`s${day}`, commands, day));
    }
    const { suggestions } = await reportOf(here, 'p', '--policy', here.policy, '--suggest');
    const excused = suggestions?.effects.map(({ rule, condition, silenced }) => ({ rule, condition, silenced }));
    expect(excused).toContainEqual({ rule: 'ask-shell-write', condition: { path: 'logs/**' }, silenced: 4 });
    expect(excused?.map(({ rule }) => rule).filter((rule) => /^(?:secret-|delete-)/.test(rule))).toEqual([]);
    writeFileSync(join(here.dir, 'more.yaml'), `${suggestions?.yaml}extends: [./policy.yaml]\n`);
    expect((await hookctl(['check', 'more.yaml'], { env: here.env, cwd: here.dir })).exitCode).toBe(0);
    const after = await reportOf(here, 'p', '--policy', join(here.dir, 'more.yaml'));
    expect(after.rules.find(({ rule }) => rule === 'ask-shell-write')?.calls).toBe(1);
    expect(after.decisions.deny).toBe(8);
  });

  it.each([
    [
      'by its own tests',
      `policy: 1
rules:
  ask-force:
    before: run
    when: { git.push.force: true }
    ask: Force?
    tests: [{ ask: [git push -f origin main] }, { pass: [git push] }]
  ask-migrations: { before: write, when: { path: 'db/migrations/**' }, ask: Migrations? }
`,
    ],
    [
      'by the record',
      `policy: 1
rules:
  ask-force: { before: run, when: { git.push.force: true }, ask: Force? }
  ask-migrations: { before: write, when: { path: 'db/migrations/**' }, ask: Migrations? }
`,
    ],
  ])('--suggest proposes no exception that switches a rule off: known %s', async (_, policy) => {
    const here = place(policy);
    for (const day of [1, 2, 3, 4])
      write(
        join(here.dir, `p/${day}.jsonl`),
        session(`s${day}`, ['git push -f origin feature/x', `echo ${day} > db/migrations/00${day}.sql`], day),
      );
    const { suggestions } = await reportOf(here, 'p', '--policy', here.policy, '--suggest');
    expect(
      suggestions?.effects.map(({ rule, kind, condition, silenced }) => ({ rule, kind, condition, silenced })),
    ).toEqual([
      { rule: 'ask-migrations', kind: 'warn', condition: null, silenced: 4 },
      { rule: 'ask-force', kind: 'warn', condition: null, silenced: 4 },
    ]);
    expect(suggestions?.yaml).toBe(
      'policy: 1\noverrides:\n  ask-migrations:\n    mode: warn\n  ask-force:\n    mode: warn\n',
    );
    const { stdout } = await replay(here, 'p', '--policy', here.policy, '--suggest');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'ask-force, mode: warn: 4 interruptions would become warnings; an exception would turn the whole rule off',
    );
  });

  it('--audit replays our own trail', async () => {
    const here = lab(POLICY);
    const call = (command: string, id: string) => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: id,
    });
    await here.answer(call('echo a > x', 't1'));
    await here.answer({ ...call('echo a > x', 't1'), hook_event_name: 'PostToolUse', tool_response: { stdout: '' } });
    await here.answer(call('echo FORBIDDEN', 't2'));
    const args = [
      'replay',
      '--audit',
      '--state-dir',
      here.state,
      '--policy',
      join(here.project, '.hookctl/policy.yaml'),
    ];
    const { stdout } = await hookctl([...args, '--json'], { env: here.env, cwd: here.project });
    const { decisions, groups, read } = JSON.parse(stdout) as ReplayReport;
    expect({
      decisions,
      without: read.withoutPayload,
      groups: groups.map(({ rule, outcomes }) => ({ rule, outcomes })),
    }).toEqual({
      decisions: { deny: 1, ask: 1, warn: 0, observe: 0 },
      without: 0,
      groups: [
        { rule: 'ask-shell-write', outcomes: { ran: 1 } },
        { rule: 'no-forbidden', outcomes: { 'refused-by-hook': 1 } },
      ],
    });
  });

  it('reads ~/.claude/projects unless told otherwise', async () => {
    const here = place();
    cpSync(join(FIXTURES, 'denied', 'projects'), join(here.dir, '.claude', 'projects'), { recursive: true });
    const report = await reportOf(here, '--policy', here.policy);
    expect(report.decisions.deny).toBe(2);
    const elsewhere = {
      ...here,
      env: { ...here.env, HOME: '/nonexistent', CLAUDE_CONFIG_DIR: join(here.dir, '.claude') },
    };
    expect((await reportOf(elsewhere, '--policy', here.policy)).decisions.deny).toBe(2);
  });

  it.each<[string, string[], string]>([
    ['a transcript that is not there', ['nowhere.jsonl'], 'nowhere.jsonl: there is no such file or directory'],
    ['a directory without one', ['.'], 'no transcript (*.jsonl) below .'],
    ['no home at all', ['--home', 'empty'], 'Name transcripts (*.jsonl) or a directory of them, or use --audit'],
    ['a wrong time', ['x', '--since', 'soon'], '--since "soon" is not a time'],
    ['a wrong verdict', ['x', '--verdict', 'no'], '--verdict "no" is not one of deny, ask, warn, observe'],
    ['a wrong limit', ['x', '--limit', 'many'], '--limit "many" is not a number'],
    ['a trail and a transcript', ['x', '--audit'], '--audit reads the audit trail and takes no TRANSCRIPT'],
    ['a state directory for nothing', ['--state-dir', 'x'], '--state-dir needs --audit'],
  ])('wrong use: %s', async (_, args, message) => {
    const here = place();
    const { stdout, stderr, exitCode } = await replay(here, ...args);
    expect({
      exitCode,
      stdout,
      lines: stderr
        .replace(/^Usage: .*\n/m, '')
        .trimEnd()
        .split('\n').length,
    }).toEqual({
      exitCode: 2,
      stdout: '',
      lines: 1,
    });
    expect(stderr).toContain(message);
  });

  it('a policy with errors is told, and nothing is judged', async () => {
    const here = place('policy: 1\nrules: { x: { befor: run } }\n');
    write(join(here.dir, 's.jsonl'), session('s1', ['ls']));
    const { stderr, exitCode } = await replay(here, 's.jsonl', '--policy', here.policy);
    expect({ exitCode, told: stderr.includes('policy.yaml:2:') }).toEqual({ exitCode: 1, told: true });
  });
});
