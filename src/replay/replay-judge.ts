import { eventOf } from '../adapters/claude-code/decode.ts';
import { judgeEvent } from '../engine/handle.ts';
import type { Judgement, Mode, RuleHit, StatePort } from '../engine/ports.ts';
import { type LoadedPolicy, policyPort } from '../policy/hook.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { createShaper } from './alarm.ts';
import { createPastWorld, type PastWorld, type PastWorldOptions } from './past-world.ts';
import type { PastEvent } from './past-event.ts';
import { createRemembered, keyOfCall } from './remembered.ts';
import { createSessionMemory } from './session-memory.ts';
import type { Shape } from './shape.ts';
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
  /** What kind of call a hit of a policy is about; to be asked before the next event. */
  shape: (hit: RuleHit, event: AgentEvent, policy: 0 | 1) => Shape;
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
  const judges = policies.map((policy) => createPolicyJudge(policy, past, options.mode));
  return {
    judge: (happened) => {
      past.moveTo(happened);
      const event = eventOf(happened.payload, { projectRoot: happened.projectRoot, home: options.home });
      event.actions = event.actions.map(share);
      const key = options.present ? null : keyOfCall(happened, event);
      const asked = key === null ? null : watchInput(event);
      const judged = judges.map((one) => one.judge(event, key, asked));
      return {
        past: happened,
        event,
        judgements: judged.map(({ judgement }) => judgement),
        askedInVain: judged.some(({ askedInVain }) => askedInVain),
      };
    },
    shape: (hit, event, policy) => judges[policy]?.shape(hit, event) ?? NO_SHAPE,
    forget: () => judges.forEach((one) => one.forget()),
  };
}

/** What else the tool was given is no part of the key: has a rule looked at it? */
function watchInput(event: AgentEvent): () => boolean {
  const [action] = event.actions;
  let asked = false;
  const watch = (place: object, name: string, value: unknown) =>
    Object.defineProperty(place, name, {
      enumerable: true,
      get: () => {
        asked = true;
        return value;
      },
    });
  if (action?.kind === 'file' && action.newText !== undefined) watch(action, 'newText', action.newText);
  watch(event, 'input', event.input);
  return () => asked;
}

interface Weighed {
  judgement: Judgement;
  askedInVain: boolean;
}

const NO_SHAPE: Shape = { text: '', place: 'none', glob: null, runs: null };

function createPolicyJudge(loaded: LoadedPolicy, past: PastWorld, mode: Mode | undefined) {
  const policy = policyPort(loaded, { mode });
  const shaper = createShaper(loaded, past.world);
  const memory = createSessionMemory();
  const remembered = createRemembered<Weighed>();
  let askedSession = false;
  const state: StatePort = {
    append: memory.append,
    fold: (session) => {
      askedSession = true;
      return memory.fold(session);
    },
  };
  return {
    judge: (event: AgentEvent, key: string | null, askedInput: (() => boolean) | null): Weighed => {
      const known = key === null ? undefined : remembered.find(key);
      if (known !== undefined) return known;
      askedSession = false;
      const judgement = judgeEvent(event, { policy, world: past.world, state });
      const weighed = { judgement, askedInVain: past.wasAskedInVain() };
      const lasting = !askedSession && !past.wasAskedTime() && !past.wasAskedFile() && judgement.facts.length === 0;
      if (key !== null && lasting && askedInput?.() !== true) remembered.keep(key, weighed);
      return weighed;
    },
    shape: (hit: RuleHit, event: AgentEvent) => shaper(hit, event, () => memory.fold(event.session.id)),
    forget: memory.forgetAll,
  };
}
