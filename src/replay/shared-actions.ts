import type { Action } from '../protocol/agent-event.ts';

/** Within these bounds commands are remembered: analyses are much larger than their text. */
const MOST = 1_500;
const MOST_CHARACTERS = 300_000;
const LONGEST = 4_000;

/**
 * Equal commands become one action. What the policy works out of an action it keeps as long as the action lives, so a command that comes a thousand
 * times is analysed once. Two generations: what is not met again is forgotten.
 */
export function createSharedActions(): (action: Action) => Action {
  let young = new Map<string, Action>();
  let old = new Map<string, Action>();
  let characters = 0;
  /** The result of a call follows the call: also a command too long to keep is analysed once for both. */
  let last = { key: '', action: null as Action | null };
  return (action) => {
    if (action.kind !== 'exec') return action;
    const key = `${action.shell} ${action.cwd}\0${action.command}`;
    if (key.length > LONGEST) {
      if (last.key !== key || last.action === null) last = { key, action };
      return last.action ?? action;
    }
    const known = young.get(key);
    if (known !== undefined) return known;
    const kept = old.get(key) ?? action;
    if (young.size >= MOST || characters > MOST_CHARACTERS) {
      old = young;
      young = new Map();
      characters = 0;
    }
    characters += key.length;
    young.set(key, kept);
    return kept;
  };
}
