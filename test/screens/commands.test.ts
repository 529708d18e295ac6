import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/main.ts';
import { openStage, SIZES, type Stage } from './support/stage.ts';
import { HAS_TMUX, PATIENCE_MS } from './support/terminal.ts';

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

const SCREENS: { name: keyof typeof COMMANDS; commands: string[]; prepare?: (stage: Stage) => Promise<void> }[] = [
  { name: 'explain', commands: ["hookctl explain 'git push --force origin main'"] },
  { name: 'doctor', commands: ['hookctl doctor'] },
  { name: 'status', commands: ['hookctl status'] },
  { name: 'log', commands: ['hookctl log'], prepare: playCalls },
  { name: 'stats', commands: ['hookctl stats'], prepare: playCalls },
  { name: 'probe', commands: ['hookctl probe'], prepare: addGuard },
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

describe.skipIf(!HAS_TMUX).each(SIZES)('at $columns×$rows', (size) => {
  it.each(SCREENS.filter(({ name }) => name in COMMANDS))(
    '$name',
    async ({ name, commands, prepare }) => {
      const stage = await openStage(size);
      const { terminal, screen, write } = stage;
      write('.hookctl/policy.yaml', POLICY);
      await terminal.run('git init -q . && hookctl trust --yes && hookctl init --scope local --gitignore --yes');
      await prepare?.(stage);
      await terminal.clear();
      for (const command of commands) await terminal.run(command);
      await expect(screen()).toMatchFileSnapshot(`./golden/${name}-${size.columns}x${size.rows}.txt`);
    },
    PATIENCE_MS,
  );
});
