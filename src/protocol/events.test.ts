import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, hookName, isEventName, rowOf, subjectOf } from './event.ts';

/** Order and names as in `HOOK_EVENTS` of the client's types. */
const ALL: EventName[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'PermissionRequest',
  'PermissionDenied',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'WorktreeCreate',
  'WorktreeRemove',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'MessageDisplay',
];

it('has the 33 events, no more and no less', () => {
  expect(EVENT_NAMES.toSorted()).toEqual(ALL.toSorted());
  expect(ALL).toHaveLength(33);
  expect(EVENT_NAMES.map((name) => rowOf(name).name)).toEqual(EVENT_NAMES);
});

it.each(['pretooluse', 'PreToolUse ', '', 'constructor', '__proto__', null, 5])('%j is no event', (name) => {
  expect(isEventName(name)).toBe(false);
});

/** docs/protocol.md, "Events"; SubagentStart after observed-here.md 2.3, where exit 2 reaches nobody. */
it.each<[EventName, string | null, string, string]>([
  ['PreToolUse', 'tool_name', 'refuses', 'model'],
  ['PermissionRequest', 'tool_name', 'nothing', 'nobody'],
  ['PermissionDenied', 'tool_name', 'nothing', 'nobody'],
  ['PostToolUse', 'tool_name', 'feedback', 'model'],
  ['PostToolUseFailure', 'tool_name', 'feedback', 'model'],
  ['PostToolBatch', null, 'ends-turn', 'user'],
  ['UserPromptSubmit', null, 'refuses', 'user'],
  ['UserPromptExpansion', 'command_name', 'refuses', 'user'],
  ['SessionStart', 'source', 'notice', 'user'],
  ['Setup', 'trigger', 'nothing', 'nobody'],
  ['SessionEnd', 'reason', 'notice', 'user'],
  ['Stop', null, 'keeps-going', 'model'],
  ['SubagentStop', 'agent_type', 'keeps-going', 'subagent'],
  ['StopFailure', 'error', 'nothing', 'nobody'],
  ['SubagentStart', 'agent_type', 'nothing', 'nobody'],
  ['TeammateIdle', null, 'keeps-going', 'teammate'],
  ['TaskCreated', null, 'refuses', 'model'],
  ['TaskCompleted', null, 'refuses', 'model'],
  ['Notification', 'notification_type', 'nothing', 'nobody'],
  ['MessageDisplay', null, 'notice', 'debug-log'],
  ['PreCompact', 'trigger', 'refuses', 'user'],
  ['PostCompact', 'trigger', 'notice', 'user'],
  ['PreModelSwitch', 'to_model', 'refuses', 'user'],
  ['PostModelSwitch', 'to_model', 'notice', 'user'],
  ['Elicitation', 'mcp_server_name', 'refuses', 'nobody'],
  ['ElicitationResult', 'mcp_server_name', 'refuses', 'nobody'],
  ['ConfigChange', 'source', 'refuses', 'debug-log'],
  ['WorktreeCreate', null, 'refuses', 'user'],
  ['WorktreeRemove', null, 'refuses', 'debug-log'],
  ['InstructionsLoaded', 'load_reason', 'nothing', 'nobody'],
  ['CwdChanged', null, 'notice', 'user'],
  ['FileChanged', 'file_path', 'notice', 'user'],
  ['DirectoryAdded', 'source', 'nothing', 'debug-log'],
])('%s: matcher on %s, exit 2 %s, stderr to %s', (name, subject, effect, stderrTo) => {
  const row = rowOf(name);
  expect({ subject: row.subject, exit2: row.exit2 }).toEqual({ subject, exit2: { effect, stderrTo } });
});

const where = (test: (row: ReturnType<typeof rowOf>) => boolean): string[] =>
  EVENT_NAMES.filter((name) => test(rowOf(name))).toSorted();

describe('rows that differ from the rest', () => {
  it.each<[string, (row: ReturnType<typeof rowOf>) => boolean, EventName[]]>([
    [
      'ignore a matcher',
      (row) => row.subject === null,
      [
        'CwdChanged',
        'MessageDisplay',
        'PostToolBatch',
        'Stop',
        'TaskCompleted',
        'TaskCreated',
        'TeammateIdle',
        'UserPromptSubmit',
        'WorktreeCreate',
        'WorktreeRemove',
      ],
    ],
    [
      'evaluate `if`',
      (row) => row.acceptsIf,
      ['PermissionDenied', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure', 'PreToolUse'],
    ],
    [
      'take plain stdout for context',
      (row) => row.plainTextIsContext,
      ['PostModelSwitch', 'SessionStart', 'UserPromptExpansion', 'UserPromptSubmit'],
    ],
    ['lose the whole file to one bad entry', (row) => row.invalidEntryDropsFile, ['PermissionRequest', 'PreToolUse']],
    ['ignore onFailure', (row) => !row.honoursOnFailure, ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']],
    ['fail on any code but 0', (row) => row.nonZeroFails, ['WorktreeCreate', 'WorktreeRemove']],
    ['have narrow plain matchers', (row) => row.narrowMatcher, ['FileChanged', 'StopFailure']],
    ['do not wait after the first answer', (row) => row.firstAnswerWins, ['PermissionRequest', 'UserPromptSubmit']],
    ['run managed hooks last', (row) => row.managedPhase === 'last', ['PostToolUse']],
    ['decide a permission', (row) => row.decidesPermission, ['PermissionRequest', 'PreModelSwitch', 'PreToolUse']],
    [
      'ignore continue: false',
      (row) => !row.honoursContinue,
      [
        'PermissionRequest',
        'PostCompact',
        'PostToolUseFailure',
        'PreCompact',
        'SessionStart',
        'SubagentStart',
        'TaskCreated',
      ],
    ],
    [
      'run all five types',
      (row) => row.handlers.length === 5,
      [
        'PermissionDenied',
        'PostToolBatch',
        'PostToolUse',
        'PostToolUseFailure',
        'PreToolUse',
        'Stop',
        'SubagentStop',
        'TaskCompleted',
        'TaskCreated',
        'TeammateIdle',
        'UserPromptExpansion',
        'UserPromptSubmit',
      ],
    ],
  ])('%s', (_, test, events) => {
    expect(where(test)).toEqual(events);
  });

  it('types that run, where not all five or the three without a model', () => {
    expect(rowOf('PermissionRequest').handlers).toEqual(['command', 'http', 'mcp_tool', 'prompt']);
    expect(rowOf('SessionStart').handlers).toEqual(['command', 'mcp_tool']);
    expect(rowOf('Setup').handlers).toEqual(['command']);
    expect(where((row) => row.handlers.join() === 'command,http,mcp_tool')).toHaveLength(18);
  });

  it('default timeouts in seconds', () => {
    const usual = { command: 600, http: 600, mcp_tool: 600, prompt: 30, agent: 60 };
    const short = { ...usual, command: 30, http: 30, mcp_tool: 30 };
    const differ = EVENT_NAMES.map((name) => [name, rowOf(name).timeouts] as const).filter(
      ([, one]) => JSON.stringify(one) !== JSON.stringify(usual),
    );
    expect(Object.fromEntries(differ)).toEqual({
      MessageDisplay: { ...usual, command: 10, http: 10, mcp_tool: 10 },
      PostModelSwitch: short,
      PreModelSwitch: short,
      SessionEnd: { command: 1.5, http: 1.5, mcp_tool: 1.5, prompt: 1.5, agent: 1.5 },
      UserPromptSubmit: short,
    });
  });
});

describe('the subject of a matcher, and the name of a hook', () => {
  it.each<[EventName, Record<string, unknown>, string | null, string]>([
    ['PreToolUse', { tool_name: 'Bash' }, 'Bash', 'PreToolUse:Bash'],
    ['PreToolUse', {}, '', 'PreToolUse'],
    ['PreToolUse', { tool_name: 5 }, '', 'PreToolUse'],
    ['SessionStart', { source: 'startup' }, 'startup', 'SessionStart:startup'],
    ['Stop', { tool_name: 'Bash' }, null, 'Stop'],
    ['SubagentStop', { agent_type: 'Explore' }, 'Explore', 'SubagentStop'],
    ['UserPromptExpansion', { command_name: 'foo' }, 'foo', 'UserPromptExpansion'],
    ['FileChanged', { file_path: '/a/b/.envrc' }, '.envrc', 'FileChanged:.envrc'],
    ['FileChanged', { file_path: 'C:\\a\\b.txt' }, 'b.txt', 'FileChanged:b.txt'],
    [
      'PreModelSwitch',
      { to_model: 'claude-sonnet-4-5-20250929' },
      'claude-sonnet-4-5',
      'PreModelSwitch:claude-sonnet-4-5',
    ],
    ['PreModelSwitch', { to_model: 'claude-sonnet-4-5[1m]' }, 'claude-sonnet-4-5', 'PreModelSwitch:claude-sonnet-4-5'],
    [
      'PreModelSwitch',
      { to_model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' },
      'claude-sonnet-4-5',
      'PreModelSwitch:claude-sonnet-4-5',
    ],
    [
      'PreModelSwitch',
      { to_model: 'claude-sonnet-4-5@20250929' },
      'claude-sonnet-4-5',
      'PreModelSwitch:claude-sonnet-4-5',
    ],
  ])('%s %j', (name, fields, subject, hook) => {
    const payload = { hook_event_name: name, ...fields };
    expect({ subject: subjectOf(rowOf(name), payload), hook: hookName(rowOf(name), payload) }).toEqual({
      subject,
      hook,
    });
  });
});
