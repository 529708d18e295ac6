import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReplayReport } from '../../src/replay/report/report.ts';
// @ts-expect-error a script without types
import { writeTranscript } from '../../bench/synthetic-transcript.mjs';
import { scratch } from '../support/scratch.ts';
import { HOOKCTL, run } from '../support/hookctl.ts';

const write = writeTranscript as (path: string, bytes: number) => number;

describe('memory', () => {
  it('a transcript larger than the heap is judged to its end', async () => {
    const dir = scratch();
    const file = join(dir, 'large.jsonl');
    const bytes = write(file, 80e6);
    const env = { PATH: process.env['PATH'] ?? '', HOME: dir };
    const { stdout, stderr, exitCode } = await run(
      process.execPath,
      ['--max-old-space-size=48', HOOKCTL, 'replay', file, '--pack', 'shell-writes', '--json'],
      { env, cwd: dir },
    );
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const { read, events } = JSON.parse(stdout) as ReplayReport;
    expect(read.bytes).toBe(bytes);
    expect(events['PreToolUse'] ?? 0).toBeGreaterThan(4_000);
  });

  it('a line of 100 MB is passed over, not held', async () => {
    const dir = scratch();
    const file = join(dir, 'long.jsonl');
    const { openSync, writeSync, closeSync } = await import('node:fs');
    const call = {
      type: 'assistant',
      sessionId: 's',
      cwd: '/p',
      message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'echo x > y' } }] },
    };
    const out = openSync(file, 'w');
    writeSync(out, '{"type":"user","message":{"content":"');
    const piece = 'x'.repeat(1 << 20);
    for (let count = 0; count < 100; count++) writeSync(out, piece);
    writeSync(out, `"}}\n${JSON.stringify(call)}\n`);
    closeSync(out);
    const { stdout, exitCode } = await run(
      process.execPath,
      ['--max-old-space-size=48', HOOKCTL, 'replay', file, '--pack', 'strict', '--json'],
      { env: { PATH: process.env['PATH'] ?? '', HOME: dir }, cwd: dir },
    );
    const { read, decisions } = JSON.parse(stdout) as ReplayReport;
    expect({ exitCode, tooLong: read.tooLong, refused: decisions.deny }).toEqual({
      exitCode: 0,
      tooLong: 1,
      refused: 1,
    });
  });
});
