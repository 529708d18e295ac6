import { assert, type Arbitrary, boolean, constant, constantFrom, option, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import type { Action, AgentEvent, FileAction, ToolFacts } from '../../protocol/agent-event.ts';
import { KEYED, opinionKey } from './opinion-key.ts';

type Each<T> = { [K in keyof Required<T>]: Arbitrary<Required<T>[K]> };

/** Texts that look like parts of a key. */
const text = string({ unit: constantFrom('1', '2', ':', '-', '+', 'a'), maxLength: 4 });
const maybe = option(text);

// Typed by their fields: a new one must be thought of here, and then in the key.
const exec = record<Action & { kind: 'exec' }>({
  kind: constant('exec'),
  command: text,
  cwd: text,
  shell: constantFrom('bash', 'powershell', 'other'),
} satisfies Each<Action & { kind: 'exec' }>);
const FILE: Each<Omit<FileAction, 'newText'>> = {
  kind: constant('file'),
  op: constantFrom('create', 'modify', 'delete', 'move', 'read'),
  path: text,
  from: text,
  wide: constant(true),
};
const file = record<FileAction>(FILE, { requiredKeys: ['kind', 'op', 'path'] });
const tool = record({
  native: text,
  kind: constantFrom('shell', 'mcp', 'read'),
  mcp: option(record({ server: text, tool: text })),
} satisfies Each<ToolFacts>);

const event: Arbitrary<Partial<AgentEvent>> = record({
  agent: text,
  nativeEvent: text,
  tool: option(tool),
  actions: (exec as Arbitrary<Action>).chain((one) => boolean().chain((isFile) => (isFile ? file : constant(one)))),
  cwd: text,
  projectRoot: text,
  permissionMode: record({ native: maybe, normalised: constantFrom('ask', 'plan') } satisfies Each<
    AgentEvent['permissionMode']
  >),
  actor: record({ id: maybe, type: maybe, isSubagent: boolean() } satisfies Each<AgentEvent['actor']>),
  scratchpad: maybe,
}).map(({ actions, ...rest }) => ({ ...rest, event: 'before-tool' as const, unparsed: null, actions: [actions] }));

it('is equal for calls that are equal in all that is keyed, and for no others', () => {
  const keyed = (one: Partial<AgentEvent>) => JSON.stringify([...KEYED].map((name) => one[name]));
  const key = (one: Partial<AgentEvent>) => opinionKey(one as AgentEvent, undefined);
  // One field of another call, so that most pairs are nearly equal.
  const pair = record({ a: event, b: event, name: constantFrom(...KEYED) }).map(({ a, b, name }) => ({
    a,
    b: { ...a, [name]: b[name] },
  }));
  assert(
    property(pair, ({ a, b }) => {
      expect(key(a)).not.toBe(null);
      expect(key(a) === key(b)).toBe(keyed(a) === keyed(b));
    }),
    { numRuns: 5_000 },
  );
});

it('holds the mode', () => {
  const [one] = [{ event: 'before-tool', unparsed: null, actions: [{ kind: 'exec', command: 'ls', cwd: '/' }] }];
  const whole = { ...one, tool: null, actor: {}, permissionMode: {} } as unknown as AgentEvent;
  expect(new Set([undefined, 'warn' as const, 'observe' as const].map((mode) => opinionKey(whole, mode))).size).toBe(3);
});
