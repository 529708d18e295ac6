import { moduleName } from '../read/cursor.ts';
import { nameOf, objectValue, UNKNOWN } from '../value.ts';
import type { ValueRows } from './computing-call.ts';

/** Modules and functions that are found by their names, and calls of functions through others: `getattr(os, 'system')`, `apply(f, args)`. */
export const FUNCTIONS = {
  module: ({ first }) => objectValue(moduleName(first)),
  // Python's `__import__('urllib.request')` gives `urllib`; with a list of names to import it gives the module itself.
  'top-module': ({ first, args, named }) =>
    objectValue(args.length > 1 || named.has('fromlist') ? moduleName(first) : first.replace(/\..*/s, '')),
  libc: () => objectValue('libc'),
  'c-function': ({ first }) => objectValue(`libc.${/(\w+)\s*\(/.exec(first)?.[1] ?? first}`),
  name: ({ first }) => objectValue(first),
  member: ({ args: [owner], second }) => objectValue(`${nameOf(owner, '?')}.${second}`),
  'member-self': ({ receiver, first }) => objectValue(`${nameOf(receiver, '?')}.${first}`),
  // Python's `attrgetter('system')(os)`.
  getter: ({ first }) => objectValue(`operator.attrgetter.${first}`),
  'method-caller': ({ again, args, first }) => again(`?.${first}`, args.slice(1)),
  map: ({ again, receiver, args: [callee, given] }) => {
    const list = receiver?.kind === 'list' ? receiver : given;
    if (callee?.kind !== 'object' && callee?.kind !== 'text') return list ?? UNKNOWN;
    const name = callee.kind === 'object' ? callee.name : callee.text;
    if (name.startsWith('.')) return again(name, [], list);
    return again(name, list === undefined ? [] : [list]);
  },
  'apply-first': ({ again, args: [callee, ...rest], first }) => again(nameOf(callee, first), rest),
  // Elixir's `apply(System, :cmd, [program, words])`.
  'apply-member': ({ again, args: [module, member, ...rest], first, second }) => {
    const [list] = rest;
    return again(
      `${nameOf(module, first)}.${second === '' ? '' : nameOf(member, second)}`,
      list?.kind === 'list' ? list.items : rest,
    );
  },
  // Ruby's `Kernel.send(:system, …)`.
  send: ({ again, receiver, args, first }) =>
    again(receiver?.kind === 'object' ? `${receiver.name}.${first}` : first, args.slice(1), receiver),
} satisfies ValueRows;
