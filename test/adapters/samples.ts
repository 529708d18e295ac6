import { adapterNamed, ADAPTERS } from '../../src/adapters/index.ts';
import type { Adapter, ToolKind } from '../../src/protocol/agent-event.ts';
import { decoded, type Fields, FIXTURES, OBEYS } from './fixtures.ts';

/** One way in which an agent speaks, with a payload of a call that is about to run. */
export interface Speaker {
  dialect: string;
  adapter: Adapter;
  before: Fields;
}

/** Agents whose kind of call is the event: they have no names for tools. */
export const BY_EVENT: readonly string[] = Object.keys(OBEYS).filter(
  (dialect) => OBEYS[dialect]?.namesNoTools === true,
);

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
  for (const fixture of FIXTURES) {
    const adapter = adapterNamed(fixture.folder);
    if (adapter !== null && decoded(fixture.payload, adapter).event === 'before-tool') add(adapter, fixture.payload);
  }
  return [...found.values()];
}

/** The first of the agent's tools of this kind; null without one. */
export function toolOf(adapter: Adapter, kind: ToolKind, input: Fields): string | null {
  return (
    adapter.knownTools.find((name) => {
      const { tool, actions } = adapter.readCall(name, input, { cwd: '/project', home: '/home/user' });
      return tool.kind === kind && actions.length > 0;
    }) ?? null
  );
}

export const NAMES: readonly string[] = ADAPTERS.map(({ name }) => name);
