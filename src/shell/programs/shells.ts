import { hasUnknown, sourceOf } from '../expand/unknown.ts';
import { noteSecrets, withLoaded } from '../files/loaded-files.ts';
import { isFetched } from '../files/written-files.ts';
import type { Call, Here, Machine } from '../run/machine.ts';
import { branch } from '../run/scope.ts';
import { arrive, inSourcedFile } from '../run/ways/landings.ts';
import { runInScript, scriptOnDisk } from '../run/script-files.ts';
import { defineProgram } from './support/define-program.ts';
import { defineOptions, parseOptions } from './support/options.ts';

/** `-c` takes the first operand, not the next word: `bash -c -- 'x'`, `bash -ec 'x'`. */
const SHELL = defineOptions(
  '+c i l,login r s D v,verbose x e u n o= O= rcfile= init-file= norc noprofile posix restricted version help',
);

export const shells = [
  defineProgram({ names: 'sh bash zsh dash', kind: 'shell', options: SHELL, runsScript: '', effects: runShell }),
  defineProgram({
    names: 'ksh mksh ash rbash fish csh tcsh yash posh hush',
    kind: 'shell',
    options: SHELL,
    effects: runShell,
  }),
  defineProgram({
    names: 'eval',
    kind: 'shell',
    effects: (call, machine) => {
      const words = call.args[0] === '--' ? call.args.slice(1) : call.args;
      return machine.script(call, words.join(' '), { wrapper: 'eval', via: 'script', inPlace: true });
    },
  }),
  defineProgram({
    names: 'source .',
    kind: 'shell',
    effects: (call, machine) => {
      const early: Here[] = [];
      const printed = source({ ...call, frame: inSourcedFile(call.frame, early) }, machine);
      arrive(machine, call, early);
      noteSecrets(machine, call.scope);
      return printed;
    },
  }),
  defineProgram({ names: 'xonsh elvish nu', kind: 'shell', effects: runOtherShell }),
];

const FISH = defineOptions('+C,init-command= c,command= d,debug= o,debug-output= f,features= p,profile= D i l n N P v');

/** Shells with a language that is not bash's. A line that starts programs reads alike in all of them, but for the mark of a program: `^rm`, `e:rm`. */
function runOtherShell(call: Call, machine: Machine): string | undefined {
  const text = parseOptions(call.args, OTHER_SHELL).value('commands');
  if (text === undefined) return undefined;
  const line = text.replaceAll(/(^|[;|&({\n]\s*)(?:\^|e:)(?=[\w./~])/g, '$1');
  return machine.script(call, line, { wrapper: call.program });
}

const OTHER_SHELL = defineOptions('+c,commands= e,execute= n,no-config-file l,login i,interactive');

function runShell(call: Call, machine: Machine): string | undefined {
  if (call.program === 'fish') {
    // Before anything else; `-C` means something else to other shells.
    for (const text of parseOptions(call.args, FISH).all('init-command'))
      machine.script(call, withAssignments(text), { wrapper: call.program, stdin: null });
  }
  const parsed = parseOptions(withoutSwitchedOff(call.args), SHELL);
  if (parsed.has('version') || parsed.has('help')) return undefined;
  for (const option of ['rcfile', 'init-file']) {
    const startup = parsed.value(option);
    const text = startup === undefined ? undefined : machine.content(call, startup);
    if (text !== undefined) machine.script(call, text, { wrapper: call.program, stdin: null });
  }
  const [first, ...rest] = parsed.operands;
  // fish and some callers attach the text: `--command='…'`.
  const attached = parsed.value('command');
  if (attached !== undefined) return machine.script(call, attached, { wrapper: call.program, positional: rest });
  if (parsed.has('c')) {
    if (first === undefined) return '';
    if (parsed.has('n')) return undefined;
    const scope = branch(machine, call.scope);
    if (rest[0] !== undefined) scope.vars.set('0', rest[0]);
    const script = call.program === 'fish' ? withAssignments(first) : first;
    return machine.script(call, script, { wrapper: call.program, positional: rest.slice(1), scope });
  }
  if (first !== undefined && first !== '-' && first !== '/dev/stdin' && !parsed.has('s')) {
    if (parsed.has('n')) machine.read(call, first, 'script');
    else return runScriptFile(call, machine, first, rest);
    return undefined;
  }
  const text = call.io.stdin?.text;
  if (text === undefined) return undefined;
  if (parsed.has('n')) return undefined;
  return machine.script(call, text, {
    wrapper: call.program,
    positional: parsed.has('s') ? parsed.operands : rest,
    stdin: null,
  });
}

/** fish has a command for it: `set -l name value` is `name=value`. */
function withAssignments(text: string): string {
  return text.replaceAll(
    /(^|[;\n&|]\s*)set\s+(?:-{1,2}[a-zA-Z]+\s+)*(\w+)\s+([\w./~-]+(?:[ \t]+[\w./~-]+)*)/g,
    (_whole, front: string, name: string, value: string) => `${front}${name}='${value}'`,
  );
}

/** `+x` switches an option off; `+o` and `+O` take a name. What was switched off last is off: `-n +n`. */
function withoutSwitchedOff(args: string[]): string[] {
  const end = args.findIndex((arg, i) => !/^[-+][a-zA-Z-]/.test(arg) && !/^[-+][oO]$/.test(args[i - 1] ?? ''));
  const options = end < 0 ? args : args.slice(0, end);
  const off = options.filter((arg) => /^\+[a-zA-Z]+$/.test(arg)).join('');
  const kept = options.flatMap((arg) => {
    if (/^\+[a-zA-Z]+$/.test(arg)) return /[oO]/.test(arg) ? ['-o'] : [];
    return off.includes('n') && arg === '-n' ? [] : [arg];
  });
  return end < 0 ? kept : [...kept, ...args.slice(end)];
}

function runScriptFile(call: Call, machine: Machine, path: string, args: string[]): string | undefined {
  const text = machine.content(call, path);
  if (text !== undefined) return machine.script(call, text, { wrapper: call.program, positional: args, file: path });
  machine.read(call, path, 'script');
  if (hasUnknown(path)) machine.mark('dynamic-script', machine.render(path), call.frame);
  machine.emit(call, {
    kind: 'code',
    source: hasUnknown(path) ? sourceOf(machine.unknowns, path) : isFetched(machine, call, path) ? 'fetched' : 'file',
    interpreter: call.program,
  });
  const script = scriptOnDisk(machine, call, path);
  if (script !== undefined) {
    const inPlace = SOURCES.test(call.program);
    const positional = inPlace && args.length === 0 ? {} : { positional: args };
    const reached = { wrapper: call.program, capture: false, inPlace, file: path, ...positional };
    runInScript(machine, script, () => machine.script(call, script.text, reached));
  }
  return undefined;
}

/** They run the file in the shell itself. */
const SOURCES = /^(?:source|\.)$/;

function source(call: Call, machine: Machine): string | undefined {
  const [path, ...args] = call.args[0] === '--' ? call.args.slice(1) : call.args;
  if (path === undefined) return '';
  call.scope.loaded = withLoaded(machine, call, [path]).loaded;
  const text = path === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, path);
  if (text === undefined) return runScriptFile(call, machine, path, args);
  return machine.script(call, text, {
    wrapper: call.program,
    inPlace: true,
    file: path,
    ...(args.length > 0 ? { positional: args } : {}),
  });
}
