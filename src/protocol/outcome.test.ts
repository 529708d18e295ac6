import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, rowOf } from './event.ts';
import { type CommandRun, failure, type Outcome, type ReadContext, readCommandRun, success } from './outcome.ts';

const DENY = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
};
const ALLOW = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };

function read(run: Partial<CommandRun> | number, context: Partial<ReadContext> & { event?: EventName } = {}): Outcome {
  const { event = 'PreToolUse', ...rest } = context;
  const facts = typeof run === 'number' ? { exitCode: run } : run;
  return readCommandRun(
    { exitCode: 0, signal: null, stdout: '', stderr: '', timedOut: false, startError: null, ...facts },
    { row: rowOf(event), onFailure: undefined, background: false, fromPlugin: false, ...rest },
  );
}

const failed = (notice: string, noVerdict = false): Outcome =>
  success({ kind: 'non-blocking-error', notice, noVerdict });
const block = (
  reason: string,
  parts: Partial<Outcome> & { quotesHandler?: boolean; failedClosed?: boolean } = {},
): Outcome => {
  const { quotesHandler = true, failedClosed = false, ...rest } = parts;
  return success({ kind: 'blocking-error', block: { reason, quotesHandler, failedClosed }, ...rest });
};
const text = (value: unknown): string => JSON.stringify(value);
const BAD_JSON = 'looks like JSON but is not: ';
const MISFIT = 'JSON does not fit PreToolUse: decision: expected "approve" | "block", got "deny"';

describe('exit code × stdout (observed-here.md 2.1 and 2.2)', () => {
  it.each<[string, Partial<CommandRun>, Outcome]>([
    ['0, nothing', {}, success()],
    ['0, stderr', { stderr: 'noise' }, success()],
    ['0, text', { stdout: ' hi \n' }, success({ text: 'hi' })],
    ['0, answer', { stdout: text(DENY) }, success({ output: DENY })],
    ['0, schema error', { stdout: '{"decision":"deny"}' }, failed(MISFIT, true)],
    ['1, nothing', { exitCode: 1 }, failed('exit code 1 does not block: No stderr output')],
    ['1, stderr', { exitCode: 1, stderr: ' w \nx\n' }, failed('exit code 1 does not block: w \nx')],
    ['1, text', { exitCode: 1, stdout: 'hi' }, failed('exit code 1 does not block: No stderr output')],
    ['1, deny', { exitCode: 1, stdout: text(DENY) }, success({ output: DENY })],
    ['1, allow', { exitCode: 1, stdout: text(ALLOW) }, success({ output: ALLOW })],
    ['1, schema error', { exitCode: 1, stdout: '{"decision":"deny"}' }, failed(MISFIT, true)],
    ['2, nothing', { exitCode: 2 }, block('No stderr output')],
    ['2, stderr is verbatim', { exitCode: 2, stderr: '\n \u001B[1mno\r\n' }, block('\n \u001B[1mno\r\n')],
    ['2, text is not used', { exitCode: 2, stdout: 'out', stderr: 'err' }, block('err')],
    ['2, array is text', { exitCode: 2, stdout: '[1]', stderr: 'err' }, block('err')],
    [
      '2, deny gives the reason',
      { exitCode: 2, stdout: text(DENY), stderr: 'err' },
      block('no', { quotesHandler: false, output: DENY }),
    ],
    [
      '2, deny without a reason',
      { exitCode: 2, stdout: '{"decision":"block"}', stderr: 'err' },
      block('Blocked by hook', { quotesHandler: false, output: { decision: 'block' } }),
    ],
    ['2, allow cannot undo it', { exitCode: 2, stdout: text(ALLOW), stderr: 'err' }, block('err', { output: ALLOW })],
    ['2, empty answer', { exitCode: 2, stdout: '{}', stderr: 'err' }, block('err', { output: {} })],
    [
      '2, schema error',
      { exitCode: 2, stdout: '{"decision":"deny"}', stderr: 'err' },
      block('err', { notice: MISFIT }),
    ],
    [
      '2, async',
      { exitCode: 2, stdout: '{"async":true}' },
      success({ kind: 'async', notice: 'detached itself; its exit code and answer do not count' }),
    ],
    [
      '126',
      { exitCode: 126, stderr: 'Permission denied' },
      failed('exit code 126 does not block: Permission denied', true),
    ],
    ['127', { exitCode: 127, stderr: 'not found' }, failed('exit code 127 does not block: not found', true)],
    ['128 is the hook speaking', { exitCode: 128 }, failed('exit code 128 does not block: No stderr output')],
    ['255', { exitCode: 255 }, failed('exit code 255 does not block: No stderr output', true)],
    [
      'a signal',
      { exitCode: null, signal: 'SIGSEGV' },
      failed('killed by SIGSEGV does not block: No stderr output', true),
    ],
    ['a signal after a deny', { exitCode: null, signal: 'SIGTERM', stdout: text(DENY) }, success({ output: DENY })],
    ['never started', { exitCode: null, startError: 'ENOENT' }, failed('could not be started: ENOENT', true)],
    [
      'timed out after a deny',
      { exitCode: null, timedOut: true, stdout: text(DENY) },
      success({ kind: 'cancelled', timedOut: true, notice: 'timed out', noVerdict: true }),
    ],
  ])('%s', (_, run, expected) => {
    expect(read(run)).toEqual(expected);
  });

  it.each([0, 1, 127])('%d with broken JSON says so', (exitCode) => {
    const outcome = read({ exitCode, stdout: '{bad}' });
    expect(outcome).toEqual(failed(outcome.notice ?? '', true));
    expect(outcome.notice).toContain(BAD_JSON);
  });

  it("2 with another event's answer", () => {
    const stdout = text({ hookSpecificOutput: { hookEventName: 'Stop' } });
    const notice = 'JSON does not fit PreToolUse: hookSpecificOutput.hookEventName: expected "PreToolUse", got "Stop"';
    expect(read({ exitCode: 2, stdout, stderr: 'err' })).toEqual(
      block('blocked (exit 2); its output could not be processed', { notice }),
    );
  });

  it('names the keys that mean nothing', () => {
    const output = { permissionDecision: 'deny' };
    expect(read({ stdout: text(output) })).toEqual(
      success({ output, notice: 'keys without effect here: permissionDecision' }),
    );
  });
});

describe('onFailure: "block"', () => {
  const closed = (reason: string, parts: Partial<Outcome> = {}) => block(reason, { failedClosed: true, ...parts });
  const HEAD = 'failed; blocking because onFailure is "block"';
  it.each<[string, Partial<CommandRun>, Outcome]>([
    ['exit 1', { exitCode: 1, stderr: ' why \n' }, closed(`${HEAD}\nwhy`, { notice: 'exit code 1: why' })],
    [
      'exit 1, silent',
      { exitCode: 1, stdout: 'out' },
      closed(`${HEAD}\nNo stderr output`, { notice: 'exit code 1: No stderr output' }),
    ],
    ['never started', { startError: 'ENOENT' }, closed(`${HEAD}\nENOENT`, { notice: 'could not be started: ENOENT' })],
    ['schema error', { stdout: '{"decision":"deny"}' }, closed(`${HEAD}\n${MISFIT}`, { notice: MISFIT })],
    [
      'timeout',
      { timedOut: true },
      closed('timed out; blocking because onFailure is "block"', { timedOut: true, notice: 'timed out' }),
    ],
    [
      'exit 1 with allow',
      { exitCode: 1, stdout: text(ALLOW), stderr: 'e' },
      closed(`${HEAD}\ne`, { notice: 'exit code 1' }),
    ],
    [
      'exit 1 with deny',
      { exitCode: 1, stdout: text(DENY) },
      block('no', { quotesHandler: false, failedClosed: true, output: DENY }),
    ],
    [
      'exit 1 and a stop',
      { exitCode: 1, stdout: '{"continue":false}' },
      closed(`${HEAD}\nNo stderr output`, { notice: 'exit code 1', output: { continue: false } }),
    ],
    [
      'exit 1 and async',
      { exitCode: 1, stdout: '{"async":true}' },
      closed(`${HEAD}\nNo stderr output`, { notice: 'exit code 1' }),
    ],
    ['exit 0 with text', { stdout: 'hi' }, success({ text: 'hi' })],
    ['exit 0 with half an object', { stdout: '{"decision":"bl' }, success({ text: '{"decision":"bl' })],
    ['exit 2', { exitCode: 2, stderr: 'e' }, block('e')],
  ])('%s', (_, run, expected) => {
    expect(read(run, { onFailure: 'block' })).toEqual(expected);
  });

  it('has no effect where it would loop, nor in the background', () => {
    const open = EVENT_NAMES.filter((event) => read(1, { event, onFailure: 'block' }).kind === 'non-blocking-error');
    expect(open.sort()).toEqual(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']);
    expect(read(1, { onFailure: 'block', background: true }).kind).toBe('non-blocking-error');
    expect(read(1, { onFailure: 'continue' }).kind).toBe('non-blocking-error');
  });
});

describe('exceptions of single events', () => {
  it('worktrees: any code but 0 fails the action, 0 does not', () => {
    const kinds = (event: EventName) =>
      [0, 1, 2, 3, 127].map((code) => read({ exitCode: code, stderr: 'e' }, { event }).kind);
    const all = ['success', 'blocking-error', 'blocking-error', 'blocking-error', 'blocking-error'];
    expect([kinds('WorktreeCreate'), kinds('WorktreeRemove')]).toEqual([all, all]);
  });

  it.each<[string, Partial<CommandRun>, boolean]>([
    ['No such file or directory', { stderr: 'sh: x: No such file or directory' }, true],
    ['any case', { stderr: 'ENOENT: NO SUCH FILE' }, true],
    ['on the first of two lines', { stderr: "can't open file 'x': No such file or directory\nmore" }, true],
    ['command not found', { stderr: 'x: command not found' }, false],
    ['Cannot find module', { stderr: "Error: Cannot find module 'x'" }, false],
    ['text on stdout', { stderr: 'No such file', stdout: 'x' }, false],
    ['JSON on stdout', { stderr: 'No such file', stdout: '{}' }, false],
    ['nothing', {}, false],
  ])('missing-file guard: %s', (_, run, guarded) => {
    const expected = guarded ? 'non-blocking-error' : 'blocking-error';
    expect(read({ exitCode: 2, ...run }, { event: 'Stop' }).kind).toBe(expected);
  });

  it('the missing-file guard stands on the events where a block would loop', () => {
    const run = { exitCode: 2, stderr: 'No such file or directory' };
    const guarded = (fromPlugin: boolean) =>
      EVENT_NAMES.filter((event) => read(run, { event, fromPlugin }).kind === 'non-blocking-error').sort();
    expect(guarded(false)).toEqual(['Stop', 'SubagentStop', 'TaskCompleted']);
    expect(guarded(true)).toEqual(['Stop', 'SubagentStop', 'TaskCompleted', 'UserPromptSubmit']);
  });

  it('elicitations read their answer on exit 0 only', () => {
    const output = { systemMessage: 'm', hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept' } };
    const outputs = [0, 1, 2].map(
      (exitCode) => read({ exitCode, stdout: text(output) }, { event: 'Elicitation' }).output,
    );
    expect(outputs).toEqual([output, { systemMessage: 'm' }, { systemMessage: 'm' }]);
  });

  it('some events discard every answer', () => {
    const discarding = EVENT_NAMES.filter(
      (event) => read({ stdout: '{"systemMessage":"m"}' }, { event }).output === null,
    );
    expect(discarding.sort()).toEqual([
      'InstructionsLoaded',
      'Notification',
      'SessionEnd',
      'Setup',
      'StopFailure',
      'WorktreeRemove',
    ]);
  });

  it('a late PreModelSwitch hook blocks, any other late hook does not', () => {
    const late = EVENT_NAMES.filter((event) => read({ timedOut: true }, { event }).kind === 'blocking-error');
    expect(late).toEqual(['PreModelSwitch']);
  });

  it('the user is told of a hook without a verdict on PreToolUse only', () => {
    expect(EVENT_NAMES.filter((event) => read({ exitCode: 127 }, { event }).noVerdict)).toEqual(['PreToolUse']);
  });

  it('a failure that carries a block keeps its reason only where the event reads it', () => {
    const row = rowOf('SessionStart');
    const context: ReadContext = { row, onFailure: 'block', background: false, fromPlugin: false };
    const output = { decision: 'block', reason: 'r' } as const;
    const outcome = failure(context, { notice: 'n', detail: 'd', noVerdict: false, output });
    expect(outcome.block?.reason).toBe('failed; blocking because onFailure is "block"\nd');
  });
});
