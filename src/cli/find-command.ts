import { nearest } from '../protocol/text/did-you-mean.ts';
import { type Command, InputError, type Program } from './command.ts';

/** The command of this name; a mistyped one is wrong use, with a guess at what was meant. */
export async function findCommand({ commands }: Program, name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return load();
  const near = nearest(name, Object.keys(commands));
  const hint = near === null ? 'hookctl --help lists the commands' : `did you mean "${near}"?`;
  throw new InputError(`no command "${name}"; ${hint}`);
}

export async function allCommands({ commands }: Program): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}
