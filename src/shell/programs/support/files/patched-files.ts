import { baseName } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** Files named by a patch; `"?"` when its text is not available. A directory that the command itself names is known even then. */
export function patchedFiles(
  call: Call,
  machine: Machine,
  text: string | undefined,
  { strip, within }: { strip: number; within?: string },
): void {
  if (text === undefined || !/^\+\+\+ /m.test(text)) {
    machine.write(call, `${within ?? ''}${machine.unknown('patch')}`, 'patch');
    return;
  }
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    if (!line.startsWith('+++ ')) return;
    const name = stripped(line.slice(4).replace(/\t.*$/, ''), strip);
    const old = stripped((lines[i - 1] ?? '').slice(4).replace(/\t.*$/, ''), strip);
    if (name === '/dev/null') machine.remove(call, old, 'other');
    else machine.write(call, name, 'patch');
  });
}

function stripped(name: string, strip: number): string {
  if (name === '/dev/null') return name;
  if (strip < 0) return baseName(name);
  return name.split('/').slice(strip).join('/');
}
