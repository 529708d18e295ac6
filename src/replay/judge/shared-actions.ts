import type { Action } from '../../protocol/agent-event.ts';
import { createRemembered } from './remembered.ts';

/** Analyses are much larger than their text: long commands are not kept. */
const LONGEST = 4_000;

/**
 * Equal commands become one action. What the policy works out of an action it keeps as long as the action lives, so a command that comes a thousand
 * times is analysed once.
 */
export function createSharedActions(): (action: Action) => Action {
  const remembered = createRemembered<Action>();
  /** The result of a call follows the call: every command is analysed once for both. */
  let last = { key: '', action: null as Action | null };
  return (action) => {
    if (action.kind !== 'exec') return action;
    const key = `${action.shell} ${action.cwd}\0${action.command}`;
    if (last.key === key && last.action !== null) return last.action;
    const known = remembered.find(key);
    if (known === undefined && key.length <= LONGEST) remembered.keep(key, action);
    last = { key, action: known ?? action };
    return known ?? action;
  };
}
