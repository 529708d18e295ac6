import type { Verb } from '../act.ts';
import type { ValueName } from '../values/compute.ts';

/**
 * What a call does, in a small notation: a verb and the places of the arguments it is about. A place is the argument's number, its name, `self` for the value
 * before the dot, `all` for each argument, `last`, or `joined` for all of them as one text.
 * `delete* 0` is recursive. `argv 0` runs a list or a command text, `argv*` runs all arguments as one command, `shell 0` is text for a shell, `code 0` is
 * more of the same language. The verbs are the rows in ../actions. `text …` only computes a value: its names are the rows in ../values.
 */
export type Rule = `text ${ValueName}` | Verb | `${Verb} ${string}`;

/** Names of calls with their rules. A name with a dot in front is a member of any value. */
export type CallRows = Record<string, Rule>;

export type CallTable = ReadonlyMap<string, Rule>;

/** The calls of a language. Where a name is in several parts, the last one holds. */
export function callTable(...parts: CallRows[]): CallTable {
  return new Map(parts.flatMap((part) => Object.entries(part)));
}
