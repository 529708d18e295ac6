import { rmSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PastEvent, ResultPlace } from '../../judge/past-event.ts';
import { fileToldBy, payloadOf } from './told-result.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookctl-told-'));
afterAll(() => rmSync(directory, { recursive: true }));

const block = { type: 'tool_result', tool_use_id: 't1', content: 'as text' };
const READ = { type: 'text', file: { filePath: '/p/a', totalLines: 3 } };

/** One call whose result is told by this line, in a file of its own. */
function pastOf(name: string, line: unknown, own: Partial<ResultPlace> = {}): PastEvent {
  const file = join(directory, `${name}.jsonl`);
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  writeFileSync(file, `{"before":1}\n${text}\n`);
  return {
    payload: {
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/p/a' },
      tool_use_id: 't1',
    },
    at: 0,
    where: { file, line: 2 },
    projectRoot: '/p',
    branch: null,
    outcome: null,
    result: { file, offset: 13, length: Buffer.byteLength(text), ...own },
  };
}

describe('what came out of a call, read again', () => {
  it.each<[string, unknown, unknown]>([
    ['the object', { toolUseResult: READ, message: { content: [block] } }, READ],
    ['the block, where the object is a text', { toolUseResult: 'Error', message: { content: [block] } }, 'as text'],
    [
      'the block of this call',
      { message: { content: [{ ...block, tool_use_id: 't0', content: 'no' }, block] } },
      'as text',
    ],
    ['nothing', { message: { content: 'x' } }, undefined],
    ['a line that is not JSON', '{"toolUseResult":', undefined],
  ])('%s', (name, line, response) => {
    expect(payloadOf(pastOf(name, line))['tool_response']).toEqual(response);
  });

  it('only after the call, and only as long as the file is there', () => {
    const past = pastOf('gone', { toolUseResult: READ });
    const before = { ...past, payload: { ...past.payload, hook_event_name: 'PreToolUse' } };
    expect(payloadOf(before)).toEqual(before.payload);
    const asked = payloadOf(past);
    expect(asked['tool_response']).toEqual(READ);
    rmSync(past.where.file);
    expect([asked['tool_response'], payloadOf(past)['tool_response']]).toEqual([READ, undefined]);
  });

  it('of a plain run only what it printed is read', () => {
    const run = { stdout: 'out', stderr: 'err', interrupted: false, isImage: false, noOutputExpected: false };
    const past = pastOf('run', { toolUseResult: run }, { isPlainRun: true });
    const response = payloadOf(past)['tool_response'] as typeof run;
    expect(JSON.parse(JSON.stringify(response))).toEqual(run);
    expect([response.stdout, response.stderr, 'backgroundTaskId' in response]).toEqual(['out', 'err', false]);
    rmSync(past.where.file);
    const gone = payloadOf(past)['tool_response'] as typeof run;
    expect([gone.interrupted, gone.stdout]).toEqual([false, undefined]);
  });

  it.each<[string, { lines?: number | null }, unknown]>([
    ['told by the bytes', { lines: 8 }, { path: '/p/a', newlines: 7 }],
    ['no file was read', { lines: null }, null],
    ['an empty file', { lines: 0 }, null],
    ['must be read to know', {}, { path: '/p/a', newlines: 2 }],
  ])('how long the file was: %s', (name, own, told) => {
    expect(fileToldBy(pastOf(name, { toolUseResult: READ }, own))).toEqual(told);
  });
});
