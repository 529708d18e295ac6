import type { SyntaxNode } from '../../parse/parse.ts';
import type { Call, Here, Machine } from '../machine.ts';
import { type Frame, type Loop, NO_LANDINGS } from '../scope.ts';
import { join, wayOf } from './join.ts';

/** More ways than this out of one loop or function meet already when they leave. */
const MOST_WAITING = 16;

/** `return`, `break 2`, `continue`: by whatever name they were started. What is written behind them is still read, as if they might not run. */
export function leave(call: Call, machine: Machine): void {
  const { landings } = call.frame;
  const { returns, loops } = landings;
  const number = Number(call.args[0] ?? 1);
  const loop = loops[Math.max(loops.length - (Number.isInteger(number) && number > 0 ? number : 1), 0)];
  const waiting = call.program === 'return' ? returns : call.program === 'break' ? loop?.end : loop?.next;
  if (waiting === undefined) return;
  const way = wayOf(machine, call);
  const last = waiting.at(-1);
  if (waiting.length < MOST_WAITING || last === undefined) waiting.push(way);
  else join(machine, last, way);
}

/** Lets the ways arrive that were waiting. */
export function arrive(machine: Machine, here: Here, waiting: Here[]): void {
  for (const way of waiting.splice(0)) join(machine, here, way);
}

export function inFunction(frame: Frame, returns: Here[]): Frame {
  return { ...frame, landings: { returns, loops: [] } };
}

export function inSourcedFile(frame: Frame, returns: Here[]): Frame {
  return { ...frame, landings: { ...frame.landings, returns } };
}

export function inLoop(frame: Frame, loop: Loop): Frame {
  const { returns, loops } = frame.landings;
  return { ...frame, landings: { returns, loops: [...loops, loop] } };
}

/** In another process, from which no way leads back into this shell. */
export function apart(frame: Frame): Frame {
  return frame.landings === NO_LANDINGS ? frame : { ...frame, landings: NO_LANDINGS };
}

/** The ways that have left since this was called, and a means to forget them where it turns out that nobody goes there. */
export function sinceLeft({ landings: { returns, loops } }: Frame): { left: () => Here[]; forget: () => void } {
  const waiting = [...(returns === undefined ? [] : [returns]), ...loops.flatMap(({ next, end }) => [next, end])];
  const lists = waiting.map((list) => ({ list, from: list.length }));
  return {
    left: () => lists.flatMap(({ list, from }) => list.slice(from)),
    forget: () => {
      for (const { list, from } of lists) list.length = Math.min(list.length, from);
    },
  };
}

/** Commands that leave the shell, the function or the loop. */
export const LEAVES = /^(?:break|continue|return|exit)$/;

/** Ends the shell, the function or the loop, so what follows never sees this branch. */
export function leaves(node: SyntaxNode): boolean {
  if (node.type === 'Command') return LEAVES.test(node.name?.value ?? '');
  if (node.type === 'Statement') return leaves(node.command);
  if (node.type === 'BraceGroup') return leaves(node.body);
  if (node.type === 'Redirected') return leaves(node.command);
  if (node.type === 'AndOr') return leaves(node.commands.at(-1) as SyntaxNode);
  if (node.type !== 'CompoundList') return false;
  const last = node.commands.at(-1);
  return last !== undefined && leaves(last);
}
