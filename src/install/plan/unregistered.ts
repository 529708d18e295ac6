import type { HookEntry, Registration as AgentRegistration } from '../../adapters/agent.ts';
import { EVENT_NAMES, rowOf } from '../../protocol/event.ts';
import { matches } from '../../runtime/matcher.ts';
import type { EffectiveSettings, RegisteredHandler } from '../../runtime/settings/effective.ts';
import { ownIn } from './launches.ts';
import { needsHere } from './needed-entries.ts';
import type { InstallPlace } from '../places.ts';

export interface Coverage {
  /** Some handler of ours is in force. */
  armed: boolean;
  /** Events that the policy needs and the agent does not send: its rules on these are dead. Not listed where no handler is in force. */
  missing: Pick<HookEntry, 'event' | 'matcher'>[];
}

/** Has the policy outgrown what was registered? Throws a `Refusal` when the policy has errors. */
export function coverageOf(place: InstallPlace, settings: EffectiveSettings): Coverage {
  const { registration } = place.agent;
  const isOwn = ownIn(place);
  const own = (event: HookEntry['event']) =>
    settings.registrations(event).filter(({ handler, disabledBy }) => disabledBy === null && isOwn(handler));
  // Then the agent sends nothing, whatever the policy needs: it is not compiled for that.
  if (!EVENT_NAMES.some((event) => own(event).length > 0)) return { armed: false, missing: [] };
  const missing = registration
    .entries(needsHere(place), { command: '', args: [] })
    .filter((entry) => !own(entry.event).some((one) => covers(one, entry, registration)))
    .map(({ event, matcher }) => ({ event, ...(matcher === undefined ? {} : { matcher }) }));
  return { armed: true, missing };
}

/** Every kind of tool that is needed must get through. */
function covers({ matcher }: RegisteredHandler, entry: HookEntry, { matcherSamples }: AgentRegistration): boolean {
  if (entry.matcher === undefined || matcher === undefined || matcher === '' || matcher === '*') return true;
  const samples = matcherSamples(entry.matcher);
  return samples !== null && samples.every((tool) => matches(rowOf(entry.event), matcher, tool).matches);
}
