import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventName } from '../../src/protocol/event.ts';
import { success } from '../../src/protocol/outcome.ts';
import { runAgent } from '../../src/runtime/handlers/agent/index.ts';
import { call, say, serveModel, type Turn } from './support/model-server.ts';
import { contextFor } from './support/run-context.ts';
import { scratch } from '../support/scratch.ts';

const YES = [call('StructuredOutput', { ok: true })];

function project(files: Record<string, string | Buffer>): string {
  const dir = scratch();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  return dir;
}

async function run(turns: Turn[], projectDir = '/nonexistent', event: EventName = 'PreToolUse', timeoutMs = 20_000) {
  const model = await serveModel(...turns);
  const handler = { type: 'agent', prompt: 'Verify. $ARGUMENTS', onFailure: 'block' } as const;
  const result = await runAgent(handler, contextFor(event, { env: model.env, projectDir, timeoutMs }));
  return { ...result, requests: model.requests() };
}

/** What the model got back for one call. */
async function resultOf(projectDir: string, name: string, input: unknown) {
  const { requests } = await run([[call(name, input)], YES], projectDir);
  const last = requests[1]?.messages.at(-1)?.content as { content: string; is_error: boolean }[];
  return { text: last[0]?.content, isError: last[0]?.is_error };
}

describe('the verdict', () => {
  it('ok: true approves nothing', async () => {
    expect(await run([YES])).toMatchObject({ outcome: success(), stdout: '{"ok":true}' });
  });

  it.each<[EventName]>([['PreToolUse'], ['PostToolUse'], ['Stop'], ['UserPromptSubmit']])(
    'ok: false blocks on %s and does not end the turn',
    async (event) => {
      const { outcome } = await run([[call('StructuredOutput', { ok: false, reason: 'no tests' })]], undefined, event);
      const reason = 'Agent hook condition was not met: no tests';
      const block = { reason, quotesHandler: false, failedClosed: false };
      expect(outcome).toEqual(success({ kind: 'blocking-error', block }));
    },
  );

  it('ok: false has no effect on PermissionDenied', async () => {
    const { outcome } = await run([[call('StructuredOutput', { ok: false })]], undefined, 'PermissionDenied');
    expect(outcome.kind).toBe('success');
  });

  it('a verdict of the wrong shape goes back to the model', async () => {
    const { outcome, requests } = await run([[call('StructuredOutput', { ok: 'yes' })], YES]);
    expect(outcome).toEqual(success());
    expect(requests[1]?.messages.at(-1)).toMatchObject({ content: [{ is_error: true }] });
  });

  it('prose is answered by one reminder, then there is no verdict', async () => {
    const { outcome, requests } = await run([say('{"ok":false,"reason":"no"}')]);
    expect(requests).toHaveLength(2);
    const notice = 'the verifier ended without a verdict';
    expect(outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice, noVerdict: true }));
  });

  it('fifty turns without a verdict are the end', async () => {
    const { outcome, requests } = await run([[call('Glob', { pattern: '*' })]], project({}));
    expect(requests).toHaveLength(50);
    const notice = 'the verifier gave no verdict in 50 turns';
    expect(outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice, noVerdict: true }));
  });

  it('an API error is no verdict', async () => {
    const { outcome, requests } = await run([529]);
    expect(requests).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: 'non-blocking-error', noVerdict: true, block: null });
  });

  it('is cancelled when the time is up', async () => {
    const { outcome } = await run([null], undefined, 'PreToolUse', 300);
    expect(outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice: 'timed out', noVerdict: true }));
  });

  it('has four tools, all of them read-only', async () => {
    const { requests } = await run([YES]);
    expect(requests[0]?.tools?.map((tool) => tool.name)).toEqual(['Read', 'Grep', 'Glob', 'StructuredOutput']);
  });
});

describe('Read', () => {
  it('gives numbered lines, whole or in part', async () => {
    const dir = project({ 'f.txt': 'one\ntwo\nthree\n' });
    expect(await resultOf(dir, 'Read', { file_path: join(dir, 'f.txt') })).toEqual({
      text: '1\tone\n2\ttwo\n3\tthree',
      isError: false,
    });
    const part = await resultOf(dir, 'Read', { file_path: 'f.txt', offset: 2, limit: 1 });
    expect(part).toEqual({ text: '2\ttwo\n(1 more lines)', isError: false });
  });

  it('stops at its limits', async () => {
    const dir = project({ big: 'x\n'.repeat(200_000), wide: 'y'.repeat(300_000) });
    const big = await resultOf(dir, 'Read', { file_path: 'big' });
    expect(big.text?.split('\n')).toHaveLength(2002);
    expect(big.text).toContain('only the first 262144 bytes');
    expect((await resultOf(dir, 'Read', { file_path: 'wide' })).text?.length).toBeLessThan(2100);
  });

  it('reads nothing outside the project, by no way', async () => {
    const outside = project({ 'secret.txt': 'SECRET' });
    const dir = project({ 'f.txt': 'x' });
    symlinkSync(join(outside, 'secret.txt'), join(dir, 'link.txt'));
    symlinkSync(outside, join(dir, 'dir'));
    const ways = [
      'link.txt',
      'dir/secret.txt',
      join(outside, 'secret.txt'),
      `../${outside.split('/').at(-1)}/secret.txt`,
    ];
    for (const file_path of ways) {
      const refusal = { text: `cannot be read: ${file_path}`, isError: true };
      expect(await resultOf(dir, 'Read', { file_path })).toEqual(refusal);
    }
    const found = await resultOf(dir, 'Grep', { pattern: 'SECRET' });
    expect(found).toEqual({ text: 'no lines found', isError: false });
    expect(await resultOf(dir, 'Grep', { pattern: 'SECRET', path: 'dir' })).toMatchObject({ isError: true });
    expect(await resultOf(dir, 'Glob', { pattern: '**' })).toEqual({ text: 'f.txt', isError: false });
    expect(await resultOf(dir, 'Glob', { pattern: '**', path: outside })).toMatchObject({ isError: true });
  });

  it('a neighbour whose name begins like the project is outside', async () => {
    const parent = project({ 'app/f.txt': 'x', 'app-secret/f.txt': 'SECRET' });
    const result = await resultOf(join(parent, 'app'), 'Read', { file_path: '../app-secret/f.txt' });
    expect(result.isError).toBe(true);
  });

  it('a project reached through a link is itself inside', async () => {
    const dir = project({ 'real/f.txt': 'x' });
    symlinkSync(join(dir, 'real'), join(dir, 'alias'));
    const result = await resultOf(join(dir, 'alias'), 'Read', { file_path: 'f.txt' });
    expect(result).toEqual({ text: '1\tx', isError: false });
  });

  it.each([
    [{ file_path: 'missing' }, 'cannot be read: missing'],
    [{ file_path: 'binary' }, 'binary: not a text file'],
    [{ file_path: '.' }, '.: not a regular file'],
    [{}, '"file_path" is missing'],
    [{ file_path: 5 }, '"file_path" must be of type string'],
    [{ file_path: 'f', offset: 1.5 }, '"offset" must be of type integer'],
  ])('says what is wrong with %j', async (input, text) => {
    const dir = project({ binary: Buffer.from([1, 0, 2]) });
    expect(await resultOf(dir, 'Read', input)).toEqual({ text, isError: true });
  });

  it('a tool nobody has is an error for the model', async () => {
    const result = await resultOf(project({}), 'Bash', { command: 'ls' });
    expect(result).toEqual({ text: 'there is no tool named Bash', isError: true });
  });
});

describe('Grep and Glob', () => {
  const FILES = {
    'src/a.ts': 'let x = 1;\nlet y = 2;',
    'src/deep/b.ts': 'let x = 3;',
    'c.md': 'let x (a+b)',
    'node_modules/m/i.ts': 'let x',
    '.git/config': 'let x',
    blob: Buffer.from([0, 108]),
  };

  it.each([
    [{ pattern: 'x = \\d' }, 'src/a.ts:1: let x = 1;\nsrc/deep/b.ts:1: let x = 3;'],
    [{ pattern: '(a+b)', literal: true }, 'c.md:1: let x (a+b)'],
    [{ pattern: 'let', glob: '**/*.ts', path: 'src/deep' }, 'src/deep/b.ts:1: let x = 3;'],
    [{ pattern: 'y', path: 'src/a.ts' }, 'src/a.ts:2: let y = 2;'],
    [{ pattern: '(?i)LET Y' }, 'src/a.ts:2: let y = 2;'],
    [{ pattern: 'nothing' }, 'no lines found'],
  ])('Grep %j', async (input, text) => {
    expect(await resultOf(project(FILES), 'Grep', input)).toEqual({ text, isError: false });
  });

  it.each(['(', '(?=a)', '(a)\\1', 'a'.repeat(501)])('Grep refuses %j', async (pattern) => {
    expect(await resultOf(project(FILES), 'Grep', { pattern })).toMatchObject({ isError: true });
  });

  it('Grep is not held by a pattern that backtracks elsewhere', async () => {
    const dir = project({ f: `${'a'.repeat(5000)}!` });
    expect(await resultOf(dir, 'Grep', { pattern: '^(a+)+$' })).toEqual({ text: 'no lines found', isError: false });
  });

  it('Grep stops at its limit', async () => {
    const { text } = await resultOf(project({ f: 'x\n'.repeat(1000) }), 'Grep', { pattern: 'x' });
    expect(text?.split('\n')).toHaveLength(201);
    expect(text).toContain('(stopped after 200 lines)');
  });

  it.each([
    [{ pattern: '**/*.ts' }, 'src/a.ts\nsrc/deep/b.ts'],
    [{ pattern: '*.ts', path: 'src' }, 'src/a.ts'],
    [{ pattern: './*.{md,ts}' }, 'c.md'],
    [{ pattern: 'src/?.ts' }, 'src/a.ts'],
    [{ pattern: 'src/**' }, 'src/a.ts\nsrc/deep/b.ts'],
    [{ pattern: '*.py' }, 'no files found'],
  ])('Glob %j', async (input, text) => {
    expect(await resultOf(project(FILES), 'Glob', input)).toEqual({ text, isError: false });
  });
});
