import type { Call, Machine } from '../run/machine.ts';
import { CODE } from './actions/code.ts';
import { FILES } from './actions/files.ts';
import { MOVE_OR_COPY } from './actions/move-or-copy.ts';
import { OPEN_FILES } from './actions/open-files.ts';
import { PROCESSES } from './actions/processes.ts';
import { TCL_ACTIONS } from './actions/tcl.ts';
import { withTilde } from './actions/tilde.ts';
import { TRANSFERS } from './actions/transfer.ts';
import type { Action, Actions } from './actions/acting-call.ts';
import { isFunction, noteCall } from './evaluate/functions.ts';
import { textsOf } from './evaluate/joins.ts';
import { guessCall } from './guess-call.ts';
import { ruleFor } from './rule-for.ts';
import { type Again, argument, type Site } from './site.ts';
import { UNKNOWN, type Value } from './value.ts';
import { compute, type ValueName } from './values/compute.ts';

const ACTIONS = {
  ...FILES,
  ...MOVE_OR_COPY,
  ...OPEN_FILES,
  ...PROCESSES,
  ...CODE,
  ...TRANSFERS,
  ...TCL_ACTIONS,
} satisfies Actions;

/** The verbs of the rules in calls/, but for `text`. */
export type Verb = keyof typeof ACTIONS;

/** The verbs whose places are paths that the code opens. */
const OPENS_PATH = /^(?:delete\*?|write|append|empty|read|save)$/;

/** Turns one call in foreign code into effects, and says what value it gives. */
export function act(machine: Machine, call: Call, site: Site, runCode: (code: string) => void): Value {
  const value = performCall(machine, call, site, runCode);
  const { found, evaluator } = site;
  // A callback gets what the call gives; that of `map` was called with each item, and makes what the call gives. Node's get an error in front of it.
  const rule = ruleFor(site.language, found.name);
  if (rule !== undefined && rule !== 'text map')
    for (const arg of found.args)
      if (arg.kind === 'object' && isFunction(arg)) noteCall(evaluator.functions, arg.name, handed(site, value));
  return value;
}

function handed({ found, language }: Site, value: Value): Value[] {
  const given = value.kind === 'unknown' ? (found.receiver ?? value) : value;
  return language.name === 'node' ? [given, given] : [given];
}

function performCall(machine: Machine, call: Call, site: Site, runCode: (code: string) => void): Value {
  const { found, language } = site;
  const rule = ruleFor(language, found.name);
  const again: Again = (name, args, receiver) =>
    name === found.name && args.length === found.args.length
      ? UNKNOWN
      : act(machine, call, { ...site, found: { name, args, receiver, named: found.named } }, runCode);
  if (rule === undefined) return guessCall(machine, call, site, again);
  const [verb = '', ...places] = rule.split(' ');
  if (verb === 'text') return compute({ machine, call, site, again }, places[0] as ValueName);
  const values = places.flatMap((place) => argument(site, place));
  const written = values.flatMap((value) => textsOf(site.evaluator, value));
  const each =
    language.tildes === true && OPENS_PATH.test(verb) ? written.map((path) => withTilde(machine, path)) : written;
  const texts = places.includes('joined') && each.length > 0 ? [each.join(' ')] : each;
  const action: Action = ACTIONS[verb as Verb];
  return action({ machine, call, site, again, places, values, texts, runCode });
}
