import type { FoundCall } from '../site.ts';
import { UNKNOWN, type Value } from '../value.ts';

/** A call that acts on files, processes or the network, with what the places of its rule name. */
export type ActingCall = FoundCall & {
  /** The places as they are written in the rule: `0`, `self`, `all` … */
  places: string[];
  values: Value[];
  /** Each text that the values may be. */
  texts: string[];
  /** Reads more code of the same language. */
  runCode: (code: string) => void;
};

/** What a call does; the result is the value that it gives. */
export type Action = (acting: ActingCall) => Value;

export type Actions = Record<string, Action>;

/** The same for each text; nothing is known of the value. */
export function forEachText(act: (acting: ActingCall, text: string) => void): Action {
  return (acting) => {
    for (const text of acting.texts) act(acting, text);
    return UNKNOWN;
  };
}
