import type { Call, Machine } from '../run/machine.ts';
import { isCommandLine } from '../programs/support/guesses.ts';
import { UNKNOWN, type Value } from './read/cursor.ts';
import { isFunction, noteCall } from './evaluate/functions.ts';
import { textsOf } from './evaluate/joins.ts';
import { ruleFor } from './rule-for.ts';
import type { Again, Site } from './site.ts';

/** A call that no table knows: of the code's own function, through `call`, with a function to be called, or of an unknown value. */
export function guessCall(machine: Machine, call: Call, site: Site, again: Again): Value {
  const { found, evaluator, language } = site;
  const through = throughMember(found.name);
  const own = found.name.startsWith('#')
    ? (through ?? found.name)
    : evaluator.functions.names.get(found.name.slice(found.name.lastIndexOf('.') + 1));
  if (own !== undefined) return noteCall(evaluator.functions, own, found.args);
  // Python's `attrgetter('system')(os)`; Ruby's `instance_method(:system).bind(self)`.
  const member = /^operator\.attrgetter\.(.+)$/.exec(found.name)?.[1];
  const [owner] = found.args;
  if (member !== undefined)
    return { kind: 'object', name: `${owner?.kind === 'object' ? owner.name : '?'}.${member}`, args: [] };
  if (through !== undefined && language.name === 'ruby' && found.name.endsWith('.bind'))
    return { kind: 'object', name: through, args: [] };
  if (through !== undefined) {
    const args =
      /\.(call|apply|bind)$/.test(found.name) && site.language.name === 'node' ? found.args.slice(1) : found.args;
    if (ruleFor(language, through) !== undefined) return again(through, args);
  }
  const given = [...found.args, ...found.named.values()];
  const others = given.filter((value) => !isFunction(value));
  for (const value of given) {
    // A function handed over is called with what the call is about.
    const rest = [
      ...(found.receiver === undefined ? [] : [found.receiver]),
      ...others.filter((other) => other !== value),
    ];
    if (value.kind === 'object' && isFunction(value)) noteCall(evaluator.functions, value.name, rest);
    else if (value.kind === 'object' && value.args.length === 0 && isActing(ruleFor(language, value.name)))
      again(
        value.name,
        rest.filter((other) => other.kind !== 'object' && other.kind !== 'unknown'),
      );
  }
  if (found.name === '?' || found.name.startsWith('?.')) return unknownCallee(machine, call, site);
  if (found.name.startsWith('.')) return found.receiver ?? UNKNOWN;
  return { kind: 'object', name: found.name, args: found.args };
}

function isActing(rule: string | undefined): boolean {
  return rule !== undefined && !rule.startsWith('text ');
}

/** `f.call(…)`, `f.apply(…)`, `f.invoke(…)`: f. */
function throughMember(name: string): string | undefined {
  return /^(.+?)(?:\.(?:to_proc|unbind|curry))*\.(?:call|apply|invoke|invokeArgs|bind|yield)$/.exec(name)?.[1];
}

/** The callee is computed and cannot be told: a command line or a path among its arguments may be what it acts on. */
export function unknownCallee(machine: Machine, call: Call, site: Site): Value {
  const guess: Call = { ...call, frame: { ...call.frame, assumed: true } };
  for (const text of site.found.args.flatMap((value) => textsOf(site.evaluator, value)).slice(0, 16)) {
    if (isCommandLine(text))
      machine.script(guess, text, {
        wrapper: site.program,
        via: 'interpreter',
        stdin: null,
      });
    else if (/(^|\.)(\?|syscall)$/.test(site.found.name) && /^(\/|~)[\w./~-]*$/.test(text))
      machine.remove(guess, text, 'interpreter', {
        recursive: true,
        force: true,
      });
  }
  return UNKNOWN;
}
