import { describe, expect, it } from 'vitest';
import { createSeenBefore } from '../../judge/seen-before.ts';
import { createConversation } from './conversation.ts';
import { factsOfLine, type LineFacts } from './line-facts.ts';

type Line = Record<string, unknown>;
let clock = 0;

const line = (own: Line): Line => ({
  isSidechain: false,
  uuid: `u${(clock += 1)}`,
  timestamp: new Date(clock * 1000).toISOString(),
  cwd: '/p',
  sessionId: 's',
  ...own,
});
const user = (content: unknown, own: Line = {}) => line({ type: 'user', message: { role: 'user', content }, ...own });
const assistant = (content: Line[], own: Line = {}, message: Line = {}) =>
  line({
    type: 'assistant',
    message: { id: `m${clock}`, role: 'assistant', content, stop_reason: null, ...message },
    ...own,
  });
const bash = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } });
const calls = (...blocks: Line[]) => assistant(blocks, {}, { stop_reason: 'tool_use' });
const says = (text: string, own: Line = {}) => assistant([{ type: 'text', text }], own, { stop_reason: 'end_turn' });
const result = (id: string, content: unknown = 'ok', own: Line = {}, failed = false) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error: failed }], own);
const refused = (id: string, text: string, own: Line = {}) => result(id, text, own, true);

/** Each event in a word: what a table can show. */
function told(files: unknown[][], seenBefore = createSeenBefore()): string[] {
  let repeated = 0;
  const events = files.flatMap((lines) => {
    const conversation = createConversation({
      file: 'f.jsonl',
      session: 'f',
      agentType: null,
      seenBefore,
      onRepeated: () => repeated++,
    });
    return [
      ...lines.flatMap((value, index) => {
        const facts = factsOfLine(value);
        return facts === null ? [] : conversation.read(facts, { number: index + 1, offset: 0, length: 0 });
      }),
      ...conversation.end(),
    ];
  });
  const shown = events.map(({ payload, outcome, where }) => {
    const { hook_event_name: event, agent_id, tool_use_id, prompt, source, trigger, error, stop_hook_active } = payload;
    const about = [
      agent_id,
      tool_use_id,
      prompt,
      source,
      trigger,
      error,
      stop_hook_active === true ? 'again' : null,
      outcome,
    ];
    return [event, ...about.filter((word) => typeof word === 'string'), `@${where.line}`].join(' ');
  });
  return repeated === 0 ? shown : [...shown, `(${repeated} repeated)`];
}

const START = 'SessionStart startup @1';

describe('transcript lines as hook events', () => {
  const first = [user('go'), calls(bash('t1', 'ls')), result('t1')];
  it.each<[string, unknown[], string[]]>([
    [
      'a call and its result',
      [user('go'), calls(bash('t1', 'ls')), result('t1'), says('done')],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @2', 'PostToolUse t1 @3', 'Stop @4'],
    ],
    [
      'one message on several lines ends the turn once',
      [
        user('go'),
        assistant([{ type: 'thinking', thinking: 'x' }], {}, { id: 'm', stop_reason: 'end_turn' }),
        assistant([{ type: 'text', text: 'done' }], {}, { id: 'm', stop_reason: 'end_turn' }),
      ],
      [START, 'UserPromptSubmit go @1', 'Stop @3'],
    ],
    [
      'a text before the call of the same message is no end',
      [
        user('go'),
        assistant([{ type: 'text', text: 'let me see' }], {}, { id: 'm' }),
        assistant([bash('t1', 'ls')], {}, { id: 'm' }),
        result('t1'),
      ],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @3', 'PostToolUse t1 @4'],
    ],
    [
      'a failing command, and its exit code in the text',
      [calls(bash('t1', 'x')), refused('t1', 'Exit code 3\nno')],
      [START, 'PreToolUse t1 failed @1', 'PostToolUseFailure t1 Exit code 3\nno @2'],
    ],
    [
      'calls side by side, results in another order',
      [calls(bash('t1', 'a'), bash('t2', 'b')), result('t2'), result('t1')],
      [START, 'PreToolUse t2 ran @1', 'PostToolUse t2 @2', 'PreToolUse t1 ran @1', 'PostToolUse t1 @3'],
    ],
    [
      'what the client refused itself never reached a hook',
      [calls(bash('t1', '')), refused('t1', '<tool_use_error>InputValidationError: …</tool_use_error>')],
      [START],
    ],
    [
      'refused by a hook, by a permission rule, by a person',
      [
        calls(bash('t1', 'a'), bash('t2', 'b'), bash('t3', 'c'), bash('t4', 'd')),
        refused('t1', 'no', { toolDenialKind: 'permission-rule', permissionDecision: { source: 'hook' } }),
        refused('t2', 'no', { toolDenialKind: 'permission-rule', permissionDecision: { source: 'config' } }),
        refused('t3', 'no', { toolDenialKind: 'user-rejected', permissionDecision: { source: 'user' } }),
        refused('t4', 'needs approval', { toolDenialKind: 'user-rejected', permissionDecision: { source: 'config' } }),
      ],
      [
        START,
        'PreToolUse t1 refused-by-hook @1',
        'PreToolUse t2 refused-by-rule @1',
        'PreToolUse t3 refused-by-person @1',
        'PreToolUse t4 refused-by-rule @1',
      ],
    ],
    [
      'the same in the words of older versions',
      [
        calls(bash('t1', 'a'), bash('t2', 'b'), bash('t3', 'c')),
        refused('t1', "The user doesn't want to proceed with this tool use."),
        refused('t2', 'PreToolUse:Bash hook error: [x]: no'),
        refused('t3', 'Permission to use Bash with command c has been denied.'),
      ],
      [
        START,
        'PreToolUse t1 refused-by-person @1',
        'PreToolUse t2 refused-by-hook @1',
        'PreToolUse t3 refused-by-rule @1',
      ],
    ],
    [
      'calls without a result at the end, and before the next prompt',
      [calls(bash('t1', 'a')), user('next'), calls(bash('t2', 'b'))],
      [START, 'PreToolUse t1 unknown @1', 'UserPromptSubmit next @2', 'PreToolUse t2 unknown @3'],
    ],
    [
      'a refused stop and the one after it',
      [
        says('done'),
        user('Stop hook feedback:\n[x]: run the tests', { isMeta: true }),
        line({ type: 'system', subtype: 'stop_hook_summary' }),
        says('really done'),
      ],
      [START, 'Stop @1', 'Stop again @4'],
    ],
    [
      'an interrupted turn is no stop; an API error neither',
      [
        user('go'),
        assistant([{ type: 'text', text: 'half' }]),
        user([{ type: 'text', text: '[Request interrupted by user]' }]),
        says('API Error', { isApiErrorMessage: true }),
      ],
      [START, 'UserPromptSubmit go @1'],
    ],
    [
      'notes of the client are no prompts',
      [
        user('<local-command-caveat>…', { isMeta: true }),
        user('<command-name>/compact</command-name>'),
        user('<local-command-stdout>…'),
        user('This session is being continued …', { isCompactSummary: true }),
        user('<command-message>review</command-message>\n<command-name>/review</command-name>'),
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
      ],
      [
        START,
        'UserPromptSubmit <command-message>review</command-message>\n<command-name>/review</command-name> @5',
        'UserPromptSubmit a\nb @6',
      ],
    ],
    [
      'a compaction',
      [line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } })],
      [START, 'PreCompact manual @1', 'SessionStart compact @1'],
    ],
    [
      'a subagent in the same file',
      [
        user('go'),
        user('task', { isSidechain: true, agentId: 'a1' }),
        assistant([bash('t1', 'ls')], { isSidechain: true, agentId: 'a1' }),
        result('t1', 'ok', { isSidechain: true, agentId: 'a1' }),
        says('report', { isSidechain: true, agentId: 'a1' }),
        says('done'),
      ],
      [
        START,
        'UserPromptSubmit go @1',
        'SubagentStart a1 @2',
        'PreToolUse a1 t1 ran @3',
        'PostToolUse a1 t1 @4',
        'Stop @6',
        'SubagentStop a1 @5',
      ],
    ],
    [
      "a result that does not say that it is the subagent's",
      [
        user('go'),
        assistant([bash('t1', 'ls')], { isSidechain: true, agentId: 'a1' }, { stop_reason: 'tool_use' }),
        result('t1'),
      ],
      [START, 'UserPromptSubmit go @1', 'SubagentStart a1 @2', 'PreToolUse a1 t1 ran @2', 'PostToolUse a1 t1 @3'],
    ],
    [
      'calls without an id',
      [
        user('go'),
        assistant(
          [
            { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
            { type: 'tool_use', name: 'Bash', input: { command: 'pwd' } },
          ],
          {},
          { id: 'm' },
        ),
      ],
      [START, 'UserPromptSubmit go @1', 'PreToolUse m#1 unknown @2', 'PreToolUse m#2 unknown @2'],
    ],
    [
      'lines told twice',
      [...first, ...first],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @2', 'PostToolUse t1 @3', '(2 repeated)'],
    ],
    [
      'unknown kinds of lines and odd values',
      [
        null,
        [],
        'x',
        7,
        { type: 'progress', data: { message: { type: 'assistant' } } },
        { type: 'summary', summary: 'x' },
        { type: 'user' },
        { type: 'assistant', message: 'x' },
        {
          type: 'assistant',
          message: { content: [null, 7, { type: 'tool_use' }, { type: 'tool_use', id: 't9', name: 'X' }] },
        },
      ],
      ['SessionStart startup @7', 'PreToolUse t9 unknown @9'],
    ],
  ])('%s', (_, lines, events) => {
    expect(told([lines])).toEqual(events);
  });

  it('a fork repeats the session it came from, under a new id', () => {
    const lines = [user('go'), calls(bash('t1', 'ls')), result('t1'), says('done')];
    const copied = lines.map((one) => ({ ...one, sessionId: 's2' }));
    expect(told([lines, [...copied, user('more', { sessionId: 's2' })]])).toEqual([
      START,
      'UserPromptSubmit go @1',
      'PreToolUse t1 ran @2',
      'PostToolUse t1 @3',
      'Stop @4',
      START,
      'UserPromptSubmit more @5',
      '(2 repeated)',
    ]);
  });

  it('payloads hold what the client sends', () => {
    const conversation = createConversation({
      file: '/t/f.jsonl',
      session: 'f',
      agentType: null,
      seenBefore: () => false,
      onRepeated: () => undefined,
    });
    const events = [
      user('go', { permissionMode: 'acceptEdits', timestamp: '2026-01-01T00:00:00.000Z' }),
      assistant([bash('t1', 'cd src')], { timestamp: '2026-01-01T00:00:01.000Z', gitBranch: 'main' }),
      result('t1', 'x', { timestamp: '2026-01-01T00:00:02.000Z', cwd: '/p/src', toolUseResult: { stdout: 'x' } }),
    ].flatMap((value, index) =>
      conversation.read(factsOfLine(value) as LineFacts, { number: index + 1, offset: index * 100, length: 99 }),
    );
    const common = { session_id: 's', transcript_path: '/t/f.jsonl', permission_mode: 'acceptEdits' };
    const place = { file: '/t/f.jsonl', offset: 200, length: 99, lines: null };
    const call = { tool_name: 'Bash', tool_input: { command: 'cd src' }, tool_use_id: 't1' };
    expect(events.slice(2)).toEqual([
      {
        payload: { ...common, cwd: '/p', hook_event_name: 'PreToolUse', ...call },
        at: Date.UTC(2026, 0, 1, 0, 0, 1),
        where: { file: '/t/f.jsonl', line: 2 },
        projectRoot: '/p',
        branch: 'main',
        outcome: 'ran',
        result: place,
      },
      {
        payload: { ...common, cwd: '/p/src', hook_event_name: 'PostToolUse', ...call },
        at: Date.UTC(2026, 0, 1, 0, 0, 2),
        where: { file: '/t/f.jsonl', line: 3 },
        projectRoot: '/p',
        branch: null,
        outcome: null,
        result: place,
      },
    ]);
  });
});
