import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventName } from '../../src/protocol/event.ts';
import type { PromptHandler } from '../../src/protocol/handler.ts';
import { type Outcome, success } from '../../src/protocol/outcome.ts';
import type { Judge } from '../../src/runtime/handlers/judge.ts';
import { DEFAULT_MODEL } from '../../src/runtime/handlers/prompt/anthropic-client.ts';
import { runPrompt } from '../../src/runtime/handlers/prompt/index.ts';
import { deadOrigin } from './support/http-server.ts';
import { say, serveModel } from './support/model-server.ts';
import { contextFor } from './support/run-context.ts';

const HANDLER: PromptHandler = { type: 'prompt', prompt: 'Fine? $ARGUMENTS' };

const judgeOf = (verdict: unknown): Judge => ({
  ask: async () => ({ verdict, text: JSON.stringify(verdict) }),
  verify: async () => ({ problem: 'not asked for' }),
});

const blocking = (reason: string, { endsTurn }: { endsTurn: boolean }): Outcome =>
  success({ kind: 'blocking-error', endsTurn, block: { reason, quotesHandler: true, failedClosed: false } });

async function outcomeOf(event: EventName, verdict: unknown, fields: Partial<PromptHandler> = {}): Promise<Outcome> {
  const run = await runPrompt({ ...HANDLER, ...fields }, contextFor(event, { judge: judgeOf(verdict) }));
  return run.outcome;
}

describe('ok: false, event by event', () => {
  it.each<[EventName, boolean, boolean]>([
    ['PreToolUse', true, false],
    ['PostToolUse', true, false],
    ['TeammateIdle', true, false],
    ['PostToolBatch', true, true],
    ['UserPromptSubmit', true, true],
    ['UserPromptExpansion', true, true],
    ['PostToolUseFailure', false, false],
    ['TaskCreated', false, false],
    ['TaskCompleted', false, false],
    ['Stop', false, false],
    ['SubagentStop', false, false],
  ])('%s: ends the turn %s, with continueOnBlock %s', async (event, plain, continued) => {
    const no = { ok: false, reason: 'because' };
    expect(await outcomeOf(event, no)).toEqual(blocking('because', { endsTurn: plain }));
    expect(await outcomeOf(event, no, { continueOnBlock: true })).toEqual(blocking('because', { endsTurn: continued }));
  });

  it.each(['PermissionRequest', 'PermissionDenied'] as const)('%s: no effect', async (event) => {
    const outcome = await outcomeOf(event, { ok: false, reason: 'because' });
    expect(outcome).toEqual(success({ notice: `"ok": false has no effect on ${event}` }));
  });

  it('a missing reason reads as the client prints it', async () => {
    const outcome = await outcomeOf('PreToolUse', { ok: false }, { continueOnBlock: true });
    expect(outcome).toEqual(blocking('undefined', { endsTurn: false }));
  });

  it.each<[EventName, Outcome]>([
    ['Stop', success({ notice: 'may stop, since the condition cannot be met: because' })],
    ['SubagentStop', success({ notice: 'may stop, since the condition cannot be met: because' })],
    ['PreToolUse', blocking('because', { endsTurn: true })],
    ['TeammateIdle', blocking('because', { endsTurn: true })],
  ])('impossible on %s', async (event, expected) => {
    expect(await outcomeOf(event, { ok: false, reason: 'because', impossible: true })).toEqual(expected);
  });
});

describe('ok: true and what is no verdict', () => {
  it.each([{ ok: true }, { ok: true, reason: 'y' }, { ok: true, impossible: true, other: 1 }])(
    '%j approves nothing',
    async (verdict) => {
      expect(await outcomeOf('PreToolUse', verdict)).toEqual(success());
    },
  );

  it.each([
    ['prose', 'I think this is not ok'],
    ['null', null],
    ['an array', [{ ok: false }]],
    ['no ok', { reason: 'x' }],
    ['ok as text', { ok: 'false', reason: 'x' }],
    ['a reason that is no text', { ok: false, reason: 5 }],
    ['a hook answer', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }],
  ])('%s never blocks, onFailure or not', async (_, verdict) => {
    const fields = { onFailure: 'block' } as Partial<PromptHandler>;
    expect(await outcomeOf('PreToolUse', verdict, fields)).toMatchObject({
      kind: 'non-blocking-error',
      block: null,
      noVerdict: true,
      notice: expect.stringContaining("the model's answer is not a verdict"),
    });
  });

  it('a judge that throws gives no verdict', async () => {
    const judge = { ...judgeOf(null), ask: () => Promise.reject(new Error('out of order')) };
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { judge }));
    expect(run).toMatchObject({ outcome: { kind: 'non-blocking-error', noVerdict: true }, stderr: 'out of order' });
  });

  it('a judge that never answers is cancelled, and told', async () => {
    let told = false;
    const judge: Judge = {
      ...judgeOf(null),
      ask: ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (told = true))),
    };
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { judge, timeoutMs: 30 }));
    expect(run.outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice: 'timed out', noVerdict: true }));
    expect(told).toBe(true);
  });

  it('does not run where the event has no place for it', async () => {
    const run = await runPrompt(HANDLER, contextFor('SessionStart', { judge: judgeOf({ ok: false }) }));
    expect(run).toMatchObject({ exitCode: 1, outcome: { kind: 'non-blocking-error', noVerdict: false } });
  });
});

describe('the model that is asked by default', () => {
  it.each([
    ['once', 'A $ARGUMENTS B', (json: string) => `A ${json} B`],
    ['twice', '$ARGUMENTS$ARGUMENTS', (json: string) => json + json],
    ['not at all', 'A', (json: string) => `A\n\nARGUMENTS: ${json}`],
    ['escaped', 'A \\$ARGUMENTS costs \\$5', (json: string) => `A $ARGUMENTS costs $5\n\nARGUMENTS: ${json}`],
  ])('gets the payload where the prompt names it %s', async (_, prompt, expected) => {
    const model = await serveModel(say('{"ok":true,"reason":"y"}'));
    const context = contextFor('PreToolUse', { env: model.env });
    const run = await runPrompt({ type: 'prompt', prompt }, context);
    expect(run).toMatchObject({ outcome: success(), stdout: '{"ok":true,"reason":"y"}' });
    const content = expected(JSON.stringify(context.payload));
    expect(model.requests()).toMatchObject([{ messages: [{ role: 'user', content }] }]);
  });

  it('is bound to the schema of a verdict', async () => {
    const model = await serveModel(say('{"ok":true,"reason":"y"}'));
    await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env }));
    const format = { type: 'json_schema', schema: { required: ['ok', 'reason'], additionalProperties: false } };
    expect(model.requests()).toMatchObject([{ output_config: { format } }]);
    expect(model.seen[0]).toMatchObject({ url: '/v1/messages', headers: { authorization: 'Bearer key-1' } });
  });

  it.each<[string, Record<string, string>, string]>([
    ['haiku', { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'a' }, 'haiku'],
    ['', { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'a', ANTHROPIC_SMALL_FAST_MODEL: 'b', ANTHROPIC_MODEL: 'c' }, 'a'],
    ['', { ANTHROPIC_SMALL_FAST_MODEL: 'b', ANTHROPIC_MODEL: 'c' }, 'b'],
    ['', { ANTHROPIC_MODEL: 'c' }, 'c'],
    ['', {}, DEFAULT_MODEL],
  ])('is chosen: "%s" with %j is %s', async (given, names, expected) => {
    const model = await serveModel(say('{"ok":true}'));
    const handler = given === '' ? HANDLER : { ...HANDLER, model: given };
    await runPrompt(handler, contextFor('PreToolUse', { env: { ...model.env, ...names } }));
    expect(model.requests()[0]?.model).toBe(expected);
  });

  it('can be reached with a token', async () => {
    const model = await serveModel(say('{"ok":true}'));
    const env = { ANTHROPIC_AUTH_TOKEN: 'tok', ANTHROPIC_BASE_URL: model.env.ANTHROPIC_BASE_URL };
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env }));
    expect(run.outcome).toEqual(success());
    expect(model.seen[0]?.headers).toMatchObject({ authorization: 'Bearer tok' });
  });

  it('is reached by the given environment alone', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('ANTHROPIC_API_KEY', 'of-the-process');
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'of-the-process');
    vi.stubEnv('ANTHROPIC_BASE_URL', await deadOrigin());
    vi.stubEnv('ANTHROPIC_MODEL', 'of-the-process');
    const model = await serveModel(say('{"ok":true}'));
    await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env }));
    expect(model.seen[0]?.headers).toMatchObject({ authorization: 'Bearer key-1' });
    expect(model.requests()[0]?.model).toBe(DEFAULT_MODEL);
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env: {} }));
    expect(run.stderr).toContain('set ANTHROPIC_API_KEY');
    expect(run.outcome).toMatchObject({ kind: 'non-blocking-error', noVerdict: true });
  });

  it('denies with the reason it gives', async () => {
    const model = await serveModel(say('{"ok":false,"reason":"rm is not fine"}'));
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env }));
    expect(run.outcome).toEqual(blocking('rm is not fine', { endsTurn: true }));
  });

  it('answers prose: no verdict, and the prose is shown', async () => {
    const model = await serveModel(say('not ok at all'));
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env }));
    expect(run).toMatchObject({ outcome: { kind: 'non-blocking-error', noVerdict: true }, stdout: 'not ok at all' });
  });

  it('fails: one request, no verdict', async () => {
    const model = await serveModel(500);
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env }));
    expect(run.outcome).toMatchObject({ kind: 'non-blocking-error', noVerdict: true });
    expect(run.stderr).toContain('scripted failure');
    expect(model.seen).toHaveLength(1);
  });

  it('does not answer: cancelled', async () => {
    const model = await serveModel(null);
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env: model.env, timeoutMs: 300 }));
    expect(run.outcome.kind).toBe('cancelled');
  });

  it('cannot be reached: no verdict', async () => {
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: await deadOrigin() };
    const run = await runPrompt(HANDLER, contextFor('PreToolUse', { env }));
    expect(run.outcome).toMatchObject({ kind: 'non-blocking-error', noVerdict: true });
  });
});
