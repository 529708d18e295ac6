import { freeDescriptor, openInput, openOutput } from './descriptors.ts';
import type { Here, Machine } from './machine.ts';
import type { SyntaxNode } from '../parse/parse.ts';
import { branch } from './scope.ts';
import { apart } from './ways/landings.ts';
import { setVariable } from './variables.ts';

/** `coproc NAME cmd`: the command runs beside the shell, and what is written to `${NAME[1]}` is its input. */
export function runCoprocess(machine: Machine, node: Extract<SyntaxNode, { type: 'Coproc' }>, here: Here): string {
  const beside = (at: Here): Here => ({
    ...at,
    scope: branch(machine, at.scope),
    frame: { ...apart(at.frame), concurrent: true },
  });
  const path = `/dev/fd/sink-${machine.sinks.size}`;
  const number = freeDescriptor(here.scope);
  machine.sinks.set(path, ({ scope, frame }, text) => {
    const io = { stdin: { text }, capture: false, taken: true };
    machine.walk(node.body, beside({ scope, frame: { ...frame, depth: frame.depth + 1 }, io }));
  });
  openOutput(here.scope, number, path);
  setVariable(here.scope, node.name?.value ?? 'COPROC', [String(number + 1), String(number)]);
  // What it prints is read from `${NAME[0]}`.
  const text = machine.walk(node.body, beside({ ...here, io: { ...here.io, capture: true, taken: true } }));
  openInput(here.scope, number + 1, { text });
  return '';
}
