import type { Call, Machine } from '../run/machine.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { compute } from './evaluate/compute.ts';
import { moduleName, UNKNOWN, type Value } from './read/cursor.ts';
import { isFunction, noteCall } from './evaluate/functions.ts';
import { guessCall, isActing, unknownCallee } from './guess-call.ts';
import { isPlaceElsewhere, isUnknownAtStart } from './guess-unresolved.ts';
import { textsOf } from './evaluate/joins.ts';
import { ruleFor } from './rule-for.ts';
import { actOnFiles } from './act-on-files.ts';
import { moveOrCopy, moveOrCopyEach, open, openByMark, writeOpened } from './open-files.ts';
import { type Again, argument, type Site } from './site.ts';
import { runFile, transfer } from './transfer.ts';

/** Turns one call in foreign code into effects, and says what value it gives. */
export function act(machine: Machine, call: Call, site: Site, runCode: (code: string) => void): Value {
  const value = performCall(machine, call, site, runCode);
  const { found, evaluator } = site;
  // A callback gets what the call gives.
  if (ruleFor(site.language, found.name) !== undefined)
    for (const arg of found.args)
      if (arg.kind === 'object' && isFunction(arg))
        noteCall(evaluator.functions, arg.name, [value.kind === 'unknown' ? (found.receiver ?? value) : value]);
  return value;
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
  if (verb === 'text') return compute(machine, call, site, places[0] ?? '', again);
  const values = places.flatMap((place) => argument(site, place));
  const written = values.flatMap((value) => textsOf(site.evaluator, value));
  const opensPath = language.tildes === true && /^(?:delete\*?|write|append|empty|read|save)$/.test(verb);
  const each = opensPath ? written.map((path) => tilde(machine, path)) : written;
  const texts = places.includes('joined') && each.length > 0 ? [each.join(' ')] : each;
  switch (verb) {
    case 'delete':
    case 'delete*':
      for (const path of texts)
        machine.remove(call, path, 'interpreter', {
          recursive: verb === 'delete*',
          force: true,
        });
      return UNKNOWN;
    case 'delete-up':
    case 'extract':
    case 'archive':
    case 'make-temporary':
      return actOnFiles(machine, call, verb, texts);
    case 'write':
    case 'append':
    case 'empty':
      for (const path of texts)
        machine.write(call, path, 'interpreter', {
          append: verb === 'append',
          empties: verb === 'empty',
          content: contentOf(site, places[0]),
        });
      return UNKNOWN;
    case 'read':
      // Node's `readFileSync(0)`.
      if (texts[0] === '0' && language.name === 'node')
        return { kind: 'text', text: call.io.stdin?.text ?? machine.unknown('stdin', 'stdin') };
      if (texts.some(hasUnknown)) site.unresolved.reads = true;
      for (const path of texts) machine.read(call, path, 'interpreter');
      // Python's `fileinput.input(file, inplace=True)`.
      if (found.named.has('inplace'))
        for (const path of texts) machine.write(call, path, 'interpreter', { append: false });
      return {
        kind: 'text',
        text:
          machine.content(call, texts[0] ?? '') ?? machine.unknown(`read(${machine.render(texts[0] ?? '')})`, 'file'),
      };
    case 'fetch':
    case 'download':
    case 'upload':
    case 'connect':
    case 'save':
      site.unresolved.connects = true;
      return transfer(machine, call, verb, texts);
    case 'open':
      return open(machine, call, site, places);
    case 'perl-open':
    case 'ruby-open':
      return openByMark(machine, call, site);
    case 'move':
    case 'copy':
    case 'link':
      return moveOrCopyEach(
        machine,
        call,
        verb,
        places.map((place) => argument(site, place).flatMap((value) => textsOf(site.evaluator, value))),
      );
    case 'permission':
      for (const path of texts)
        machine.emit(call, {
          kind: 'permission',
          path: machine.locate(call, path),
          raw: machine.render(path),
          change: '',
          recursive: false,
        });
      return UNKNOWN;
    case 'shell':
      for (const text of texts) {
        site.processes.push({ text });
        machine.script(call, text, {
          wrapper: site.program,
          via: 'interpreter',
          stdin: null,
          capture: false,
          ...directory(machine, call, site),
        });
      }
      return UNKNOWN;
    case 'argv':
    case 'argv*':
      runArgv(machine, call, site, verb === 'argv*' ? found.args.slice(Number(places[0] ?? 0)) : values);
      return UNKNOWN;
    case 'program':
      // The function has the program's name.
      runArgv(machine, call, site, [
        { kind: 'text', text: found.name.slice(found.name.lastIndexOf('.') + 1) },
        ...found.args,
      ]);
      return UNKNOWN;
    case 'guess':
      return unknownCallee(machine, call, site);
    case 'c-open': {
      // The flags are numbers or names of numbers: anything but O_RDONLY opens to write.
      const [, given] = found.args;
      const flags = given?.kind === 'text' ? given.text : given?.kind === 'object' ? given.name : '0';
      for (const path of texts)
        if (/^0+$|O_RDONLY$|O_PATH$/.test(flags)) machine.read(call, path, 'interpreter');
        else machine.write(call, path, 'interpreter', {});
      return UNKNOWN;
    }
    case 'run-file':
      for (const path of texts) runFile(machine, call, path, runCode);
      return UNKNOWN;
    case 'module':
      // JavaScript's modules have names, paths, and addresses where the runtime fetches them.
      for (const name of texts)
        if (/^(?:https?|data):/i.test(name)) runFile(machine, call, name, runCode);
        else if (/^[./].*\.json$/.test(name)) machine.read(call, name, 'interpreter');
      return { kind: 'object', name: moduleName(texts[0] ?? '?'), args: [] };
    case 'code-stdin':
      if (call.io.stdin?.text !== undefined) runCode(call.io.stdin.text);
      return UNKNOWN;
    case 'code':
      site.unresolved.runs ||= texts.length === 0 || texts.some(isUnknownAtStart);
      for (const text of texts) runCode(text);
      return UNKNOWN;
    case 'later': {
      // `setTimeout(f, ms, …)`: what follows is for the function.
      const [callee, ...rest] = found.args;
      if (callee?.kind === 'text') runCode(callee.text);
      else if (callee?.kind === 'object' && isActing(ruleFor(language, callee.name)))
        again(callee.name, rest.slice(found.name.endsWith('Immediate') ? 0 : 1));
      return UNKNOWN;
    }
    case 'subcommand':
      // `repository.git.push('--force')`: a program with its command as a function.
      runArgv(machine, call, site, [
        { kind: 'text', text: places[0] ?? '' },
        { kind: 'text', text: found.name.slice(found.name.lastIndexOf('.') + 1).replaceAll('_', '-') },
        ...found.args,
      ]);
      return UNKNOWN;
    case 'apply': {
      const [callee, ...rest] = values;
      return again(callee?.kind === 'object' ? callee.name : (texts[0] ?? ''), rest);
    }
    case 'shell-words':
      machine.script(call, texts.join(' '), {
        wrapper: site.program,
        via: 'interpreter',
        stdin: null,
        capture: false,
      });
      return UNKNOWN;
    case 'lisp-argv':
      // Emacs puts the buffer's arguments between the program and its words.
      runArgv(machine, call, site, [...values.slice(0, 1), ...found.args.slice(Number(places[1]))]);
      return UNKNOWN;
    case 'tcl-file': {
      const [action = '', ...rest] = found.args.flatMap((value) => textsOf(site.evaluator, value));
      const paths = rest.filter((word) => !/^-(force|-)$/.test(word));
      if (action === 'delete')
        for (const path of paths)
          machine.remove(call, tilde(machine, path), 'interpreter', {
            recursive: rest.includes('-force'),
            force: true,
          });
      else if (action === 'rename' || action === 'copy')
        return moveOrCopy(machine, call, action === 'copy' ? 'copy' : 'move', paths);
      return UNKNOWN;
    }
    case 'contents': {
      // The value is a path, or what was opened and read before.
      const path = found.receiver?.kind === 'text' ? found.receiver.text : '';
      if (isPlaceElsewhere(machine, path)) machine.read(call, path, 'interpreter');
      return found.receiver ?? UNKNOWN;
    }
    case 'print':
      call.printed?.push(`${texts.join(' ')}\n`);
      writeOpened(machine, call, `${texts.join(' ')}\n`);
      return UNKNOWN;
    case 'write-opened':
      writeOpened(machine, call, texts.join(''));
      return UNKNOWN;
    case 'cd':
      if (texts[0] !== undefined)
        call.scope = {
          ...call.scope,
          cwd: hasUnknown(texts[0]) ? null : machine.locate(call, texts[0]),
        };
      return UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function contentOf(site: Site, place: string | undefined): string | undefined {
  const value = site.found.args[place === 'self' ? 0 : 1];
  return value?.kind === 'text' ? value.text : undefined;
}

/** A list is a program and its arguments; one text is for a shell; several texts are words. */
function runArgv(machine: Machine, call: Call, site: Site, values: Value[]): void {
  const reached = {
    wrapper: site.program,
    via: 'interpreter',
    stdin: null,
    capture: false,
    ...directory(machine, call, site),
  } as const;
  // Perl's `exec {'/bin/sh'} 'sh', …` names the file first, and then the name that the program sees.
  const isNamed = values[0]?.kind === 'list' && values[0].isBlock === true && values.length > 1;
  const [first] = values;
  if (first === undefined) return;
  const words = values.filter((_, index) => !isNamed || index !== 1).flatMap((value) => textsOf(site.evaluator, value));
  const program = site.found.named.get('executable');
  if (program?.kind === 'text' && first.kind === 'list') words[0] = program.text;
  if (values.length === 1 && (first.kind !== 'list' || areCommandLines(words))) {
    for (const text of first.kind === 'list' ? words : [words[0] ?? '']) {
      site.processes.push({ text });
      machine.script(call, text, reached);
    }
    return;
  }
  site.processes.push({ words });
  if (words.length > 0) machine.run(call, words, reached);
}

/** `system("rm $f")` with the variable of a loop: one command line for each of its values, not a program and its arguments. */
function areCommandLines(words: readonly string[]): boolean {
  const [program] = words[0]?.split(' ', 1) ?? [];
  return words.length > 1 && words.every((word) => word.startsWith(`${program} `));
}

function directory(machine: Machine, call: Call, site: Site): { scope: Call['scope'] } | Record<string, never> {
  const cwd = site.found.named.get('cwd');
  if (cwd?.kind !== 'text') return {};
  const path = machine.locate(call, cwd.text);
  return { scope: { ...call.scope, cwd: path === '?' ? null : path } };
}

/** Lisp, Tcl, Julia, R and Elixir expand a leading tilde themselves. */
export function tilde(machine: Machine, path: string): string {
  return machine.home === null ? path : path.replace(/^~(?=\/|$)/, () => machine.home ?? '~');
}
