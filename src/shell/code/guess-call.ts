import { endsInOneOf } from '../../protocol/text/word-list.ts';
import type { Call, Machine } from '../run/machine.ts';
import { isCommandLine } from '../programs/support/start/command-line.ts';
import { nameOf, objectValue, UNKNOWN, type Value } from './value.ts';
import { isFunction, noteCall } from './evaluate/functions.ts';
import { textsOf } from './evaluate/joins.ts';
import { isPlaceElsewhere } from './guess-unresolved.ts';
import { ruleFor } from './rule-for.ts';
import type { Again, Site } from './site.ts';
import { asGuess } from '../run/scope.ts';

/**
 * A call that no table knows: it calls a function of the code itself, calls one through a member such as `call`, hands over a function to be called, or
 * calls a value that is not known.
 */
export function guessCall(machine: Machine, call: Call, site: Site, again: Again): Value {
  const { found, evaluator, language } = site;
  const through = throughMember(found.name);
  const own = found.name.startsWith('#')
    ? (through ?? found.name)
    : evaluator.functions.names.get(found.name.slice(found.name.lastIndexOf('.') + 1));
  if (own !== undefined) return noteCall(evaluator.functions, own, found.args, found.named);
  // Python's `attrgetter('system')(os)`; Ruby's `instance_method(:system).bind(self)`.
  const member = /^operator\.attrgetter\.(.+)$/.exec(found.name)?.[1];
  const [owner] = found.args;
  if (member !== undefined) return objectValue(`${nameOf(owner, '?')}.${member}`);
  if (through !== undefined && language.name === 'ruby' && found.name.endsWith('.bind')) return objectValue(through);
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
    else if (value.kind === 'object' && value.args.length === 0 && isActing(ruleFor(language, value.name))) {
      const known = rest.filter((other) => other.kind !== 'object' && other.kind !== 'unknown');
      // `enter(0, 1, os.system, (text,))`: a list beside a function holds its arguments.
      const list = known.length > 1 ? known.find((other) => other.kind === 'list') : undefined;
      const handed = list?.kind === 'list' ? list.items : known;
      // A method is called of what it is handed.
      if (value.name.startsWith('.')) again(value.name, handed.slice(1), handed[0]);
      else again(value.name, handed);
      // The arguments before it may be for the caller, such as a time to wait.
      if (list === undefined && known.length > 1) again(value.name, known.slice(-1));
    }
  }
  readHanded(machine, call, site);
  if (found.name === '?' || found.name.startsWith('?.')) return unknownCallee(machine, call, site);
  if (found.name.startsWith('.')) return found.receiver ?? UNKNOWN;
  return { kind: 'object', name: found.name, args: found.args };
}

/** The function does something, rather than only compute a value. */
export function isActing(rule: string | undefined): boolean {
  return rule !== undefined && !rule.startsWith('text ');
}

/** `f.call(…)`, `f.apply(…)`, `f.invoke(…)`: f. */
function throughMember(name: string): string | undefined {
  return /^(.+?)(?:\.(?:to_proc|unbind|curry))*\.(?:call|apply|invoke|invokeArgs|bind|yield)$/.exec(name)?.[1];
}

/** The callee is computed and unknown: a command line or a path among its arguments may be what it acts on. */
export function unknownCallee(machine: Machine, call: Call, site: Site): Value {
  const guess = asGuess(call);
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

/** The last word in the names of functions that say something about a path, or only hold it. */
const opensNothing = endsInOneOf(
  // Questions about a path.
  'exist exists isfile* is_file* isdir* is_dir* islink* is_link* isabsolute* is_absolute* access stat',
  // Parts and forms of a path.
  'basename dirname relative* part parts realpath normalise normalize resolve split',
  // Questions about a string or a list.
  'startwith startswith start_with starts_with endwith endswith end_with ends_with',
  'include includes contains match search find test equal equals len length size',
  // Lists and dictionaries.
  'push append insert add unshift set get',
  // Output; `p` is Ruby's, but every other name that ends in this letter counts, too.
  'log debug info warn* error print* puts echo p format quote escape*',
  // Tests and errors.
  'assert* expect describe it raise die throw',
  // Directories, which hold what is read.
  'mkdir* glob listdir readdir scandir children',
);

/** Names that say a file or a tree of them is deleted; `remove` and `delete` alone are what lists and dictionaries have, too. */
const DELETES = /(?:^|[._-])(?:delete|remove|rm|rmdir|unlink|erase|wipe|shred|trash|purge)(?![a-z])/i;
const OF_FILES = /(?:file|dir|tree|path|folder|recurs|fs|disk|home)|(?:^|[._])(?:os|io|rm|unlink|rmdir)(?=[._]|$)/i;

/** An unknown function gets the path of a file: it may open it, or delete it if its name says so. */
function readHanded(machine: Machine, call: Call, { found }: Site): void {
  const name = found.name.slice(found.name.lastIndexOf('.') + 1);
  if (machine.scriptFile !== null) return;
  // `deleteTreeAbsolute`, `os.remove.all`, `delete-file-recursively`.
  const words = found.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
  const deletes = DELETES.test(words) && OF_FILES.test(words);
  if (!deletes && opensNothing(name)) return;
  const guess = asGuess(call);
  const handed = [...(found.receiver === undefined ? [] : [found.receiver]), ...found.args];
  for (const value of handed.slice(0, 8)) {
    if (value.kind !== 'text' || !isPlaceElsewhere(machine, value.text)) continue;
    if (deletes) machine.remove(guess, value.text, 'interpreter', { recursive: true, force: true });
    else machine.read(guess, value.text, 'interpreter');
  }
}
