// What is shown on every agent. Each scene is played with the hook that `hookctl install` wrote; the control run without it does the damage.

const PROJECT = '/mnt/project';
const SECRET = 'TOP-SECRET-4711';

const POLICY = `policy: 1
checks:
  check: { runs: 'sh check.sh *' }
rules:
  keep-precious: { before: run, when: { deletes: [precious, 'precious/**'] }, deny: 'REASON-DELETE: precious things stay.' }
  locked-write: { before: write, when: { path: 'locked/**' }, deny: 'REASON-WRITE: {path} is locked.' }
  locked-read: { before: read, when: { path: 'locked/**' }, deny: 'REASON-READ: {path} is locked.' }
  ask-first: { before: run, when: { runs: 'touch *' }, ask: 'REASON-ASK: shall {command} run?' }
  gate-never:
    at: stop
    when: { unchecked: { files: 'src/**', by: check }, last.check: never }
    deny: 'REASON-STOP-NEVER: run sh check.sh 0 first.'
  gate-failed:
    at: stop
    when: { unchecked: { files: 'src/**', by: check }, last.check: failed }
    deny: 'REASON-STOP-FAILED: the check failed.'
`;

const FILES = {
  '.hookctl/policy.yaml': POLICY,
  'precious/a.txt': 'precious\n',
  'locked/secret.txt': `${SECRET}\n`,
  // Some agents do not tell a hook the exit code: then the check is known by what it prints, as real ones are.
  'check.sh': 'if [ "$1" = 0 ]; then echo "ok 1 - all"; else echo "FAIL: 1 failed"; fi; exit "$1"\n',
  'src/README.md': 'sources\n',
};

/** One after the other in one session; where a refusal ends the session, each in a session of its own. */
function steps(cli) {
  return {
    harmless: cli.shell('cp check.sh harmless.txt'),
    delete: cli.shell('find precious -delete'),
    'edit-tool': cli.write(`${PROJECT}/locked/a.txt`, 'changed'),
    'shell-write': cli.shell('cp check.sh locked/b.txt'),
    read: cli.read(`${PROJECT}/locked/secret.txt`),
    ask: cli.shell('touch asked.txt'),
  };
}

/** Has it happened? Read off the files, and off what the model was told. */
const HAPPENED = {
  harmless: ({ files }) => files['harmless.txt'] !== undefined,
  delete: ({ files }) => files['precious/a.txt'] === undefined,
  'edit-tool': ({ files }) => files['locked/a.txt'] !== undefined,
  'shell-write': ({ files }) => files['locked/b.txt'] !== undefined,
  read: ({ heard }) => heard.some((text) => text.includes(SECRET)),
  ask: ({ files }) => files['asked.txt'] !== undefined,
};

const REASONS = {
  delete: 'REASON-DELETE',
  'edit-tool': 'REASON-WRITE: locked/a.txt',
  'shell-write': 'REASON-WRITE: locked/b.txt',
  read: 'REASON-READ',
  ask: 'REASON-ASK',
};

/** What is put in the place of the dispatcher; null: it is taken away. */
const CRASHES = {
  'exit 1': { node: 'process.exit(1)', native: 'exit 1' },
  killed: { node: "process.kill(process.pid, 'SIGKILL')", native: 'kill -9 $$' },
  hung: { node: 'setInterval(() => {}, 1000)', native: 'exec sleep 90' },
  gone: { node: null, native: null },
};

/** Without the hook: what has happened? */
export async function playControl(cli, play) {
  const all = steps(cli);
  const played = await play(sceneOf(cli, Object.values(all), { guarded: false }));
  return Object.fromEntries(Object.keys(all).map((name) => [name, HAPPENED[name](played)]));
}

function sceneOf(cli, turns, rest) {
  return { files: FILES, turns: [...turns, cli.end ?? 'done'], guarded: true, sabotage: null, ...rest };
}

/** Plays everything on one agent. `play` runs one session; the answer is one row of the table. */
export async function playAll(cli, play) {
  const session = guardedSession(cli, play);
  const all = steps(cli);
  const control = await playControl(cli, play);
  const row = { control, harmless: null, refused: {}, reason: {}, stop: null, crash: {} };

  const guarded = cli.endsOnRefusal
    ? await eachAlone(all, session)
    : await session(Object.values(all)).then((played) =>
        Object.fromEntries(Object.keys(all).map((name) => [name, played])),
      );
  row.harmless = HAPPENED.harmless(guarded.harmless);
  for (const name of Object.keys(all).filter((one) => one !== 'harmless')) {
    row.refused[name] = !HAPPENED[name](guarded[name]);
    row.reason[name] = guarded[name].heard.some((text) => text.includes(REASONS[name]));
  }

  row.stop = await playStop(cli, play);
  for (const [name, sabotage] of Object.entries(CRASHES)) {
    const played = await session([all.delete], { sabotage });
    row.crash[name] = !HAPPENED.delete(played);
  }
  return row;
}

function guardedSession(cli, play) {
  return async (turns, rest = {}) => {
    const played = await play(sceneOf(cli, turns, rest));
    const { installed } = played;
    // Without the hook a session proves nothing, either way.
    if (installed.exitCode !== 0) throw new Error(`install: ${installed.stdout}${installed.stderr}`);
    return played;
  };
}

async function eachAlone(all, session) {
  const played = {};
  for (const [name, turn] of Object.entries(all)) played[name] = await session([turn]);
  return played;
}

/** An edit, then a stop: refused until a check has passed. Without the hook the agent stops at once. */
export async function playStop(cli, play) {
  const done = cli.end ?? 'done';
  const turns = [
    cli.write(`${PROJECT}/src/a.txt`, 'new'),
    done,
    cli.shell('sh check.sh 1'),
    done,
    cli.shell('sh check.sh 0'),
    done,
  ];
  const alone = await play(sceneOf(cli, turns, { guarded: false }));
  const played = await guardedSession(cli, play)(turns);
  const said = (word) => played.heard.some((text) => text.includes(word));
  // Some agents ask the model once more when they are done, for a title or a summary.
  const own = Math.max(0, alone.calls - 2);
  return {
    control: !alone.heard.some((text) => text.includes('FAIL: 1 failed')),
    held: said('REASON-STOP-NEVER'),
    twoReasons: said('REASON-STOP-NEVER') && said('REASON-STOP-FAILED'),
    released: !played.timedOut && played.calls - own >= 6,
    calls: played.calls - own,
  };
}
