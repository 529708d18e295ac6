import type { PastEvent } from '../../adapters/past-event.ts';
import { createEventCaches, type LoadedPolicy } from '../../policy/hook.ts';
import { examineEvent, type Judging } from '../../policy/judge/judge-event.ts';
import type { Hits, Judgement, Mode } from '../../policy/judgement.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { createSession, type Session } from '../../session/session.ts';
import { createPastWorld, type PastWorldOptions } from './past-world.ts';
import { createShapeOfHit } from './shape-of-hit.ts';
import type { AlarmShape } from './shape.ts';

/** What one policy decides on one event. */
export interface PastJudgement {
  verdict: Judgement['verdict'];
  hits: Hits;
  /** What kind of call each hit is about. */
  shapes: AlarmShape[];
}

export interface JudgedEvent {
  /** One for each policy, in their order. */
  judgements: PastJudgement[];
  /** It needed a fact that can no longer be known. */
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

/** A record repeats commands much more often than a single session does. */
const COMMANDS = 2_000;

/**
 * Judges past events in the order of the record, each policy with its own session memory. A call is judged as it was made: that a rule would have stopped
 * an earlier one changes nothing about what the record says came after it.
 */
export function createPastJudge(policies: readonly LoadedPolicy[], { mode, ...options }: PastJudgeOptions): PastJudge {
  const past = createPastWorld(options);
  const caches = createEventCaches({ commands: COMMANDS });
  const judges = policies.map((policy) => createPolicyJudge({ policy, world: past.world, mode, caches }));
  return {
    judge: (event) => {
      past.moveTo(event);
      const judgements = judges.map(({ judge }) => judge(event.event));
      return { judgements, askedInVain: past.wasAskedInVain() };
    },
    endSession: () => judges.forEach(({ sessions }) => sessions.clear()),
  };
}

function createPolicyJudge(judging: Omit<Judging, 'session'>) {
  const sessions = new Map<string, Session>();
  const shapeOfHit = createShapeOfHit(judging.policy);
  const judge = (event: AgentEvent): PastJudgement => {
    const session = sessions.get(event.session.id) ?? createSession();
    sessions.set(event.session.id, session);
    const { facts, judgement } = examineEvent(event, { ...judging, session });
    session.append(judgement.sessionFacts);
    const { verdict, hits } = judgement;
    return { verdict, hits, shapes: hits.map((hit) => shapeOfHit(hit, facts, session.state)) };
  };
  return { judge, sessions };
}
