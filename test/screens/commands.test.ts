import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { COMMANDS } from '../../src/cli/main.ts';
import { openRoom, SIZES, type Stage } from './support/stage.ts';
import { HAS_TMUX, PATIENCE_MS, type Size } from './support/terminal.ts';

const POLICY = `policy: 1
extends: [pack:recommended]
rules:
  no-migrations:
    before: write
    when: { path: 'db/migrations/**' }
    deny: '{path} is written by the migration tool. Run \`npm run migrate:new\` instead.'
    tests:
      - deny: [{ Edit: db/migrations/001.sql }]
      - pass: [{ Edit: src/db.ts }]
`;

/** A guard that means to refuse and does not. */
const GUARD = `#!/bin/sh
if grep -q "push --force"; then
  echo "Blocked: no force pushes" >&2
  exit 1
fi
`;

const CALLS = ['git push --force origin main', 'ls -la', 'git reset --hard', 'npm test', 'cat .env'];

/**
 * In this order, in one project: what needs the least comes first. `prepare` goes on from the screens before it.
 */
const SCREENS: { name: keyof typeof COMMANDS; command: string; prepare?: (stage: Stage) => Promise<void> }[] = [
  { name: 'explain', command: "hookctl explain 'git push --force origin main'" },
  { name: 'doctor', command: 'hookctl doctor' },
  { name: 'status', command: 'hookctl status' },
  { name: 'log', command: 'hookctl log', prepare: playCalls },
  { name: 'stats', command: 'hookctl stats' },
  { name: 'probe', command: 'hookctl probe', prepare: addGuard },
];

/** What an agent would have done: each call goes through the registered hook. */
async function playCalls({ terminal, write }: Stage): Promise<void> {
  for (const [at, command] of CALLS.entries()) {
    write(
      `../call-${at}.json`,
      JSON.stringify({ tool_name: 'Bash', tool_input: { command }, session_id: 'session-1' }),
    );
    expect(await terminal.run(`hookctl fire --payload ../call-${at}.json > /dev/null`)).toBe(0);
  }
}

async function addGuard({ terminal, write }: Stage): Promise<void> {
  write('guard.sh', GUARD);
  const handler = { type: 'command', command: 'sh "$CLAUDE_PROJECT_DIR"/guard.sh' };
  write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] } }));
  await terminal.run('hookctl uninstall --scope local --yes');
}

describe.skipIf(!HAS_TMUX)('the screens of a project', () => {
  const stages = new Map<Size, Stage>();
  const closes: (() => void)[] = [];
  const stageOf = (size: Size): Stage => stages.get(size) ?? expect.fail('no terminal of this size');

  beforeAll(async () => {
    const room = openRoom();
    closes.push(room.close);
    for (const size of SIZES) stages.set(size, await room.openTerminal(size));
    room.write('.hookctl/policy.yaml', POLICY);
    const { terminal } = stageOf(SIZES[0] as Size);
    const setUp = 'git init -q . && hookctl trust --yes && hookctl init --scope local --gitignore --yes';
    if ((await terminal.run(setUp)) !== 0) throw new Error(`${setUp} fails`);
  }, PATIENCE_MS);

  afterAll(() => closes.forEach((close) => close()));

  describe.each(SCREENS)('$name', ({ name, command, prepare }) => {
    beforeAll(() => prepare?.(stageOf(SIZES[0] as Size)), PATIENCE_MS);

    it.each(SIZES)(
      'at $columns×$rows',
      async (size) => {
        const { terminal, screen } = stageOf(size);
        await terminal.clear();
        await terminal.run(command);
        await expect(screen()).toMatchFileSnapshot(`./golden/${name}-${size.columns}x${size.rows}.txt`);
      },
      PATIENCE_MS,
    );
  });
});
