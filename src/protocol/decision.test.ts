import { describe, expect, it } from 'vitest';
import { type Decision, decide } from './decision.ts';
import { type EventName, rowOf } from './event.ts';
import { toFinding } from './finding.ts';
import { readCommandRun } from './outcome.ts';
import type { Payload } from './payload/payload.ts';

interface Hook {
  exitCode?: number;
  stdout?: string;
  stderr?: string;
  answer?: Record<string, unknown>;
  specific?: Record<string, unknown>;
  onFailure?: 'block';
  timedOut?: boolean;
  managed?: boolean;
  plugin?: string;
}

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' } };

/** The hooks of one event, in the order in which they finish; their labels are `h1`, `h2` … */
function play(event: EventName, hooks: Hook[], fields: Record<string, unknown> = BASH): Decision {
  const row = rowOf(event);
  const payload: Payload = { hook_event_name: event, ...fields };
  const findings = hooks.map((hook, order) => {
    const specific = hook.specific && { hookSpecificOutput: { hookEventName: event, ...hook.specific } };
    const answered = hook.answer !== undefined || specific !== undefined;
    const stdout = hook.stdout ?? (answered ? JSON.stringify({ ...hook.answer, ...specific }) : '');
    const { exitCode = 0, stderr = '', timedOut = false, onFailure, managed = false, plugin } = hook;
    const context = { row, onFailure, background: false, fromPlugin: plugin !== undefined };
    const outcome = readCommandRun({ exitCode, signal: null, stdout, stderr, timedOut, startError: null }, context);
    return toFinding({ row, payload, outcome, label: `h${order + 1}`, order, managed, plugin });
  });
  return decide(row, payload, findings);
}

const silent = (event: EventName): Decision => ({
  event,
  proceeds: true,
  permission: null,
  reason: null,
  reasonTo: null,
  context: [],
  systemMessages: [],
  updatedInput: null,
  updatedToolOutput: null,
  continue: true,
  stopReason: null,
  messages: [],
  extras: {},
});

it('without a word from the hooks the action goes ahead', () => {
  expect(play('PreToolUse', [])).toEqual(silent('PreToolUse'));
  expect(play('PreToolUse', [{}, { stdout: 'text' }, { exitCode: 1 }])).toEqual(silent('PreToolUse'));
});

describe('PreToolUse: one hook (observed-here.md 1.3)', () => {
  const head = 'PreToolUse:Bash hook error: ';
  it.each<[string, Hook, Partial<Decision>]>([
    ['deny', { specific: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }, denied('no')],
    ['deny without a reason', { specific: { permissionDecision: 'deny' } }, denied('Blocked by hook')],
    [
      'deny with an empty reason',
      { specific: { permissionDecision: 'deny', permissionDecisionReason: '' } },
      denied('Blocked by hook'),
    ],
    [
      'deny with the top-level reason',
      { answer: { reason: 'top', decision: 'approve' }, specific: { permissionDecision: 'deny' } },
      denied('top'),
    ],
    [
      'deny keeps blanks in the message',
      { specific: { permissionDecision: 'deny', permissionDecisionReason: ' no ' } },
      { ...denied('no'), messages: [{ to: 'model', text: `${head} no ` }] },
    ],
    ['block', { answer: { decision: 'block', reason: 'top' } }, denied('top')],
    ['block without a reason', { answer: { decision: 'block' } }, denied('Blocked by hook')],
    [
      'block beats allow',
      { answer: { decision: 'block', reason: 'top' }, specific: { permissionDecision: 'allow' } },
      denied('top'),
    ],
    [
      'block beats defer',
      { answer: { decision: 'block', reason: 'top' }, specific: { permissionDecision: 'defer' } },
      denied('top'),
    ],
    [
      'block and deny: the inner reason',
      {
        answer: { decision: 'block', reason: 'top' },
        specific: { permissionDecision: 'deny', permissionDecisionReason: 'in' },
      },
      denied('in'),
    ],
    [
      'approve and deny',
      { answer: { decision: 'approve' }, specific: { permissionDecision: 'deny', permissionDecisionReason: 'in' } },
      denied('in'),
    ],
    [
      'exit 2',
      { exitCode: 2, stderr: 'err\n' },
      { ...denied('err'), messages: [{ to: 'model', text: `${head}[h1]: err\n` }] },
    ],
    [
      'exit 2, silent',
      { exitCode: 2 },
      { ...denied('No stderr output'), messages: [{ to: 'model', text: `${head}[h1]: No stderr output` }] },
    ],
    [
      'exit 2 of a plugin',
      { exitCode: 2, stderr: 'err\n', plugin: 'p@inline' },
      {
        ...denied('err'),
        messages: [{ to: 'model', text: `${head}[h1]: err\n\nThis hook comes from the p@inline plugin.` }],
      },
    ],
    [
      'exit 2 of a managed hook',
      { exitCode: 2, stderr: 'err', managed: true },
      { ...denied('err'), messages: [{ to: 'model', text: `<tool_use_error>${head}[h1]: err</tool_use_error>` }] },
    ],
    [
      'exit 2 still delivers context, and rewrites nothing',
      { exitCode: 2, stderr: 'err', specific: { additionalContext: 'ctx', updatedInput: { command: 'x' } } },
      {
        ...denied('err'),
        context: ['ctx'],
        messages: [
          { to: 'model', text: `${head}[h1]: err` },
          { to: 'model', text: 'PreToolUse:Bash hook additional context: ctx' },
        ],
      },
    ],
    [
      'failed closed',
      { exitCode: 1, stderr: 'e', onFailure: 'block' },
      {
        ...denied('failed; blocking because onFailure is "block"\ne'),
        messages: [{ to: 'model', text: `${head}[h1]: failed; blocking because onFailure is "block"\ne` }],
      },
    ],
    ['allow', { specific: { permissionDecision: 'allow' } }, { permission: 'allow' }],
    ['approve', { answer: { decision: 'approve' } }, { permission: 'allow' }],
    ['a reason alone', { specific: { permissionDecisionReason: 'why' } }, {}],
    [
      'ask',
      { specific: { permissionDecision: 'ask', permissionDecisionReason: 'sure?' } },
      { permission: 'ask', reason: 'sure?', reasonTo: 'user', messages: [{ to: 'user', text: 'sure?' }] },
    ],
    [
      'ask without a reason',
      { specific: { permissionDecision: 'ask', permissionDecisionReason: '' } },
      {
        permission: 'ask',
        messages: [{ to: 'user', text: 'Hook PreToolUse:Bash asked for confirmation for this tool' }],
      },
    ],
    [
      'defer takes nothing along',
      { specific: { permissionDecision: 'defer', additionalContext: 'ctx' } },
      { permission: 'defer', proceeds: false, context: ['ctx'] },
    ],
    [
      'stop does not stop the call',
      { answer: { continue: false, stopReason: 'enough' } },
      { continue: false, stopReason: 'enough', messages: [{ to: 'user', text: 'enough' }] },
    ],
    [
      'context',
      { specific: { additionalContext: 'a\nb' } },
      { context: ['a\nb'], messages: [{ to: 'model', text: 'PreToolUse:Bash hook additional context: a\nb' }] },
    ],
    ['empty context', { specific: { additionalContext: '' } }, {}],
    [
      'system message',
      { answer: { systemMessage: 'hi' } },
      { systemMessages: ['hi'], messages: [{ to: 'user', text: 'PreToolUse:Bash says: hi' }] },
    ],
    ['empty system message', { answer: { systemMessage: '' } }, {}],
    [
      'new input',
      { specific: { updatedInput: { command: 'x', extra: 1 } } },
      { updatedInput: { command: 'x', extra: 1 } },
    ],
    ['async with a deny', { answer: { async: true, decision: 'block' } }, {}],
    [
      'another key called __proto__',
      { stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","__proto__":{"envFile":"x"},"toString":1}}' },
      {},
    ],
  ])('%s', (_, hook, expected) => {
    const decision = play('PreToolUse', [hook]);
    expect(decision).toEqual({ ...silent('PreToolUse'), ...expected });
    expect(Object.getPrototypeOf(decision.extras)).toBe(Object.prototype);
  });

  function denied(reason: string): Partial<Decision> {
    return {
      proceeds: false,
      permission: 'deny',
      reason,
      reasonTo: 'model',
      messages: [{ to: 'model', text: `${head}${reason}` }],
    };
  }

  it.each([
    ['nothing in it', {}, 'lacks "command"'],
    ['a wrong type', { command: 5 }, '"command" expected string, got number'],
  ])('a rewrite with %s refuses the call', (_, updatedInput, problem) => {
    const decision = play('PreToolUse', [{ specific: { updatedInput } }]);
    expect(decision).toMatchObject({
      proceeds: false,
      permission: null,
      reasonTo: 'model',
      reason: expect.stringContaining(problem),
    });
    expect(
      play('PreToolUse', [{ specific: { updatedInput, permissionDecision: 'deny', permissionDecisionReason: 'no' } }])
        .reason,
    ).toBe('no');
  });
});

describe('PreToolUse: several hooks (observed-here.md 2.4, 12)', () => {
  const say = (permissionDecision: string, reason: string): Hook => ({
    specific: { permissionDecision, permissionDecisionReason: reason },
  });
  it.each<[string, Hook[], string | null, string | null]>([
    [
      'deny over defer over ask over allow',
      [say('allow', 'a'), say('ask', 'b'), say('defer', 'c'), say('deny', 'd')],
      'deny',
      'd',
    ],
    ['deny, whatever finishes last', [say('deny', 'd'), say('allow', 'a')], 'deny', 'd'],
    ['defer over ask', [say('defer', 'c'), say('ask', 'b')], 'defer', 'c'],
    ['ask over allow', [say('ask', 'b'), say('allow', 'a')], 'ask', 'b'],
    ['of two denies the last', [say('deny', '1'), say('deny', '2')], 'deny', '2'],
    ['of two asks the first', [say('ask', '1'), say('ask', '2')], 'ask', '1'],
    ['exit 2 and deny: the last', [say('deny', '1'), { exitCode: 2, stderr: '2' }], 'deny', '2'],
    ['a failure does not count', [{ exitCode: 1 }, say('allow', 'a'), { exitCode: 127 }], 'allow', 'a'],
    [
      'a closed failure does',
      [say('defer', 'c'), { exitCode: 1, stderr: 'e', onFailure: 'block' }],
      'deny',
      'failed; blocking because onFailure is "block"\ne',
    ],
  ])('%s', (_, hooks, permission, reason) => {
    const { permission: name, reason: said } = play('PreToolUse', hooks);
    expect({ name, said }).toEqual({ name: permission, said: reason });
  });

  it('the last rewrite holds, contexts are one block, a stop of one is a stop', () => {
    const hooks: Hook[] = [
      { specific: { updatedInput: { command: '1' }, additionalContext: 'c1' } },
      { specific: { updatedInput: { command: '2' }, permissionDecision: 'allow', additionalContext: 'c2' } },
      { answer: { continue: false } },
    ];
    expect(play('PreToolUse', hooks)).toEqual({
      ...silent('PreToolUse'),
      permission: 'allow',
      context: ['c1', 'c2'],
      updatedInput: { command: '2' },
      continue: false,
      messages: [{ to: 'model', text: 'PreToolUse:Bash hook additional context: c1\nc2' }],
    });
  });
});

describe('texts by event (observed-here.md 2.3)', () => {
  const prompt = { prompt: 'do it' };
  const start = { source: 'startup' };
  const agent = { agent_type: 'Explore', agent_id: 'a' };
  it.each<[EventName, string, Hook, Record<string, unknown>, boolean, string[]]>([
    [
      'PostToolUse',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      BASH,
      true,
      ['model: PostToolUse:Bash hook blocking error from command: "h1": [h1]: err'],
    ],
    [
      'PostToolUse',
      'silent exit 2',
      { exitCode: 2 },
      BASH,
      true,
      ['model: PostToolUse:Bash hook blocking error from command: "h1": [h1]: No stderr output'],
    ],
    [
      'PostToolUse',
      'block',
      { answer: { decision: 'block', reason: 'r' } },
      BASH,
      true,
      ['model: PostToolUse:Bash hook blocking error from command: "h1": r'],
    ],
    [
      'PostToolUse',
      'block without a reason',
      { answer: { decision: 'block' } },
      BASH,
      true,
      ['model: PostToolUse:Bash hook blocking error from command: "h1": Blocked by hook'],
    ],
    [
      'PostToolUse',
      'context',
      { specific: { additionalContext: 'c' } },
      BASH,
      true,
      ['model: PostToolUse:Bash hook additional context: c'],
    ],
    ['PostToolUse', 'says', { answer: { systemMessage: 's' } }, BASH, true, ['user: PostToolUse:Bash says: s']],
    ['PostToolUse', 'approve, text, reason alone', { answer: { decision: 'approve', reason: 'r' } }, BASH, true, []],
    [
      'PostToolUseFailure',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      BASH,
      true,
      ['model: PostToolUseFailure:Bash hook blocking error from command: "h1": [h1]: err'],
    ],
    [
      'PostToolUseFailure',
      'continue: false is ignored',
      { answer: { continue: false, stopReason: 'x' } },
      BASH,
      true,
      [],
    ],
    [
      'PostToolBatch',
      'context',
      { specific: { additionalContext: 'c' } },
      {},
      true,
      ['model: PostToolBatch hook additional context: c'],
    ],
    ['PostToolBatch', 'says', { answer: { systemMessage: 's' } }, {}, true, ['user: PostToolBatch says: s']],
    ['Stop', 'exit 2', { exitCode: 2, stderr: 'err' }, {}, false, ['model: Stop hook feedback:\n[h1]: err']],
    [
      'Stop',
      'block',
      { answer: { decision: 'block', reason: 'r' } },
      {},
      false,
      ['model: Stop hook feedback:\nr', 'model: Stop hook blocking error from command: "h1": r'],
    ],
    [
      'Stop',
      'context goes on',
      { specific: { additionalContext: 'c' } },
      {},
      false,
      ['model: Stop hook additional context: c'],
    ],
    ['Stop', 'says', { answer: { systemMessage: 's' } }, {}, true, ['user: Stop says: s']],
    ['Stop', 'approve', { answer: { decision: 'approve' } }, {}, true, []],
    [
      'SubagentStop',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      agent,
      false,
      ['subagent: Stop hook feedback:\n[h1]: err'],
    ],
    [
      'SubagentStop',
      'block',
      { answer: { decision: 'block', reason: 'r' } },
      agent,
      false,
      ['subagent: Stop hook feedback:\nr', 'subagent: SubagentStop hook blocking error from command: "h1": r'],
    ],
    [
      'SubagentStop',
      'context',
      { specific: { additionalContext: 'c' } },
      agent,
      false,
      ['subagent: SubagentStop hook additional context: c'],
    ],
    ['SubagentStart', 'exit 2', { exitCode: 2, stderr: 'err' }, agent, true, []],
    ['SubagentStart', 'text', { stdout: 'hi' }, agent, true, []],
    [
      'SubagentStart',
      'context',
      { specific: { additionalContext: 'c' } },
      agent,
      true,
      ['model: SubagentStart hook additional context: c'],
    ],
    [
      'UserPromptSubmit',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      prompt,
      false,
      ['user: UserPromptSubmit operation blocked by hook:\n[h1]: err\n\nOriginal prompt: do it'],
    ],
    [
      'UserPromptSubmit',
      'block',
      { answer: { decision: 'block', reason: 'r' } },
      prompt,
      false,
      ['user: UserPromptSubmit operation blocked by hook:\nr\n\nOriginal prompt: do it'],
    ],
    [
      'UserPromptSubmit',
      'block, prompt not shown',
      { answer: { decision: 'block', reason: 'r' }, specific: { suppressOriginalPrompt: true } },
      prompt,
      false,
      ['user: UserPromptSubmit operation blocked by hook:\nr'],
    ],
    [
      'UserPromptSubmit',
      'failed closed: no prompt',
      { exitCode: 1, stderr: 'e', onFailure: 'block' },
      prompt,
      false,
      ['user: UserPromptSubmit operation blocked by hook:\n[h1]: failed; blocking because onFailure is "block"\ne'],
    ],
    [
      'UserPromptSubmit',
      'text is context',
      { stdout: ' hi \n' },
      prompt,
      true,
      ['model: UserPromptSubmit hook success: hi'],
    ],
    ['UserPromptSubmit', 'text of exit 1 is not', { stdout: 'hi', exitCode: 1 }, prompt, true, []],
    [
      'UserPromptSubmit',
      'context of exit 1 is',
      { specific: { additionalContext: 'c' }, exitCode: 1 },
      prompt,
      true,
      ['model: UserPromptSubmit hook additional context: c'],
    ],
    [
      'UserPromptSubmit',
      'stop',
      { answer: { continue: false, stopReason: 'enough' } },
      prompt,
      false,
      ['user: Operation stopped by hook: enough'],
    ],
    [
      'UserPromptExpansion',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      { command_name: 'foo', prompt: '/foo a b' },
      false,
      ['user: UserPromptExpansion operation blocked by hook:\n[h1]: err\n\nOriginal prompt: /foo a b'],
    ],
    ['SessionStart', 'text', { stdout: 'hi' }, start, true, ['model: SessionStart:startup hook success: hi']],
    [
      'SessionStart',
      'context has no :startup',
      { specific: { additionalContext: 'c' } },
      start,
      true,
      ['model: SessionStart hook additional context: c'],
    ],
    [
      'SessionStart',
      'says nothing',
      { answer: { systemMessage: 's', continue: false, decision: 'block', reason: 'r' } },
      start,
      true,
      [],
    ],
    [
      'SessionEnd',
      'exit 2',
      { exitCode: 2, stderr: 'err\n' },
      { reason: 'other' },
      true,
      ['user: SessionEnd hook [h1] failed: err'],
    ],
    ['PermissionRequest', 'exit 2', { exitCode: 2, stderr: 'err' }, BASH, true, []],
    [
      'PermissionRequest',
      'deny',
      { specific: { decision: { behavior: 'deny', message: 'm' } } },
      BASH,
      false,
      ['model: m'],
    ],
    [
      'PermissionRequest',
      'deny with exit 2',
      { exitCode: 2, specific: { decision: { behavior: 'deny' } } },
      BASH,
      false,
      ['model: Permission denied by hook'],
    ],
    [
      'PermissionRequest',
      'late, closed',
      { timedOut: true, onFailure: 'block' },
      BASH,
      false,
      ['model: [h1]: timed out; blocking because onFailure is "block"'],
    ],
    [
      'PreCompact',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      { trigger: 'manual' },
      false,
      ['user: Compaction blocked by PreCompact hook: [h1]: err'],
    ],
    ['TaskCreated', 'exit 2', { exitCode: 2, stderr: 'err' }, {}, false, ['model: TaskCreated hook error: [h1]: err']],
    [
      'TeammateIdle',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      {},
      false,
      ['teammate: TeammateIdle hook error: [h1]: err'],
    ],
    [
      'ConfigChange',
      'exit 2',
      { exitCode: 2, stderr: 'err' },
      { source: 'skills' },
      false,
      ['debug-log: ConfigChange:skills hook error: [h1]: err'],
    ],
    [
      'DirectoryAdded',
      'says to the model',
      { answer: { systemMessage: 's' } },
      { source: 'slash_command' },
      true,
      ['model: DirectoryAdded:slash_command says: s'],
    ],
    ['Notification', 'exit 2', { exitCode: 2, stderr: 'err' }, { notification_type: 'idle_prompt' }, true, []],
    ['Setup', 'exit 2', { exitCode: 2, stderr: 'err' }, { trigger: 'init' }, true, []],
    ['StopFailure', 'exit 2', { exitCode: 2, stderr: 'err' }, { error: 'rate_limit' }, true, []],
    [
      'PostModelSwitch',
      'text',
      { stdout: 'hi' },
      { to_model: 'claude-opus-4-1' },
      true,
      ['model: PostModelSwitch:claude-opus-4-1 hook success: hi'],
    ],
  ])('%s: %s', (event, _, hook, fields, proceeds, texts) => {
    const decision = play(event, [hook], fields);
    const said = decision.messages.map(({ to, text }) => `${to}: ${text}`);
    expect({ proceeds: decision.proceeds, said }).toEqual({ proceeds, said: texts });
  });

  it('a batch that is blocked ends the turn', () => {
    expect(play('PostToolBatch', [{ exitCode: 2, stderr: 'err' }], {}).proceeds).toBe(false);
    expect(play('PostToolBatch', [{ answer: { continue: false } }], {}).proceeds).toBe(false);
  });

  it('two stop blocks are two texts; a stop by another ends it', () => {
    const two = [
      { exitCode: 2, stderr: '1' },
      { exitCode: 2, stderr: '2' },
    ];
    expect(play('Stop', two, {}).messages.map(({ text }) => text)).toEqual([
      'Stop hook feedback:\n[h1]: 1',
      'Stop hook feedback:\n[h2]: 2',
    ]);
    expect(play('Stop', [...two, { answer: { continue: false } }], {})).toMatchObject({
      proceeds: true,
      continue: false,
    });
  });

  it.each<EventName>(['PermissionRequest', 'UserPromptSubmit'])('%s: the first answer decides', (event) => {
    const say = (reason: string): Hook =>
      event === 'PermissionRequest'
        ? { specific: { decision: { behavior: 'deny', message: reason } } }
        : { answer: { decision: 'block', reason } };
    expect(play(event, [{}, say('first'), say('second')]).reason).toBe('first');
  });

  it('PermissionRequest: an allow that finishes first wins, and an empty rewrite is none', () => {
    const hooks: Hook[] = [
      { specific: { decision: { behavior: 'allow', updatedInput: {} } } },
      { specific: { decision: { behavior: 'deny' } } },
    ];
    expect(play('PermissionRequest', hooks)).toMatchObject({ proceeds: true, permission: 'allow', updatedInput: null });
  });
});

describe('long texts (observed-here.md 11.2, 12)', () => {
  const shown = (text: string) =>
    play('UserPromptSubmit', [{ specific: { additionalContext: text } }], { prompt: 'p' }).messages[0]?.text ?? '';
  const HEAD = 'UserPromptSubmit hook additional context: ';
  it('10,000 characters pass, one more is a preview of 2,000', () => {
    expect(shown('x'.repeat(10_000))).toBe(HEAD + 'x'.repeat(10_000));
    const long = shown('x'.repeat(10_001));
    expect(long).toBe(
      `${HEAD}<persisted-output>\nOutput too large (9.8KB).\n\nPreview (first 2KB):\n${'x'.repeat(2000)}\n...\n</persisted-output>`,
    );
  });
  it.each([
    [1500, 1500],
    [900, 2000],
  ])('a newline at %d cuts the preview at %d', (at, length) => {
    const text = `${'x'.repeat(at)}\n${'y'.repeat(12_000)}`;
    expect(shown(text)).toContain(`2KB):\n${text.slice(0, length)}\n...`);
  });
  it('reasons are never cut', () => {
    const reason = 'r'.repeat(120_000);
    expect(play('PreToolUse', [{ answer: { decision: 'block', reason } }]).messages[0]?.text).toHaveLength(
      reason.length + 'PreToolUse:Bash hook error: '.length,
    );
  });
});

describe('a replaced tool output (observed-here.md 10.4)', () => {
  const whole = { stdout: 'o', stderr: 'e', interrupted: false };
  it.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    ['Bash, whole', { tool_name: 'Bash' }, { updatedToolOutput: { ...whole, extra: 1 } }, { ...whole, extra: 1 }],
    ['Bash, part', { tool_name: 'Bash' }, { updatedToolOutput: { stdout: 'o' } }, null],
    ['Bash, text', { tool_name: 'Bash' }, { updatedToolOutput: 'o' }, null],
    ['Bash, the MCP field', { tool_name: 'Bash' }, { updatedMCPToolOutput: whole }, null],
    ['MCP, text', { tool_name: 'mcp__a__b' }, { updatedToolOutput: 'o' }, 'o'],
    ['MCP, both fields', { tool_name: 'mcp__a__b' }, { updatedToolOutput: 'o', updatedMCPToolOutput: 'm' }, 'o'],
    ['MCP, null', { tool_name: 'mcp__a__b' }, { updatedToolOutput: null }, null],
    [
      'another tool, same shape',
      { tool_name: 'Read', tool_response: { type: 'text', file: {} } },
      { updatedToolOutput: { type: 'x', file: {} } },
      { type: 'x', file: {} },
    ],
    [
      'another tool, other shape',
      { tool_name: 'Read', tool_response: { type: 'text', file: {} } },
      { updatedToolOutput: { type: 'x' } },
      null,
    ],
  ])('%s', (_, fields, specific, expected) => {
    expect(play('PostToolUse', [{ specific }], fields).updatedToolOutput).toEqual(expected);
  });
});
