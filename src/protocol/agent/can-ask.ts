import type { Adapter, AgentEvent } from '../agent-event.ts';
import type { Capabilities } from './capabilities.ts';

/** Is a question answered by a person, or at least taken for a refusal? If it is unknown whether a person is there, both cases count. */
export function canAsk(
  { capabilities }: { capabilities: Capabilities },
  interactive: AgentEvent['interactive'],
): boolean {
  const { ask } = capabilities;
  const fates =
    interactive === 'unknown' ? [ask.interactive, ask.headless] : [interactive ? ask.interactive : ask.headless];
  return fates.every((fate) => fate === 'asks' || fate === 'denies');
}

/** Why a question of this event is a refusal, in a sentence for the model and for people. Null: it can be asked. */
export function whyNoQuestion(
  adapter: Pick<Adapter, 'capabilities' | 'title'>,
  interactive: AgentEvent['interactive'],
): string | null {
  if (canAsk(adapter, interactive)) return null;
  const { title, capabilities } = adapter;
  return capabilities.ask.interactive === 'asks'
    ? `hookctl would ask a person, but nobody may be there to answer ${title}; so this is refused.`
    : `hookctl would ask a person, but ${title} cannot ask from a hook; so this is refused.`;
}
