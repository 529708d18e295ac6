import { adapterNamed, ADAPTERS } from '../../src/adapters/index.ts';
import type { Adapter, ToolKind } from '../../src/protocol/agent-event.ts';
import { decoded, expectedAdapter, type Fields, FIXTURES } from './fixtures.ts';

/** One way in which an agent speaks, with a payload of a call that is about to run. */
export interface Speaker {
  dialect: string;
  adapter: Adapter;
  before: Fields;
}

const COPIED = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/project', tool_name: 'Bash', tool_input: {} };

/** Agents of which nothing was captured or written down. */
const UNSEEN: readonly [agent: string, payload: Fields][] = [
  ['claude-code', { ...COPIED, transcript_path: '/home/user/.claude/projects/p/s.jsonl' }],
  ['qoder', { ...COPIED, transcript_path: '/home/user/.qoder/projects/p/s.jsonl' }],
  ['iflow', { ...COPIED, transcript_path: '/home/user/.iflow/projects/p/s.jsonl' }],
  ['codebuddy', { ...COPIED, transcript_path: '/home/user/.codebuddy/projects/p/s.jsonl' }],
  ['letta', { ...COPIED, transcript_path: '/home/user/.letta/projects/p/s.jsonl' }],
  ['vibe', { ...COPIED, hook_event_name: 'pre_tool' }],
  [
    'kilo',
    {
      agent: 'kilo',
      hook: 'tool.execute.before',
      input: { tool: 'bash', sessionID: 's', callID: 'c' },
      output: { args: {} },
      directory: '/project',
      worktree: '/project',
    },
  ],
];

/** Agents whose kind of call is the event: they have no names for tools. */
export const BY_EVENT: readonly string[] = ['windsurf'];

/** Every dialect, each with its first call. */
export const SPEAKERS: readonly Speaker[] = speakers();

function speakers(): Speaker[] {
  const found = new Map<string, Speaker>();
  const add = (adapter: Adapter | null, before: Fields) => {
    if (adapter === null) throw new Error('no such adapter');
    const { dialect, tool, nativeEvent } = decoded(before, adapter);
    const isNamed = tool?.native !== nativeEvent || BY_EVENT.includes(dialect);
    if (!found.has(dialect) && isNamed) found.set(dialect, { dialect, adapter, before });
  };
  for (const [agent, payload] of UNSEEN) add(adapterNamed(agent), payload);
  for (const fixture of FIXTURES) {
    const adapter = adapterNamed(expectedAdapter(fixture));
    if (adapter !== null && decoded(fixture.payload, adapter).event === 'before-tool') add(adapter, fixture.payload);
  }
  return [...found.values()];
}

/** The first of the agent's tools of this kind; null: it has none. */
export function toolOf(adapter: Adapter, kind: ToolKind, input: Fields): string | null {
  return (
    adapter.knownTools.find((name) => {
      const { tool, actions } = adapter.readCall(name, input, { cwd: '/project', home: '/home/user' });
      return tool.kind === kind && actions.length > 0;
    }) ?? null
  );
}

export const NAMES: readonly string[] = ADAPTERS.map(({ name }) => name);
