import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BARE_NODE, cleanEnvironment, dispatch, DISPATCHER, missing } from '../artefacts.mjs';

const EDITS = 1_000;
/** One shell command changes many files: a start of Node for each edit would take minutes. */
const EDITS_PER_CALL = 50;

export const about = `one hook call whose rule needs the session's memory: a new session, and one that remembers ${EDITS} edits`;

export async function prepare(place) {
  const absent = missing(DISPATCHER);
  if (absent !== null) return { missing: absent };
  const policy = join(place, 'policy.yaml');
  writeFileSync(policy, POLICY);
  const env = cleanEnvironment(place, { HOOKCTL_POLICY: policy });
  for (let first = 0; first < EDITS; first += EDITS_PER_CALL) dispatch(shellEdits(place, first), env, place);
  const remembered = journalLines(join(place, 'state'));
  if (remembered < EDITS) return { missing: `the session remembers ${remembered} facts after ${EDITS} edits` };
  let sessions = 0;
  const edit = (session) => dispatch(toolEdit(place, session), env, place);
  return {
    rounds: 15,
    notes: [`the long session's journal held ${remembered} lines at the start`],
    contenders: [
      BARE_NODE,
      { name: 'new session', run: () => edit(`new-${(sessions += 1)}`) },
      { name: `${EDITS} edits`, reference: 'new session', run: () => edit('long') },
    ],
  };
}

const POLICY = `policy: 1
rules:
  loop-stop:
    after: write
    when: { count.edits: ">= 5000" }
    deny: "'{path}' has been edited {count.edits} times."
`;

function shellEdits(place, first) {
  const files = Array.from({ length: EDITS_PER_CALL }, (_, index) => `src/file-${first + index}.txt`);
  const call = { tool_name: 'Bash', tool_input: { command: `sed -i s/a/b/ ${files.join(' ')}` } };
  const response = { stdout: '', stderr: '', interrupted: false, isImage: false };
  return { ...common(place, 'long'), ...call, tool_response: response, tool_use_id: `call-${first}` };
}

function toolEdit(place, session) {
  const file = join(place, 'src/edited.txt');
  const input = { file_path: file, old_string: 'a', new_string: 'b' };
  return { ...common(place, session), tool_name: 'Edit', tool_input: input, tool_response: { filePath: file } };
}

function common(place, session) {
  return { hook_event_name: 'PostToolUse', session_id: session, cwd: place };
}

function journalLines(state) {
  const files = readdirSync(state, { recursive: true }).filter((name) => /long.*\.jsonl$/.test(name));
  return files.map((name) => readFileSync(join(state, name), 'utf8').split('\n').length - 1).reduce((a, b) => a + b, 0);
}
