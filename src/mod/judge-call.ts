import { claudeCode } from '../adapters/claude-code/index.ts';
import { decide } from '../engine/decide.ts';
import type { Judgement, World } from '../engine/ports.ts';
import { type Fact, foldFacts, type SessionState } from '../engine/state.ts';
import { type LoadedPolicy, policyPort } from '../policy/hook.ts';
import type { ModPolicy } from './mod-policy.ts';

export interface ModCall {
  tool: string;
  input: Record<string, unknown>;
  callId: string | undefined;
  agentId: string | undefined;
  session: string;
  cwd: string;
  projectRoot: string;
}

export type ModAnswer = { decision: 'deny' | 'ask'; reason: string } | null;

/** What the rules say for certain about a call that is about to run. Null: nothing, or nothing that is certain. */
export function judgeCall(
  call: ModCall,
  policy: LoadedPolicy,
  { mode, home }: Pick<ModPolicy, 'mode' | 'home'>,
  world: World,
  journal: readonly Fact[],
): ModAnswer {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: call.session,
    cwd: call.cwd,
    tool_name: call.tool,
    tool_input: call.input,
    tool_use_id: call.callId,
    agent_id: call.agentId,
  };
  const decoded = claudeCode.decode(JSON.stringify(payload), { projectRoot: call.projectRoot, home });
  if (!decoded.ok) return null;
  const port = policyPort(policy, { mode: mode ?? undefined });
  const state = foldFacts(journal);
  const { verdict, reason } = decide(
    certainly(
      port.judge(decoded.event, world, () => state),
      state,
    ),
  );
  if (verdict !== 'deny' && verdict !== 'ask') return null;
  // A person permitted this very call, and the settings hook has already spent the permission.
  if (journal.some((fact) => fact.kind === 'once-used' && fact.call === call.callId)) return null;
  return { decision: verdict, reason };
}

/** A fact that only the settings hook can find out is no reason to stop a call here, and a code that it has not offered cannot be granted. */
function certainly(judgement: Judgement, { once }: SessionState): Judgement {
  const hits = judgement.hits
    .filter((hit) => hit.because === 'holds')
    .map((hit) => ({ ...hit, onceCode: hit.onceCode !== null && once.has(hit.onceCode) ? hit.onceCode : null }));
  const stops = (verb: string) => hits.some((hit) => hit.effective === verb);
  const verdict = stops('deny') ? 'deny' : stops('ask') ? 'ask' : 'none';
  return { ...judgement, hits, verdict, notices: [] };
}
