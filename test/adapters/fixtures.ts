import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterNamed, speakerOf } from '../../src/adapters/index.ts';
import type { Adapter, AgentEvent } from '../../src/protocol/agent-event.ts';
import { fieldsOf, receivePayload } from '../../src/protocol/payload/payload.ts';
import { ROOT } from '../support/hookctl.ts';
import type { Obeys } from './behaviour.ts';

export type Fields = Record<string, unknown>;

export interface Fixture {
  /** The adapter's folder, whose name is the adapter's. */
  folder: string;
  /** The agent's name and version. */
  agent: string;
  /** `constructed/…`: written from the agent's source or documentation, not captured. */
  case: string;
  payload: Fields;
}

/** Beside each adapter: what the agent sends and how it answers. A new agent is a folder there, and nothing here. */
const AGENTS = join(ROOT, 'src/adapters');
const FOLDERS = readdirSync(AGENTS).filter((folder) => existsSync(join(AGENTS, folder, 'conformance/obeys.json')));

/** What real agents sent to a hook, one of each kind, and what others would send by their documentation. */
export const FIXTURES: readonly Fixture[] = FOLDERS.flatMap((folder) =>
  readFileSync(join(AGENTS, folder, 'conformance/payloads.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => ({ folder, ...(JSON.parse(line) as Omit<Fixture, 'folder'>) })),
);

/** What an agent does with answers, by dialect. */
export const OBEYS: Readonly<Record<string, Obeys>> = Object.assign(
  {},
  ...FOLDERS.map(
    (folder) => JSON.parse(readFileSync(join(AGENTS, folder, 'conformance/obeys.json'), 'utf8')) as object,
  ),
) as Record<string, Obeys>;

/** The neutral events that the payloads of an agent are read into: `vitest -u` writes them. */
export function eventsFile({ folder, agent }: Pick<Fixture, 'folder' | 'agent'>): string {
  return join(AGENTS, folder, 'conformance/events', `${agent}.json`);
}

export function recognised(payload: object, env: Record<string, string> = {}, hint: string | null = null): Adapter {
  return speakerOf(fieldsOf(received(payload)), env, hint === null ? null : adapterNamed(hint));
}

export function decoded(payload: object, adapter: Adapter = recognised(payload)): AgentEvent {
  const result = adapter.decode(received(payload), { cwd: '/project', home: '/home/user' });
  if (!result.ok) throw new Error(result.problem);
  return result.event;
}

function received(payload: object): ReturnType<typeof receivePayload> {
  return receivePayload(JSON.stringify(payload));
}
