import { eventOf } from '../adapters/claude-code/decode.ts';
import { judgeEvent } from '../engine/handle.ts';
import type { Judgement, Mode } from '../engine/ports.ts';
import { type LoadedPolicy, policyPort } from '../policy/hook.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { createPastWorld, type PastWorldOptions } from './past-world.ts';
import type { PastEvent } from './past-event.ts';
import { createSessionMemory } from './session-memory.ts';
import { createSharedActions } from './shared-actions.ts';

export interface Judged {
  past: PastEvent;
  event: AgentEvent;
  /** One for each policy, in their order. */
  judgements: Judgement[];
  /** A fact that nobody can know any more was asked for. */
  askedInVain: boolean;
}

export interface ReplayJudge {
  judge: (past: PastEvent) => Judged;
  /** A session has ended: nothing remembers it. */
  forget: () => void;
}

/**
 * Past events under one policy or several, each with a memory of its own. A call is judged as it was made: that a rule would have stopped an earlier one
 * changes nothing about what the record says came after it.
 */
export function createReplayJudge(
  policies: readonly LoadedPolicy[],
  options: PastWorldOptions & { mode?: Mode | undefined },
): ReplayJudge {
  const past = createPastWorld(options);
  const share = createSharedActions();
  const judges = policies.map((policy) => ({
    policy: policyPort(policy, { mode: options.mode }),
    world: past.world,
    state: createSessionMemory(),
  }));
  return {
    judge: (happened) => {
      past.moveTo(happened);
      const event = eventOf(happened.payload, { projectRoot: happened.projectRoot, home: options.home });
      event.actions = event.actions.map(share);
      const judgements = judges.map((host) => judgeEvent(event, host));
      return { past: happened, event, judgements, askedInVain: past.wasAskedInVain() };
    },
    forget: () => judges.forEach(({ state }) => state.forgetAll()),
  };
}
