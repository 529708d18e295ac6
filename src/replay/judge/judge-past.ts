import type { PastEvent } from '../../adapters/past-event.ts';
import { createPrepared, judgeEvent, type LoadedPolicy, type Prepared } from '../../policy/hook.ts';
import type { Hits, Judgement, Mode } from '../../policy/judgement.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { openSession } from '../../session/session.ts';
import { createPastWorld, type PastWorldOptions } from './past-world.ts';
import { createSessionMemory } from './session-memory.ts';
import { createShapeOfHit } from './shape-of-hit.ts';
import type { Shape } from './shape.ts';
import type { World } from '../../system/ports.ts';

/** What one policy decides on one event. */
export interface PastJudgement {
  verdict: Judgement['verdict'];
  hits: Hits;
  /** What kind of call each hit is about. */
  shapes: Shape[];
}

export interface JudgedEvent {
  /** One for each policy, in their order. */
  judgements: PastJudgement[];
  /** A fact that nobody can know any more was asked for. */
  askedInVain: boolean;
}

export interface PastJudge {
  /** The session then remembers the event. */
  judge: (past: PastEvent) => JudgedEvent;
  /** Nothing of the session is needed any more. */
  endSession: () => void;
}

export interface PastJudgeOptions extends PastWorldOptions {
  mode?: Mode | undefined;
}

/**
 * Judges past events in the order of the record, each policy with its own session memory. A call is judged as it was made: that a rule would have stopped
 * an earlier one changes nothing about what the record says came after it.
 */
export function createPastJudge(policies: readonly LoadedPolicy[], options: PastJudgeOptions): PastJudge {
  const past = createPastWorld(options);
  const prepared = createPrepared();
  const judges = policies.map((policy) =>
    createPolicyJudge(policy, { world: past.world, mode: options.mode, prepared }),
  );
  return {
    judge: (event) => {
      past.moveTo(event);
      const judgements = judges.map(({ judge }) => judge(event.event));
      return { judgements, askedInVain: past.wasAskedInVain() };
    },
    endSession: () => judges.forEach(({ memory }) => memory.clear()),
  };
}

function createPolicyJudge(
  policy: LoadedPolicy,
  { world, mode, prepared }: { world: World; mode: Mode | undefined; prepared: Prepared },
) {
  const memory = createSessionMemory();
  const shapeOfHit = createShapeOfHit(policy, world, prepared);
  const judge = (event: AgentEvent): PastJudgement => {
    const session = openSession(memory, event.session.id);
    const { verdict, hits } = judgeEvent(event, { policy, world, session, mode, prepared });
    return { verdict, hits, shapes: hits.map((hit) => shapeOfHit(hit, event, () => memory.fold(event.session.id))) };
  };
  return { judge, memory };
}
