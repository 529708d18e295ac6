import { bytesOf } from '../../../parse/program-bytes.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** The text of the files, or of standard input without any files. */
export function passThrough(call: Call, machine: Machine, files: string[]): string | undefined {
  if (files.length === 0) return call.io.stdin?.text;
  let text = '';
  for (const file of files) {
    const place = machine.locate(call, file);
    if (place === '/dev/null') continue;
    const known = file === '-' || file === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, file);
    text += known ?? bytesOf(machine, place, `$(cat ${machine.render(file)})`);
  }
  return text;
}
