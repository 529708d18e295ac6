import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, DISPATCHER, HOSTS, missing } from '../artefacts.mjs';
import { buildMeter, measureProcesses, processContender } from '../processes.mjs';

const EVENTS = 1_000;

export const about = `a Stop, whose rules need the session's memory: an empty session, and one that remembers ${EVENTS} events`;

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const meter = buildMeter(place);
  if (meter === null) return { missing: 'there is no C compiler (cc) for the meter' };
  const notes = [];
  const contenders = [];
  for (const host of HOSTS) {
    if (!existsSync(host.file)) {
      notes.push(`${host.name}: not built (npm run build:native)`);
      continue;
    }
    for (const length of [0, EVENTS]) {
      const own = join(place, `${host.name}-${length}`);
      mkdirSync(own);
      const policy = join(own, 'policy.yaml');
      writeFileSync(policy, 'policy: 1\nextends: [pack:quality-gates]\n');
      const env = cleanEnvironment(own, { HOOKCTL_POLICY: policy });
      delete env.NODE_EXTRA_CA_CERTS;
      const name = `${host.name}: ${length === 0 ? 'an empty session' : `${length} events`}`;
      const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 'long', cwd: own, stop_hook_active: false });
      // A refused stop is remembered: without this the journal would grow, and after some times the gate gives way.
      const fresh = () => writeJournal(env.HOOKCTL_STATE_DIR, length, own);
      fresh();
      contenders.push(
        processContender(own, {
          name,
          reference: length === 0 ? undefined : `${host.name}: an empty session`,
          command: host.command,
          args: host.args,
          input,
          env,
          cwd: own,
          // Edits without a test run hold the stop up.
          answers: length === 0 ? /^$/ : /"block"/,
          fresh,
        }),
      );
    }
  }
  return { rounds: 12, notes, rows: (rounds) => measureProcesses(meter, contenders, rounds) };
}

/** As the hook itself would have written it: edits of many files, and now and then a run of the tests. */
function writeJournal(state, events, project) {
  const directory = join(state, 'sessions');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  rmSync(join(directory, 'long.jsonl'), { force: true });
  const lines = Array.from({ length: events }, (_, index) =>
    JSON.stringify(
      index % 50 === 49
        ? { at: 1_790_000_000_000 + index, call: `toolu_${index}`, kind: 'check', name: 'tests', ok: true }
        : {
            at: 1_790_000_000_000 + index,
            call: `toolu_${index}`,
            kind: 'edit',
            path: join(project, `src/file-${index % 300}.ts`),
            by: 'tool',
          },
    ),
  );
  // The last word is an edit.
  if (events > 0)
    lines.push(JSON.stringify({ at: 1_790_000_100_000, kind: 'edit', path: join(project, 'src/last.ts'), by: 'tool' }));
  if (lines.length > 0) writeFileSync(join(directory, 'long.jsonl'), `${lines.join('\n')}\n`, { mode: 0o600 });
}
