import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterNamed, speakerOf } from '../../src/adapters/index.ts';
import type { Adapter, AgentEvent } from '../../src/protocol/agent-event.ts';
import { fieldsOf, receivePayload } from '../../src/protocol/payload/payload.ts';
import { ROOT } from '../support/hookctl.ts';

export type Fields = Record<string, unknown>;

export interface Fixture {
  /** The agent's name and version. */
  agent: string;
  /** `constructed/…`: written from the agent's source or documentation, not captured. */
  case: string;
  payload: Fields;
}

/** What real agents sent to a hook, one of each kind, and what others would send by their documentation. */
export const FIXTURES: readonly Fixture[] = readFileSync(join(ROOT, 'test/fixtures/agents/payloads.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Fixture);

/** `kimi-code-2.1.0` → kimi: the adapter that must recognise the payload. */
const ADAPTER_OF: readonly [string, string][] = [
  ['copilot', 'copilot'],
  ['kimi', 'kimi'],
  ['kiro', 'kiro'],
  ['devin', 'devin'],
];

export function expectedAdapter({ agent }: Pick<Fixture, 'agent'>): string {
  const listed = ADAPTER_OF.find(([prefix]) => agent.startsWith(prefix))?.[1];
  return listed ?? agent.replace(/-\d.*$/, '');
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
