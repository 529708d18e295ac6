import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

/** Everything a terminal obeys or a reader does not see, in one word: OSC 0 and 8, CSI, SGR, BEL, BS, CR, C1, DEL, direction, zero width, tags. */
const HOSTILE =
  'q\u001b]0;owned\u0007\u001b]8;;http://x\u001b\\\u001b[8m\u001b[31m\u001b[2J\b\r\u009b2J\u0085\u007f\u202e\u2066\u200b\u2028\ufeff\u{e0041}z';

// oxlint-disable-next-line no-control-regex
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40/;
// oxlint-disable-next-line no-control-regex
const OWN_COLOURS = /\u001b\[(?:[012]|2[1-9]|3[1-69]|9\d|22;2|1)m/g;

const POLICY = `policy: 1
rules:
  no-curl: { before: run, when: { runs: curl }, deny: "{command} is refused." }
  no-write: { before: write, when: { path: "**/*q*" }, warn: "{path} is odd." }
`;

/** A project in which everything that can have a name has a hostile one. */
async function hostilePlace(): Promise<Lab> {
  const here = lab(POLICY);
  const session = `s${HOSTILE}`;
  await here.hook(bash(`curl ${HOSTILE}`, { session_id: session, tool_use_id: `t${HOSTILE}` }));
  await here.hook({
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: `a/${HOSTILE}`, content: HOSTILE },
    session_id: session,
  });
  await here.hook({
    hook_event_name: 'PreToolUse',
    tool_name: `T${HOSTILE}`,
    tool_input: { x: HOSTILE },
    session_id: session,
  });
  here.write('payload.json', JSON.stringify({ session_id: session, cwd: here.project, ...bash(`curl ${HOSTILE}`) }));
  here.write(
    'transcript.jsonl',
    ['curl', 'deploy']
      .map((program, i) => ({
        type: 'assistant',
        sessionId: session,
        timestamp: '2026-11-01T10:00:00.000Z',
        cwd: here.project,
        uuid: `u${i}`,
        message: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: `${program} ${HOSTILE}` } }],
        },
      }))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  here.write(
    '.claude/settings.json',
    JSON.stringify({
      hooks: {
        PreToolUse: [
          {
            matcher: `Bash|${HOSTILE}`,
            hooks: [{ type: 'command', command: `echo '${HOSTILE.replaceAll('\r', '')}' >&2` }],
          },
        ],
      },
      permissions: { deny: [`Bash(${HOSTILE}:*)`] },
    }),
  );
  here.write('.hookctl/bad\u001b[2J\u202e.yaml', 'policy: 1\nrules:\n  "\\u001b[2Jx": { before: run }\n');
  return here;
}

const LINES: string[][] = [
  ['replay', 'transcript.jsonl'],
  ['replay', 'transcript.jsonl', '--suggest'],
  ['replay', 'transcript.jsonl', '--against', 'pack:strict'],
  ['replay', '--audit'],
  ['log', '--all'],
  ['log', '--grep', HOSTILE],
  ['stats'],
  ['why', 'last'],
  ['explain', `curl ${HOSTILE}`],
  ['explain', '--payload', 'payload.json'],
  ['fire', '--payload', 'payload.json', '--home', '.'],
  ['lint', '--home', '.'],
  ['lint', HOSTILE],
  ['check'],
  ['check', HOSTILE],
  ['check', '.hookctl/bad\u001b[2J\u202e.yaml'],
  ['test'],
  ['doctor', '--home', '.'],
  ['import', '.claude'],
  ['audit', 'verify'],
  ['audit', HOSTILE],
  ['packs', HOSTILE],
  ['help', HOSTILE],
  [HOSTILE],
  ['promote', HOSTILE, '--yes'],
  ['new', HOSTILE],
  ['install', '--scope', HOSTILE],
  ['log', `--${HOSTILE}`],
];
const withJson = [
  'replay',
  'log',
  'stats',
  'why',
  'explain',
  'fire',
  'lint',
  'check',
  'test',
  'doctor',
  'import',
  'audit',
];

it('no command prints what a terminal obeys, in colour, without, or as JSON', { timeout: 240_000 }, async () => {
  const here = await hostilePlace();
  const bad: string[] = [];
  const lines = LINES.flatMap((args) => (withJson.includes(args[0] ?? '') ? [args, [...args, '--json']] : [args]));
  for (const args of lines) {
    const ran = await hookctl(args, { env: { ...here.env, FORCE_COLOR: '1' }, cwd: here.project });
    const said = (ran.stdout + ran.stderr).replace(OWN_COLOURS, '');
    const found = OBEYED.exec(said);
    if (found !== null)
      bad.push(
        `${JSON.stringify(args)}: ${JSON.stringify(said.slice(Math.max(0, found.index - 60), found.index + 20))}`,
      );
    // The colours are only ours: what conceals is not among them, and none comes from the text.
    if (said.includes('\u001b')) bad.push(`${JSON.stringify(args)} has a colour of its own`);
  }
  expect(bad).toEqual([]);
  const { stdout } = await hookctl(['replay', 'transcript.jsonl'], { env: here.env, cwd: here.project });
  expect(stdout).toContain('curl q\\x1b]0;owned\\x07');
});

it('JSON says the same as before, in escapes', async () => {
  const here = await hostilePlace();
  const { stdout } = await hookctl(['log', '--all', '--json'], { env: here.env, cwd: here.project });
  const first = JSON.parse(stdout.split('\n')[0] ?? '') as { session: string; actions: string[] };
  expect(first.session).toBe(`s${HOSTILE}`);
  expect(stdout).toContain('\\u009b2J\\u0085\\u007f\\u202e\\u2066\\u200b\\u2028\\ufeff\\udb40\\udc41z');
});

it('there is one way out: nothing else in src/cli writes to a stream', () => {
  const direct = (readdirSync(join(ROOT, 'src/cli'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /\b(?:process\.(?:stdout|stderr)|stream)\.write\(|\bconsole\./.test(
        readFileSync(join(ROOT, 'src/cli', name), 'utf8'),
      ),
    );
  expect(direct.toSorted()).toEqual(['output.ts', 'progress-bar.ts']);
});
