import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { type Handled, handle } from '../../src/hook/handle.ts';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import type { Mode } from '../../src/policy/judgement.ts';
import type { World } from '../../src/system/ports.ts';
import { type Fact, foldFacts } from '../../src/session/state.ts';
import {
  buildPolicy,
  formatProblem,
  loadPolicy,
  policyPort,
  serialise,
  simulatedWorld,
} from '../../src/policy/index.ts';

/** A host in memory: the whole flow, from payload text to answer text, through a serialised artefact. */
export function memoryHost(policyText: string, options: { world?: Partial<World>; mode?: Mode } = {}) {
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: policyText }] });
  if (built.artefact === null) throw new Error(built.problems.map(formatProblem).join('\n'));
  const loaded = loadPolicy(serialise(built.artefact));
  if (!loaded.ok) throw new Error(loaded.problem);
  const journals = new Map<string, Fact[]>();
  const audit: AuditRecord[] = [];
  const journal = (session: string) => {
    const list = journals.get(session) ?? [];
    journals.set(session, list);
    return list;
  };
  const host = {
    adapter: claudeCode,
    policy: policyPort(loaded.policy, { mode: options.mode }),
    world: { ...simulatedWorld({}), ...options.world },
    state: {
      append: (session: string, facts: readonly Fact[]) => void journal(session).push(...facts),
      fold: (session: string) => foldFacts(journal(session)),
    },
    audit: { append: (record: AuditRecord) => void audit.push(record) },
  };
  const send = (payload: object | string): Handled =>
    handle(
      typeof payload === 'string' ? payload : JSON.stringify({ cwd: '/project', session_id: 's', ...payload }),
      host,
    );
  return {
    send,
    journal,
    audit,
    answer: (payload: object | string): unknown => {
      const { output } = send(payload);
      return output === '' ? null : JSON.parse(output);
    },
  };
}

export const before = (tool: string, input: object, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  ...more,
});
export const after = (tool: string, input: object, more: object = {}) => ({
  hook_event_name: 'PostToolUse',
  tool_name: tool,
  tool_input: input,
  tool_response: { stdout: '', stderr: '' },
  ...more,
});
