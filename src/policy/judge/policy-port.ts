import type { Judgement } from '../judgement.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { Fact, SessionState } from '../../session/state.ts';
import type { World } from '../../system/ports.ts';

/** What the engine asks of the policy; `policy/port.ts` makes one from an artefact. */
export interface PolicyPort {
  /** What this event adds to the session's memory before any rule is evaluated. */
  factsOf: (event: AgentEvent, world: World) => Fact[];
  /** `session` is asked only when a rule needs it. */
  judge: (event: AgentEvent, world: World, session: () => SessionState) => Judgement;
  /** The policy could not be (fully) loaded: said to the person at the start of a session and on every failure. */
  problems: () => string[];
}
