import { describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/protocol/handler.ts';
import { type Outcome, success } from '../../src/protocol/outcome.ts';
import { runHttp } from '../../src/runtime/handlers/http/index.ts';
import { type Answer, deadOrigin, serve } from './support/http-server.ts';
import { contextFor } from './support/run-context.ts';

const DENY = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
};

const reply =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

const failed = (notice: string): Outcome => success({ kind: 'non-blocking-error', notice, noVerdict: true });

const closed = (reason: string, notice: string): Outcome =>
  success({ kind: 'blocking-error', notice, block: { reason, quotesHandler: true, failedClosed: true } });

async function run(answer: Answer, fields: Partial<HttpHandler> = {}, ...context: Parameters<typeof contextFor>) {
  const server = await serve(answer);
  const url = `${server.origin}/hook/h`;
  const result = await runHttp({ type: 'http', url, ...fields }, contextFor(...context));
  return { ...result, url, seen: server.seen };
}

describe('what an http handler sends', () => {
  it('POSTs the payload as JSON', async () => {
    const context = contextFor('PreToolUse');
    const { seen } = await run(reply(200), {}, 'PreToolUse');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/hook/h',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(context.payload),
    });
  });

  it.each([
    ['its own list', ['TOKEN', 'LINES'], undefined, 'Bearer tok', 'v=.', 'ab: c'],
    ['no list', undefined, undefined, 'Bearer', 'v=.', ''],
    ['its own list and the settings', ['TOKEN', 'OTHER'], ['OTHER'], 'Bearer', 'v=secret.', ''],
    ['settings alone', undefined, ['TOKEN', 'OTHER'], 'Bearer', 'v=.', ''],
  ])('fills variables allowed by %s', async (_, allowedEnvVars, httpAllowedEnvVars, token, other, lines) => {
    const headers = { Authorization: 'Bearer $TOKEN', 'X-Other': 'v=${OTHER}.', 'X-Lines': '$LINES', 'X-Plain': '5$' };
    const env = { TOKEN: 'tok', OTHER: 'secret', LINES: 'a\r\nb: c' };
    const fields = { headers, ...(allowedEnvVars ? { allowedEnvVars } : {}) };
    const { seen } = await run(reply(200), fields, 'PreToolUse', { env, httpAllowedEnvVars });
    expect(seen[0]?.headers).toMatchObject({
      authorization: token,
      'x-other': other,
      'x-lines': lines,
      'x-plain': '5$',
    });
  });
});

describe('how a response is read', () => {
  const text = JSON.stringify(DENY);
  it.each<[string, Answer, number, Outcome, string]>([
    ['200 with a deny', reply(200, text), 200, success({ output: DENY }), text],
    ['201 with blanks around it', reply(201, ` ${text}\n`), 201, success({ output: DENY }), ` ${text}\n`],
    ['200 without a body', reply(200), 200, success(), ''],
    ['200 with blanks only', reply(200, ' \n'), 200, success(), ' \n'],
    ['204', reply(204), 204, success(), ''],
    ['an empty object', reply(200, '{}'), 200, success({ output: {} }), '{}'],
  ])('success: %s', async (_, answer, status, outcome, stdout) => {
    const result = await run(answer, {}, 'PreToolUse');
    expect(result).toMatchObject({ outcome, status, stdout, stderr: '', exitCode: null });
  });

  it.each<[string, Answer, number, string, string]>([
    ['text', reply(200, 'hi'), 200, 'hi', 'HTTP hook must return JSON, but got non-JSON response body: hi'],
    ['an array', reply(200, '[1]'), 200, '[1]', 'HTTP hook must return JSON, but got non-JSON response body: [1]'],
    [
      'half an object',
      reply(200, '{"a"'),
      200,
      '{"a"',
      'HTTP hook must return JSON, but got non-JSON response body: {"a"',
    ],
    ['a log', reply(200, '{"a":1}\n{"b":2}'), 200, '{"a":1}\n{"b":2}', 'HTTP hook must return JSON, but got non-JSON'],
    ['broken JSON', reply(200, '{bad json}'), 200, '{bad json}', 'HTTP hook must return valid JSON: '],
    [
      'a wrong field',
      reply(200, '{"decision":"deny"}'),
      200,
      '{"decision":"deny"}',
      'HTTP hook must return valid JSON: ',
    ],
    ['500', reply(500), 500, '', 'HTTP 500 from @/hook/h'],
    ['403 with a deny', reply(403, text), 403, '', 'HTTP 403 from @/hook/h'],
    ['a redirect', reply(302, '', { location: '/hook/other' }), 302, '', 'HTTP 302 from @/hook/h'],
    ['304', reply(304), 304, '', 'HTTP 304 from @/hook/h'],
  ])('failure, open or closed: %s', async (_, answer, status, stdout, message) => {
    const open = await run(answer, {}, 'PreToolUse');
    const origin = open.url.slice(0, -'/hook/h'.length);
    expect(open.seen).toHaveLength(1);
    expect(open.stderr.replace(origin, '@')).toContain(message);
    expect(open).toMatchObject({ outcome: failed(open.stderr), status, stdout });
    const shut = await run(answer, { onFailure: 'block' }, 'PreToolUse');
    const reason = `failed; blocking because onFailure is "block"\n${shut.stderr}`;
    expect(shut.outcome).toEqual(closed(reason, shut.stderr));
  });

  it('text is no context, even where stdout would be', async () => {
    const { outcome } = await run(reply(200, 'remember this'), {}, 'UserPromptSubmit');
    expect(outcome.text).toBeNull();
    expect(outcome.kind).toBe('non-blocking-error');
  });

  it.each(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'] as const)(
    'onFailure has no effect on %s',
    async (event) => {
      const { outcome } = await run(reply(500), { onFailure: 'block' }, event);
      expect(outcome.kind).toBe('non-blocking-error');
    },
  );

  it('any failure fails the creation of a worktree', async () => {
    const { outcome, stderr } = await run(reply(500), {}, 'WorktreeCreate');
    expect(outcome).toMatchObject({ kind: 'blocking-error', block: { reason: stderr, failedClosed: false } });
  });
});

describe('when there is no response', () => {
  it('a refused connection is a failure', async () => {
    const origin = await deadOrigin();
    const result = await runHttp({ type: 'http', url: `${origin}/x` }, contextFor('PreToolUse'));
    const message = `connect ECONNREFUSED ${origin.slice('http://'.length)}`;
    expect(result).toMatchObject({ outcome: failed(message), status: null, stdout: '', stderr: message });
  });

  it('a name with several addresses gives a message too', async () => {
    const { port } = new URL(await deadOrigin());
    const result = await runHttp({ type: 'http', url: `http://localhost:${port}/` }, contextFor('PreToolUse'));
    expect(result.stderr).toContain('connect ECONNREFUSED');
  });

  it.each<[string, Answer, string]>([
    ['a reset before the head', (response) => response.socket?.destroy(), 'socket hang up'],
    [
      'a reset in the body',
      (response) => response.writeHead(200, { 'content-length': '9' }).write('{', () => response.socket?.destroy()),
      'aborted',
    ],
  ])('%s is a failure', async (_, answer, message) => {
    const result = await run(answer, {}, 'PreToolUse');
    expect(result.stderr).toBe(message);
    expect(result.outcome).toEqual(failed(message));
  });

  it.each(['ftp://127.0.0.1/x', 'nonsense'])('%s is a failure', async (url) => {
    const { outcome, stderr } = await runHttp({ type: 'http', url }, contextFor('PreToolUse'));
    expect(outcome).toEqual(failed(stderr));
  });

  it('a body above 16 MiB is a failure, and the connection is cut', async () => {
    let cut: () => void;
    const wasCut = new Promise<void>((resolve) => (cut = resolve));
    const flood: Answer = (response) => {
      response.once('close', () => cut());
      response.on('error', () => undefined);
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      more();
    };
    const result = await run(flood, {}, 'PreToolUse');
    expect(result).toMatchObject({ status: 200, stdout: '', stderr: 'response body is larger than 16777216 bytes' });
    await wasCut;
  });

  it('a body of exactly 16 MiB is read', async () => {
    const body = `{"reason":"${'x'.repeat(16 * 1024 * 1024 - 13)}"}`;
    const { outcome } = await run(reply(200, body), {}, 'PreToolUse');
    expect(outcome.kind).toBe('success');
  });
});

describe('when the time is up', () => {
  const never: Answer = () => undefined;
  const trickle: Answer = (response) => void response.writeHead(200).write('{');
  it.each([
    ['no head', never],
    ['half a body', trickle],
  ])('cancelled, and blocking only if asked for: %s', async (_, answer) => {
    const open = await run(answer, {}, 'PreToolUse', { timeoutMs: 60 });
    expect(open.outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice: 'timed out', noVerdict: true }));
    const shut = await run(answer, { onFailure: 'block' }, 'PreToolUse', { timeoutMs: 60 });
    const blocks = closed('timed out; blocking because onFailure is "block"', 'timed out');
    expect(shut.outcome).toEqual({ ...blocks, timedOut: true });
  });

  it('blocks a switch of the model', async () => {
    const { outcome } = await run(never, {}, 'PreModelSwitch', { timeoutMs: 60 });
    expect(outcome.kind).toBe('blocking-error');
  });

  it('the caller can end it, before and during the call', async () => {
    const before = await run(never, {}, 'PreToolUse', { signal: AbortSignal.abort() });
    expect(before.outcome.kind).toBe('cancelled');
    expect(before.seen).toHaveLength(0);
    const stop = new AbortController();
    const during = await run(() => stop.abort(), {}, 'PreToolUse', { signal: stop.signal });
    expect(during.outcome.kind).toBe('cancelled');
    expect(during.seen).toHaveLength(1);
  });
});
