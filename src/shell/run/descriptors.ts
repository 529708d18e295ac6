import type { Io, Input, Scope } from './scope.ts';

/** The first number bash gives to `{name}<file`. */
const FIRST_FREE = 10;

/** What a numbered descriptor holds. 0 is standard input. */
export function inputOf(number: number, scope: Scope, io: Io): Input | undefined {
  return number === 0 ? (io.stdin ?? undefined) : scope.inputs.get(number);
}

/** `/dev/fd/3`, `/dev/stdin` and `/proc/self/fd/0` name a descriptor. */
export function descriptorAt(path: string): number | undefined {
  if (path === '/dev/stdin') return 0;
  const match = /^\/(?:dev|proc\/(?:self|\$\$|thread-self))\/fd\/(\d{1,4})$/.exec(path);
  return match === null ? undefined : Number(match[1]);
}

export function freeDescriptor(scope: Scope): number {
  let number = FIRST_FREE;
  while (scope.inputs.has(number) || scope.outputs.has(number)) number++;
  return number;
}

export function openInput(scope: Scope, number: number, input: Input | undefined): void {
  const inputs = new Map(scope.inputs);
  if (input === undefined) inputs.delete(number);
  else inputs.set(number, input);
  scope.inputs = inputs;
}

export function openOutput(scope: Scope, number: number, path: string): void {
  scope.outputs = new Map(scope.outputs).set(number, [path]);
}
