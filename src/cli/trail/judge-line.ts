import { nodeSystem } from '../../system/node/system.ts';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { guardPlaces } from '../../hook/policy-files/guard-places.ts';
import { answerTo } from '../../policy/judge/answer-to.ts';
import type { Judgement } from '../../policy/judgement.ts';
import type { World } from '../../system/ports.ts';
import { createSession } from '../../session/session.ts';
import { type EffectSummary, summariseEffects } from '../../policy/judge/effect-summary.ts';
import { examineEvent } from '../../policy/judge/judge-event.ts';
import { createPrepared, type LoadedPolicy } from '../../policy/hook.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { receivePayload } from '../../protocol/payload/payload.ts';
import { createWorld } from '../../system/facts/world.ts';

export type JudgedLine =
  | {
      id: unknown;
      verdict: 'deny' | 'ask' | 'warn' | 'allow' | 'pass';
      rules: string[];
      reason: string;
      uncertain: boolean;
      effects: EffectSummary;
    }
  | { id: unknown; error: string };

export interface JudgePlace {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
}

/** Line → verdict, without memory between lines. Never throws: one odd line must not end a run over thousands. */
export function createJudge(policy: LoadedPolicy, place: JudgePlace): (line: string) => JudgedLine {
  const worlds = new Map<string, World>();
  const worldOf = (home: string): World => {
    const known = worlds.get(home) ?? worldAt({ ...place.env, HOME: home }, home);
    worlds.set(home, known);
    return known;
  };
  const prepared = createPrepared();
  return (line) => {
    let id: unknown = null;
    try {
      const fields = readLine(line);
      id = fields['id'] ?? null;
      const home = textOf(fields['home']) ?? place.home;
      const event = eventOf(fields, place.cwd, home);
      const world = worldOf(home);
      const { facts, judgement } = examineEvent(event, { policy, world, prepared, session: createSession() });
      return { id, ...wordJudgement(judgement), uncertain: facts.uncertain(), effects: summariseEffects(facts) };
    } catch (error) {
      return { id, error: (error as Error).message };
    }
  };
}

function worldAt(env: JudgePlace['env'], home: string): World {
  return createWorld(nodeSystem, { env, home, guard: () => guardPlaces({ system: nodeSystem, env, home }) });
}

function readLine(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(`not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error('not a JSON object');
}

function eventOf(fields: Record<string, unknown>, here: string, home: string): AgentEvent {
  const { command, payload } = fields;
  const cwd = textOf(fields['cwd']) ?? here;
  if (typeof command !== 'string' && (typeof payload !== 'object' || payload === null))
    throw new Error('expected "command" (text) or "payload" (an object)');
  const input =
    typeof command === 'string'
      ? { hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command } }
      : { cwd, ...(payload as object) };
  const root = textOf(fields['project']) ?? textOf((input as Record<string, unknown>)['cwd']) ?? cwd;
  const decoded = DEFAULT_ADAPTER.decode(receivePayload(JSON.stringify(input)), { cwd, home, projectRoot: root });
  if (!decoded.ok) throw new Error(`the payload is ${decoded.problem}`);
  return decoded.event;
}

function wordJudgement(judgement: Judgement) {
  // Without a session no exception can be granted: no code is offered.
  const hits = judgement.hits.map((hit) => ({ ...hit, onceCode: null }));
  const { reason, context } = answerTo({ ...judgement, hits });
  const { verdict } = judgement;
  const heard = hits.filter((hit) => hit.effective !== 'observe' && hit.effective !== 'inject');
  const decisive = heard.filter((hit) => hit.effective === verdict);
  return {
    verdict: verdict === 'none' || verdict === 'inject' ? ('pass' as const) : verdict,
    rules: [...new Set([...decisive, ...heard].map((hit) => hit.rule))],
    reason: reason === '' && verdict === 'warn' ? context.join('\n') : reason,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
