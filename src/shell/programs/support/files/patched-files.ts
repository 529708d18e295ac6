import { baseName } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** Changes the files named by a patch, and says which it writes; `"?"` when its text is not available. A directory that the command itself names is known even then. */
export function patchedFiles(
  call: Call,
  machine: Machine,
  text: string | undefined,
  { strip, within, reverse = false }: { strip: number; within?: string; reverse?: boolean },
): string[] {
  if (text === undefined || !/^(?:\+\+\+ |diff --git )/m.test(text)) {
    const path = `${within ?? ''}${machine.unknown('patch')}`;
    machine.write(call, path, 'patch');
    return [path];
  }
  const written: string[] = [];
  for (const part of text.split(/^(?=diff --git )/m)) {
    const isTold = patchByWords(call, machine, part);
    for (const [, before = '', after = ''] of part.matchAll(/^--- (.+)\n\+\+\+ (.+)$/gm)) {
      const [from, to] = reverse ? [after, before] : [before, after];
      const name = stripped(to, strip);
      if (name === '/dev/null') machine.remove(call, stripped(from, strip), 'other');
      else if (!isTold) {
        machine.write(call, name, 'patch');
        written.push(name);
      }
    }
  }
  return written;
}

/** git tells in words of a file that is renamed or copied, and of one without lines that is new or deleted. */
function patchByWords(call: Call, machine: Machine, part: string): boolean {
  const told = (words: string) => new RegExp(`^${words} (.+)$`, 'm').exec(part)?.[1];
  const from = told('rename from');
  const to = told('(?:rename|copy) to');
  if (from !== undefined) machine.remove(call, from, 'move');
  if (to !== undefined) machine.write(call, to, 'patch');
  const name = /^--- /m.test(part) ? undefined : /^diff --git a\/.* b\/(.+)$/m.exec(part)?.[1];
  if (name !== undefined && told('new file mode') !== undefined) machine.write(call, name, 'patch');
  if (name !== undefined && told('deleted file mode') !== undefined) machine.remove(call, name, 'other');
  return to !== undefined;
}

function stripped(line: string, strip: number): string {
  const name = line.replace(/\t.*$/, '');
  if (name === '/dev/null') return name;
  if (strip < 0) return baseName(name);
  return name.split('/').slice(strip).join('/');
}
