import type { Call, Handler, Machine } from '../machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { branch } from '../scope.ts';
import { hasUnknown, sourceOf } from '../unknown.ts';

/** `-c` takes the first operand, not the next word: `bash -c -- 'x'`, `bash -ec 'x'`. */
const SHELL = defineOptions(
  'c i l,login r s D v x e u n o= O= rcfile= init-file= norc noprofile posix restricted verbose version help',
  'stop-at-operand',
);

export const shells: Record<string, Handler> = {};
for (const name of 'sh bash zsh dash ksh mksh ash rbash fish csh tcsh yash posh hush'.split(' ')) shells[name] = shell;
shells['eval'] = (call, machine) => {
  const words = call.args[0] === '--' ? call.args.slice(1) : call.args;
  return machine.script(call, words.join(' '), { wrapper: 'eval', via: 'script', inPlace: true });
};
shells['source'] = source;
shells['.'] = source;

function shell(call: Call, machine: Machine): string | undefined {
  const args = call.args.map((arg) => (/^\+[a-zA-Z]+$/.test(arg) ? `-${arg.slice(1).replace('o', '')}` : arg));
  const parsed = parseOptions(args, SHELL);
  if (parsed.has('version') || parsed.has('help')) return undefined;
  const [first, ...rest] = parsed.operands;
  // fish and some callers attach the text: `--command='…'`.
  const attached = parsed.value('command') ?? parsed.value('init-command');
  if (attached !== undefined) return machine.script(call, attached, { wrapper: call.program, positional: rest });
  if (parsed.has('c')) {
    if (first === undefined) return '';
    if (parsed.has('n')) return undefined;
    const scope = branch(machine, call.scope);
    if (rest[0] !== undefined) scope.vars.set('0', rest[0]);
    return machine.script(call, first, { wrapper: call.program, positional: rest.slice(1), scope });
  }
  if (first !== undefined && first !== '-' && first !== '/dev/stdin' && !parsed.has('s'))
    return runScriptFile(call, machine, first, rest);
  const text = call.io.stdin?.text;
  if (text === undefined) return undefined;
  if (parsed.has('n')) return undefined;
  return machine.script(call, text, {
    wrapper: call.program,
    positional: parsed.has('s') ? parsed.operands : rest,
    stdin: null,
  });
}

function runScriptFile(call: Call, machine: Machine, path: string, args: string[]): string | undefined {
  const text = machine.content(call, path);
  if (text !== undefined) return machine.script(call, text, { wrapper: call.program, positional: args });
  machine.read(call, path, 'script');
  if (hasUnknown(path)) machine.mark('dynamic-script', machine.render(path), call.frame);
  machine.emit(call, {
    kind: 'code',
    source: hasUnknown(path) ? sourceOf(machine.unknowns, path) : 'file',
    interpreter: call.program,
  });
  return undefined;
}

function source(call: Call, machine: Machine): string | undefined {
  const [path, ...args] = call.args[0] === '--' ? call.args.slice(1) : call.args;
  if (path === undefined) return '';
  const text = path === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, path);
  if (text === undefined) return runScriptFile(call, machine, path, args);
  return machine.script(call, text, {
    wrapper: call.program,
    inPlace: true,
    ...(args.length > 0 ? { positional: args } : {}),
  });
}
