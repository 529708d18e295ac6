import { decodeBase64 } from '../../expand/escapes.ts';
import { hasUnknown, originOf } from '../../expand/unknown.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { moduleName } from '../read/cursor.ts';
import { pickledCalls } from '../read/pickle.ts';
import { isActing } from '../guess-call.ts';
import { isUnknownAtStart } from '../guess-unresolved.ts';
import { ruleFor } from '../rule-for.ts';
import { nameOf, objectValue, textValue, UNKNOWN } from '../value.ts';
import { type Actions, forEachText } from './acting-call.ts';
import { transfer } from './transfer.ts';

/** Calls that run more code of the same language, or another function. */
export const CODE = {
  code: ({ site, texts, runCode }) => {
    site.unresolved.runs ||= texts.length === 0 || texts.some(isUnknownAtStart);
    for (const text of texts) runCode(text);
    return UNKNOWN;
  },
  'code-stdin': ({ call, runCode }) => {
    if (call.io.stdin?.text !== undefined) runCode(call.io.stdin.text);
    return UNKNOWN;
  },
  // A pickle calls functions when it is loaded. Most are data; one from another machine may call anything.
  unpickle: ({ machine, call, site, texts, values, again, runCode }) => {
    const isInput = /^sys\.stdin\b/.test(nameOf(values[0], ''));
    site.unresolved.runs ||= texts.some(isUnknownAtStart) && !texts.some((text) => isReadFromDisk(machine, text));
    for (const text of isInput ? [call.io.stdin?.text ?? ''] : texts)
      if (originOf(machine.unknowns, text) === 'network') runCode(text);
      else if (!hasUnknown(text)) for (const { name, args } of pickledCalls(text)) again(name, args);
    return UNKNOWN;
  },
  // The argument is the name of the file, or an address.
  'unpickle-file': forEachText(({ machine, call, site, runCode }, path) => {
    site.unresolved.runs ||= isUnknownAtStart(path);
    const { text } = transfer(machine, call, 'fetch', [path]);
    if (originOf(machine.unknowns, text) === 'network') runCode(text);
  }),
  // YAML with the tags of Python makes any object: `!!python/object/apply:os.system ["ls"]`.
  'yaml-objects': ({ machine, site, texts, again, runCode }) => {
    const loader = nameOf(site.found.named.get('Loader') ?? site.found.args[1], '');
    if (/(?:Safe|Base|Full)Loader$/.test(loader)) return UNKNOWN;
    for (const text of texts)
      if (originOf(machine.unknowns, text) === 'network') runCode(text);
      else
        for (const [, name = '', args = ''] of text.matchAll(/!!python\/object\/(?:apply|new):([\w.]+)\s*(.*)/g))
          again(
            name,
            [...args.matchAll(/["']([^"']*)["']|[^\s[\],-][^[\],]*/g)].map(([all, quoted]) => textValue(quoted ?? all)),
          );
    return UNKNOWN;
  },
  'run-file': forEachText(({ machine, call, runCode }, path) => runFile(machine, call, path, runCode)),
  // JavaScript's modules have names, paths, and addresses where the runtime fetches them.
  module: ({ machine, call, texts, runCode }) => {
    for (const name of texts)
      if (/^(?:https?|data):/i.test(name)) runFile(machine, call, name, runCode);
      else if (/^[./].*\.json$/.test(name)) machine.read(call, name, 'interpreter');
    return objectValue(moduleName(texts[0] ?? '?'));
  },
  // `setTimeout(f, ms, …)`: what follows is for the function.
  later: ({ site, again, runCode }) => {
    const { name, args } = site.found;
    const [callee, ...rest] = args;
    if (callee?.kind === 'text') runCode(callee.text);
    else if (callee?.kind === 'object' && isActing(ruleFor(site.language, callee.name)))
      again(callee.name, rest.slice(name.endsWith('Immediate') ? 0 : 1));
    return UNKNOWN;
  },
  apply: ({ again, values: [callee, ...rest], texts: [first = ''] }) => again(nameOf(callee, first), rest),
} satisfies Actions;

/** The text of a file whose name is known; only this command's own files are of another kind. */
function isReadFromDisk(machine: Machine, text: string): boolean {
  return originOf(machine.unknowns, text) === 'file';
}

/** Runs the code that a file, standard input or an address holds. */
function runFile(machine: Machine, call: Call, path: string, runCode: (code: string) => void): void {
  const inline = /^data:([^,]*),(.*)$/is.exec(path);
  if (inline !== null) runCode(textOfData(inline[1] ?? '', inline[2] ?? ''));
  else if (/^(\/dev\/stdin|\/proc\/self\/fd\/0|-|php:\/\/stdin)$/.test(path)) runCode(call.io.stdin?.text ?? '');
  else if (originOf(machine.unknowns, path) === 'network') runCode(path);
  else {
    const { text } = transfer(machine, call, 'fetch', [path]);
    // A file of the project that the code loads is not the command's own text.
    if (!hasUnknown(text) || originOf(machine.unknowns, text) === 'network') runCode(text);
  }
}

/** A `data:` address holds its text in base64 or with `%` escapes. */
function textOfData(type: string, text: string): string {
  if (type.endsWith(';base64')) return decodeBase64(text) ?? '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
