import { eventOf } from '../../adapters/claude-code/decode.ts';
import { judgeEvent } from '../../hook/handle.ts';
import type { Hits, Judgement, Mode } from '../../policy/judgement.ts';
import type { StatePort } from '../../session/state-port.ts';
import type { Fact } from '../../session/state.ts';
import { type LoadedPolicy, policyPort } from '../../policy/hook.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { createShaper } from './alarm.ts';
import type { PastEvent } from './past-event.ts';
import { createPastWorld, type PastWorld, type PastWorldOptions } from './past-world.ts';
import { SessionView } from './session-view.ts';
import type { Shape } from '../report/shape.ts';
import { createSharedActions } from './shared-actions.ts';
import { payloadOf } from '../read/transcript/told-result.ts';
import { createWatch } from './watched-event.ts';

/** What one policy says of one event. */
export interface Opinion {
  verdict: Judgement['verdict'];
  hits: Hits;
  /** What kind of call each hit is about. */
  shapes: Shape[];
  /** What the session remembers of the event. */
  facts: Fact[];
}

export interface Weighed {
  /** One for each policy, in their order. */
  opinions: Opinion[];
  /** A fact that nobody can know any more was asked for. */
  askedInVain: boolean;
  /** What it hangs on besides the key of the call: what the record tells of a file, or something that no two calls share. */
  hangsOn: 'nothing' | 'file' | 'more';
}

export interface WeigherOptions extends PastWorldOptions {
  mode?: Mode | undefined;
}

/** With what each policy's sessions remember, which is told of the event. */
export type Weigh = (past: PastEvent, memories: readonly StatePort[]) => Weighed;

/**
 * Past events under one policy or several. A call is judged as it was made: that a rule would have stopped an earlier one changes nothing about what the
 * record says came after it.
 */
export function createWeigher(policies: readonly LoadedPolicy[], options: WeigherOptions): Weigh {
  const past = createPastWorld(options);
  const share = createSharedActions();
  const watch = createWatch();
  const scales = policies.map((policy) => createScale(policy, past, options.mode));
  return (happened, memories) => {
    past.moveTo(happened);
    const event = eventOf(payloadOf(happened), { projectRoot: happened.projectRoot, home: options.home });
    event.actions = event.actions.map(share);
    watch.put(event);
    const opinions = scales.map((scale, place) => scale.judge(event, memories[place]!));
    const unlike = watch.wasAsked() || past.wasAskedTime() || scales.some((scale) => scale.askedSession());
    return {
      opinions,
      askedInVain: past.wasAskedInVain(),
      hangsOn: unlike ? 'more' : past.wasAskedFile() ? 'file' : 'nothing',
    };
  };
}

function createScale(loaded: LoadedPolicy, { world }: PastWorld, mode: Mode | undefined) {
  // What a rule says is shown once in the report, so it is put into words once.
  const said = new Map<string, string>();
  const policy = policyPort(loaded, { mode, inWords: ({ id }) => !said.has(id) });
  const shape = createShaper(loaded, world);
  const view = new SessionView();
  let memory: StatePort;
  let facts: Fact[] = [];
  const state: StatePort = {
    append: (session, added) => {
      const lasting = added.filter(({ kind }) => kind !== 'once-offered');
      facts.push(...lasting);
      memory.append(session, lasting);
    },
    fold: (session) => {
      view.state = memory.fold(session);
      return view;
    },
  };
  return {
    judge: (event: AgentEvent, sessions: StatePort): Opinion => {
      memory = sessions;
      facts = [];
      view.asked = false;
      const { verdict, hits: judged } = judgeEvent(event, { policy, world, state });
      const hits = judged.map((hit) => {
        const text = said.get(hit.rule) ?? hit.text;
        said.set(hit.rule, text);
        return hit.text === text ? hit : { ...hit, text };
      });
      const shapes = hits.map((hit) => shape(hit, event, () => state.fold(event.session.id)));
      return { verdict, hits, shapes, facts };
    },
    askedSession: () => view.asked,
  };
}
