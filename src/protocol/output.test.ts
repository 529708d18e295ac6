import { anything, assert, constantFrom, dictionary, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, rowOf } from './event.ts';
import { checkOutput } from './output.ts';

const row = rowOf('PreToolUse');
const specific = (fields: Record<string, unknown>) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
});
const fits = (event: EventName, output: Record<string, unknown>): boolean => checkOutput(rowOf(event), output).ok;
const problemOf = (output: Record<string, unknown>): string | null => {
  const checked = checkOutput(row, output);
  return checked.ok ? null : checked.problem;
};

describe('which values make the whole answer invalid (observed-here.md 1.1)', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['continue', [null, 0, 1, 'false', [], {}], [true, false]],
    ['suppressOutput', [null, 0, 'true'], [true, false]],
    ['stopReason', [null, 5, [], {}, true], ['', 'x']],
    ['systemMessage', [null, 5, []], ['', 'x']],
    ['reason', [null, 5, []], ['', 'x']],
    ['terminalSequence', [null, 5], ['', '\u0007']],
    ['decision', [null, '', 'Block', 'allow', 'deny', 5, true], ['approve', 'block']],
    ['async', [], [null, 'yes', false, 1]],
    ['asyncTimeout', [], ['x', -1, null]],
    ['unknown', [], [null, 1, {}, []]],
  ])('%s', (key, bad, good) => {
    const verdicts = (values: unknown[]) => values.map((value) => [value, problemOf({ [key]: value }) === null]);
    expect(verdicts(bad)).toEqual(bad.map((value) => [value, false]));
    expect(verdicts(good)).toEqual(good.map((value) => [value, true]));
  });

  it.each<[string, unknown[], unknown[]]>([
    [
      'permissionDecision',
      [null, '', 'Deny', ' deny', ['deny'], 'block', 'approve'],
      ['allow', 'deny', 'ask', 'defer'],
    ],
    ['permissionDecisionReason', [null, 5, {}], ['', 'x']],
    ['additionalContext', [null, 5, []], ['', 'x']],
    ['updatedInput', [null, 'x', [], 5], [{}, { command: 5 }]],
    ['unknown', [], [null, 1]],
  ])('hookSpecificOutput.%s', (key, bad, good) => {
    const verdicts = (values: unknown[]) =>
      values.map((value) => [value, problemOf(specific({ [key]: value })) === null]);
    expect(verdicts(bad)).toEqual(bad.map((value) => [value, false]));
    expect(verdicts(good)).toEqual(good.map((value) => [value, true]));
  });

  it.each([
    null,
    [],
    'x',
    5,
    true,
    {},
    { hookEventName: null },
    { hookEventName: 'pretooluse' },
    { hookEventName: 'SessionEnd' },
    { hookEventName: 'PreCompact' },
  ])('hookSpecificOutput: %j', (value) => {
    expect(problemOf({ hookSpecificOutput: value, decision: 'block' })).toMatch(/^hookSpecificOutput/);
  });

  it.each<[EventName, string, unknown[], unknown[]]>([
    ['PostToolUse', 'additionalContext', [5, null], ['x']],
    ['PostToolUse', 'classifierContext', [5], ['x']],
    ['PostToolUse', 'updatedToolOutput', [], [null, 'x', {}, 5]],
    ['UserPromptSubmit', 'sessionTitle', [5], ['x']],
    ['UserPromptSubmit', 'suppressOriginalPrompt', ['true'], [true]],
    ['SessionStart', 'watchPaths', ['x', [1], {}], [[], ['a']]],
    ['SessionStart', 'reloadSkills', ['x'], [true]],
    ['SessionStart', 'initialUserMessage', [5], ['x']],
    ['CwdChanged', 'watchPaths', ['x', ['a', 5]], [['a']]],
    ['MessageDisplay', 'displayContent', [5], ['x']],
    ['PermissionDenied', 'retry', ['x'], [true]],
    ['Elicitation', 'action', ['yes', null], ['accept', 'decline', 'cancel']],
    ['PreModelSwitch', 'permissionDecision', ['defer'], ['allow', 'deny', 'ask']],
    [
      'PermissionRequest',
      'decision',
      [
        null,
        'allow',
        {},
        { behavior: 'ask' },
        { behavior: 'allow', updatedInput: null },
        { behavior: 'allow', updatedPermissions: {} },
        { behavior: 'deny', message: 5 },
        { behavior: 'deny', interrupt: 'yes' },
      ],
      [
        { behavior: 'allow' },
        { behavior: 'deny', message: 'm', interrupt: true },
        { behavior: 'allow', updatedInput: {}, updatedPermissions: [] },
      ],
    ],
    ['WorktreeCreate', 'worktreePath', [5], ['/w']],
  ])('%s: %s', (event, key, bad, good) => {
    const one = (value: unknown) => fits(event, { hookSpecificOutput: { hookEventName: event, [key]: value } });
    expect([bad.map(one), good.map(one)]).toEqual([bad.map(() => false), good.map(() => true)]);
  });

  it('a permission request must decide', () => {
    expect(fits('PermissionRequest', { hookSpecificOutput: { hookEventName: 'PermissionRequest' } })).toBe(false);
  });

  it('one bad value loses the deny beside it, and every problem is named', () => {
    expect(
      checkOutput(row, { ...specific({ permissionDecision: 'deny', additionalContext: 5 }), continue: 'no' }),
    ).toEqual({
      ok: false,
      problem:
        'continue: expected boolean, got string; hookSpecificOutput.additionalContext: expected string, got number',
      wrongEvent: false,
    });
  });

  it('names the keys that have no effect here', () => {
    expect(checkOutput(row, { additionalContext: 'x', ...specific({ sessionTitle: 't', toString: 1 }) })).toEqual({
      ok: true,
      output: { additionalContext: 'x', ...specific({ sessionTitle: 't', toString: 1 }) },
      ignored: ['additionalContext', 'hookSpecificOutput.sessionTitle', 'hookSpecificOutput.toString'],
    });
  });
});

/** observed-here.md 12: events with an answer of their own, seen from PreToolUse. */
it.each<[EventName, boolean]>(
  EVENT_NAMES.filter((name) => name !== 'PreToolUse').map((name) => [
    name,
    ![
      'SessionEnd',
      'StopFailure',
      'PreCompact',
      'PostCompact',
      'TeammateIdle',
      'TaskCreated',
      'TaskCompleted',
      'ConfigChange',
      'WorktreeRemove',
      'InstructionsLoaded',
      'DirectoryAdded',
    ].includes(name),
  ]),
)("an answer to %s on PreToolUse is another event's: %s", (hookEventName, wrongEvent) => {
  const needed: Partial<Record<EventName, object>> = {
    PermissionRequest: { decision: { behavior: 'allow' } },
    WorktreeCreate: { worktreePath: '/w' },
  };
  const answer = { hookEventName, ...needed[hookEventName] };
  expect(checkOutput(row, { hookSpecificOutput: answer })).toMatchObject({ ok: false, wrongEvent });
});

it.each<[EventName, object]>([
  ['PermissionRequest', {}],
  ['WorktreeCreate', {}],
  ['Stop', { additionalContext: 5 }],
])("%s's answer that would not fit there either is just wrong", (hookEventName, fields) => {
  const checked = checkOutput(row, { hookSpecificOutput: { hookEventName, ...fields } });
  expect(checked).toMatchObject({ ok: false, wrongEvent: false });
});

it('no object makes the check throw', () => {
  const keys = constantFrom(
    'continue',
    'decision',
    'reason',
    'hookSpecificOutput',
    'systemMessage',
    '__proto__',
    'constructor',
    'toString',
  );
  assert(
    property(
      constantFrom(...EVENT_NAMES),
      dictionary(keys, anything()),
      dictionary(string(), anything()),
      (event, top, inner) => {
        expect(typeof checkOutput(rowOf(event), top).ok).toBe('boolean');
        expect(typeof checkOutput(rowOf(event), { hookSpecificOutput: { hookEventName: event, ...inner } }).ok).toBe(
          'boolean',
        );
      },
    ),
    { numRuns: 1000 },
  );
});
