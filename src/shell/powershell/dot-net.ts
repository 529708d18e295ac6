import type { Call, Machine } from '../run/machine.ts';
import { plainWord } from './plain-word.ts';
import type { PowerShellCommand } from './tokenise.ts';

/** `[IO.File]::Delete('x')`: the classes that the cmdlets are made of. What is in the parentheses comes as the next command. */
export function runDotNet(
  call: Call,
  machine: Machine,
  { words }: PowerShellCommand,
  next: PowerShellCommand | undefined,
): void {
  const [, type = '', method = ''] =
    /^\[(?:System\.)?IO\.(File|Directory|FileInfo|DirectoryInfo)\]::(\w+)$/i.exec(words.at(-1) ?? '') ?? [];
  if (type === '' && next !== undefined) {
    const member = /^\)?\.(\w+)$/.exec(words.at(-1) ?? '')?.[1] ?? '';
    const [file] = next.words.flatMap((word) => word.split(',')).slice(-1);
    const here = { ...call, index: machine.analysis.invocations.length - 1 };
    if (/^Upload(?:File|Data)\w*$/i.test(member) && file !== undefined)
      machine.read(here, plainWord(machine, file), 'upload');
    // `Scripting.FileSystemObject`
    if (/^Delete(?:Folder|File)$/i.test(member) && file !== undefined)
      machine.remove(here, plainWord(machine, file), 'interpreter', { recursive: true, force: true });
    return;
  }
  if (type === '' || next === undefined) return;
  const given = next.words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  const [first, second] = given.map((word) => plainWord(machine, word));
  if (first === undefined) return;
  const at = { ...call, index: machine.analysis.invocations.length - 1 };
  if (/^delete/i.test(method)) machine.remove(at, first, 'interpreter', { recursive: given.includes('$true') });
  else if (/^(?:write|append|create|openwrite|replace|set)/i.test(method))
    machine.write(at, first, 'interpreter', { append: /^append/i.test(method) });
  else if (/^(?:read|open)/i.test(method)) machine.read(at, first, 'interpreter');
  else if (/^(?:move|copy)/i.test(method)) {
    if (/^move/i.test(method)) machine.remove(at, first, 'move');
    else machine.read(at, first, 'copy');
    if (second !== undefined) machine.write(at, second, /^move/i.test(method) ? 'move' : 'copy');
  }
}
