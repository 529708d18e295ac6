import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { after } from '../support/payloads.ts';

const POLICY = `policy: 1
checks: { tests: { runs: npm test } }
counters: { calls: { of: any, per: session, reset: prompt } }
rules:
  gate: { at: stop, when: { unchecked: { by: tests } }, deny: '{unchecked.count}: {unchecked.files}' }
  loop: { after: write, when: { count.edits: '>= 3' }, deny: '{path} was edited {count.edits} times' }
`;

const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** Transcripts as the client writes them: a message has its `uuid`, and a fork repeats those of its parent. */
function transcripts(here: Lab) {
  const directory = join(here.home, '.claude/projects/p');
  mkdirSync(directory, { recursive: true });
  const file = (session: string) => join(directory, `${session}.jsonl`);
  return {
    file,
    write: (session: string, messages: number[]) =>
      writeFileSync(
        file(session),
        messages.map((n) => `{"type":"user","uuid":"${id(n)}","sessionId":"${session}"}\n`).join(''),
      ),
    add: (session: string, text: string) => appendFileSync(file(session), text),
  };
}

const STOP = { hook_event_name: 'Stop', stop_hook_active: false };
const edit = (n: number) => after('Edit', { file_path: 'src/a.ts' }, { tool_use_id: `e${n}` });

test('a forked session goes on with the memory of its parent', async () => {
  const here = lab(POLICY);
  const { file, write } = transcripts(here);
  const as = (session: string) => ({ session_id: session, transcript_path: file(session) });
  write('parent', [1, 2, 3]);
  write('other', [7, 8, 9]);
  await here.answer({ ...edit(1), ...as('parent') });
  await here.answer({ ...edit(2), ...as('parent') });
  // The gate of the parent has given way; the person who goes on in the fork starts it again.
  for (let i = 0; i < 4; i++) await here.answer({ ...STOP, ...as('parent') });
  await here.answer({ hook_event_name: 'SessionStart', source: 'fork', ...as('child') });
  await here.answer({ hook_event_name: 'UserPromptSubmit', prompt: 'go on', ...as('child') });
  write('child', [1, 2, 3, 4]);
  expect(await here.answer({ ...STOP, ...as('child') })).toMatchObject({
    decision: 'block',
    reason: '1: src/a.ts [gate]',
  });
  expect(await here.answer({ ...edit(3), ...as('child') })).toMatchObject({
    reason: 'src/a.ts was edited 3 times [loop]',
  });
  // Once: a second event does not copy the facts again, and the parent keeps its own.
  expect(await here.answer({ ...edit(4), ...as('child') })).toMatchObject({
    reason: 'src/a.ts was edited 4 times [loop]',
  });
  expect(await here.answer({ ...edit(5), ...as('parent') })).toMatchObject({
    reason: 'src/a.ts was edited 3 times [loop]',
  });
  expect(readdirSync(join(here.state, 'forks'))).toEqual(['child-done']);
});

test('a check that the parent passed counts, until the fork edits', async () => {
  const here = lab(POLICY);
  const { file, write } = transcripts(here);
  const as = (session: string) => ({ session_id: session, transcript_path: file(session) });
  write('parent', [1, 2]);
  await here.answer({ ...edit(1), ...as('parent') });
  await here.answer({ ...after('Bash', { command: 'npm test' }, { tool_use_id: 't' }), ...as('parent') });
  await here.answer({ hook_event_name: 'SessionStart', source: 'fork', ...as('child') });
  write('child', [1, 2]);
  expect(await here.answer({ ...STOP, ...as('child') })).toBe(null);
  await here.answer({ ...edit(2), ...as('child') });
  expect(await here.answer({ ...STOP, ...as('child') })).toMatchObject({ decision: 'block' });
});

test('the transcript may come late: what the fork did before is not covered by a check of its parent', async () => {
  const here = lab(POLICY);
  const { file, write } = transcripts(here);
  const as = (session: string) => ({ session_id: session, transcript_path: file(session) });
  write('parent', [1, 2]);
  await here.answer({ ...edit(1), ...as('parent') });
  await here.answer({ ...after('Bash', { command: 'npm test' }, { tool_use_id: 't' }), ...as('parent') });
  await here.answer({ hook_event_name: 'SessionStart', source: 'fork', ...as('child') });
  write('child', []);
  expect(await here.answer({ ...edit(2), ...as('child') })).toBe(null);
  write('child', [1, 2, 3]);
  expect(await here.answer({ ...STOP, ...as('child') })).toMatchObject({
    decision: 'block',
    reason: '1: src/a.ts [gate]',
  });
});

test('a fork whose parent is not to be found says so once', async () => {
  const here = lab(POLICY);
  const { file, write } = transcripts(here);
  const as = (session: string) => ({ session_id: session, transcript_path: file(session) });
  await here.answer({ hook_event_name: 'SessionStart', source: 'fork', ...as('child') });
  write('child', [1]);
  expect((await here.answer({ ...STOP, ...as('child') }))?.systemMessage).toBe(
    'hookctl cannot read what this session was forked from (no transcript beside its own has the same messages): it starts with an empty memory, so edit counts and test gates start from zero.',
  );
  expect(await here.answer({ ...STOP, ...as('child') })).toBe(null);
});

test('a session that is no fork inherits nothing', async () => {
  const here = lab(POLICY);
  const { file, write } = transcripts(here);
  const as = (session: string) => ({ session_id: session, transcript_path: file(session) });
  write('parent', [1, 2]);
  await here.answer({ ...edit(1), ...as('parent') });
  await here.answer({ hook_event_name: 'SessionStart', source: 'resume', ...as('child') });
  write('child', [1, 2]);
  expect(await here.answer({ ...STOP, ...as('child') })).toBe(null);
});
