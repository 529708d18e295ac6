import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, HOOKCTL, missing, start } from '../artefacts.mjs';

const DECISIONS = Number(process.env.AUDIT_DECISIONS ?? 100_000);

export const about = `log, stats and why over an audit trail of ${DECISIONS} decisions, beside JSON.parse of its lines`;

const SEGMENT_BYTES = 16 * 1024 * 1024;

/** Reads the same files line by line and parses each line: the least that a query in Node can do. */
const PARSE = `
import { readdirSync, readFileSync } from 'node:fs';
for (const name of readdirSync(process.argv[1]).sort())
  for (const line of readFileSync(process.argv[1] + '/' + name, 'utf8').split('\\n')) if (line !== '') JSON.parse(line);
`;

export async function prepare(place) {
  const absent = missing(HOOKCTL);
  if (absent !== null) return { missing: absent };
  const env = cleanEnvironment(place);
  const directory = join(env.HOOKCTL_STATE_DIR, 'audit');
  const bytes = writeTrail(directory, place);
  const reference = {
    name: 'JSON.parse',
    run: () => start(process.execPath, ['--input-type=module', '-e', PARSE, directory]),
  };
  const query = (name, args, expected) => ({
    name: `hookctl ${name}`,
    reference: reference.name,
    run() {
      const text = start(process.execPath, [HOOKCTL, ...args], { env, cwd: place });
      if (!expected.test(text)) throw new Error(`hookctl ${name} does not answer as it should: ${text.slice(0, 200)}`);
    },
  });
  return {
    rounds: 7,
    notes: [`${Math.round(bytes / 2 ** 20)} MiB of trail; one decision a second, one of twenty is a refusal`],
    contenders: [
      reference,
      query('log', ['log'], /no-deploy/),
      query('log --since 1h', ['log', '--since', '1h'], /no-deploy/),
      query('log --all --grep', ['log', '--all', '--grep', 'step 7777'], /step 7777/),
      query('stats', ['stats', '--json'], new RegExp(`"decisions": ${DECISIONS},`)),
      query('why last deny', ['why', 'last', 'deny', '--json'], /"verdict": "deny"/),
      query('why ID, the oldest', ['why', idOf(0), '--json'], /"step 0"|step 0/),
    ],
  };
}

function writeTrail(directory, project) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const first = Date.now() - DECISIONS * 1000;
  let [segment, size, bytes, lines] = [1, 0, 0, []];
  const flush = () => {
    appendFileSync(join(directory, `trail-${String(segment).padStart(6, '0')}.jsonl`), lines.join(''), { mode: 0o600 });
    if (size >= SEGMENT_BYTES) [segment, size] = [segment + 1, 0];
    lines = [];
  };
  for (let step = 0; step < DECISIONS; step += 1) {
    const line = `${JSON.stringify(decision(step, first + step * 1000, project))}\n`;
    lines.push(line);
    size += line.length;
    bytes += line.length;
    if (lines.length === 1_000) flush();
  }
  flush();
  return bytes;
}

function idOf(step) {
  return `1m7gjvf27-${String(step).padStart(7, '0')}`;
}

/** A line as the hook writes it. */
function decision(step, at, project) {
  const isRefused = step % 20 === 0;
  const command = isRefused
    ? `deploy all # step ${step}`
    : `git log --oneline -n 20 -- src/file-${step % 500}.ts # step ${step}`;
  const text = 'No deploys from here. Ask the release team.';
  const hit = {
    rule: 'no-deploy',
    verb: 'deny',
    effective: 'deny',
    mode: 'enforce',
    because: 'holds',
    text,
    layer: 'project',
    excused: false,
  };
  const session = `session-${Math.floor(step / 400)}`;
  const callId = `toolu_${step}`;
  return {
    id: idOf(step),
    time: new Date(at).toISOString(),
    agent: 'claude-code',
    session,
    actor: null,
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    tool: 'Bash',
    callId,
    cwd: project,
    verdict: isRefused ? 'deny' : 'none',
    rules: isRefused ? ['no-deploy'] : [],
    reason: isRefused ? `${text} [no-deploy]` : '',
    uncertain: false,
    hits: isRefused ? [hit] : [],
    notices: [],
    actions: [`run ${command}`],
    durationMs: (step % 97) / 10,
    mode: null,
    policy: '0123456789abcd',
    project,
    payload: {
      session_id: session,
      transcript_path: `${project}/transcript.jsonl`,
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: 'What this step of the work is about, in a sentence' },
      tool_use_id: callId,
    },
    payloadCut: false,
    chain: { segment: 1, at: step, prev: ['0'.repeat(64)], hash: 'f'.repeat(64) },
  };
}
