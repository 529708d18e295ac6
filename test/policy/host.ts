import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { recordOfEvent } from '../../src/hook/record-of-event.ts';
import type { CompiledPolicy } from '../../src/hook/policy-cache/compiled-policy.ts';
import {
  buildPolicy,
  formatProblem,
  judgeEvent,
  openPolicy,
  serialise,
  simulatedWorld,
} from '../../src/policy/index.ts';
import { answerTo } from '../../src/policy/judge/answer-to.ts';
import type { Judgement, Mode } from '../../src/policy/judgement.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { openSession } from '../../src/session/session.ts';
import { type Fact, foldFacts } from '../../src/session/state.ts';
import type { World } from '../../src/system/ports.ts';

interface Handled {
  output: string;
  judgement: Judgement;
}

/** A host in memory: from payload text to answer text, through a serialised artefact. */
export function memoryHost(policyText: string, options: { world?: Partial<World>; mode?: Mode } = {}) {
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: policyText }] });
  if (built.artefact === null) throw new Error(built.problems.map(formatProblem).join('\n'));
  const loaded = openPolicy(serialise(built.artefact));
  if (!loaded.ok) throw new Error(loaded.problem);
  const { policy } = loaded;
  const world = { ...simulatedWorld({}), ...options.world };
  const compiled = { policy, manifest: { key: 'test' } } as CompiledPolicy;
  const journals = new Map<string, Fact[]>();
  const audit: AuditRecord[] = [];
  const granted = new Set<string>();
  const offered: string[] = [];
  let keeps = true;
  const journal = (session: string) => {
    const list = journals.get(session) ?? [];
    journals.set(session, list);
    return list;
  };
  const sessions = {
    append: (session: string, facts: readonly Fact[]) => void journal(session).push(...facts),
    fold: (session: string) => foldFacts(journal(session)),
  };
  const grants = {
    consume: (call: string) => granted.delete(call),
    offer: (call: string) => (keeps ? `hash ${offered.push(call)}` : null),
  };
  const send = (payload: object | string): Handled => {
    const text =
      typeof payload === 'string' ? payload : JSON.stringify({ cwd: '/project', session_id: 's', ...payload });
    const decoded = claudeCode.decode(receivePayload(text));
    if (!decoded.ok) throw new Error(decoded.problem);
    const { event } = decoded;
    const session = openSession(sessions, event.session.id);
    const judgement = judgeEvent(event, { policy, world, session, grants, mode: options.mode });
    const answer = answerTo(judgement);
    audit.push(recordOfEvent(event, judgement, answer, { world, compiled, elapsed: () => 0 }));
    return { output: claudeCode.encode(event, answer).stdout, judgement };
  };
  return {
    send,
    journal,
    audit,
    /** Whether refused calls can be kept from now on. */
    keepCalls: (able: boolean) => void (keeps = able),
    /** A person permits the call that was refused last. */
    grantLast: () => void granted.add(offered.at(-1) ?? ''),
    answer: (payload: object | string): unknown => {
      const { output } = send(payload);
      return output === '' ? null : JSON.parse(output);
    },
  };
}
