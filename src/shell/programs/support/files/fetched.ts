import { baseName } from '../../../files/paths.ts';
import { keepFile } from '../../../files/written-files.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** What a program prints that came from the network. */
export function fromNetwork(call: Call, machine: Machine, url: string): string {
  return machine.unknown(`$(${call.program} ${machine.render(url)})`, 'network');
}

export function saveFetched(call: Call, machine: Machine, path: string): void {
  machine.write(call, path, 'download', { content: machine.unknown(`$(<${machine.render(path)})`, 'network') });
}

/** A file that a program may have fetched, by its custom or another machine's choice: known when it is run, no effect before. */
export function noteFetched(call: Call, machine: Machine, path: string): void {
  keepFile(machine, machine.locate(call, path), machine.unknown(`$(<${machine.render(path)})`, 'network'), 'instead');
}

/** The names of a program's own output: what is written there goes down the pipe. */
export function isStandardOutput(path: string): boolean {
  return /^(?:-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/(?:self|thread-self)\/fd\/1)$/.test(path);
}

export function fileOf(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*/, '');
  return baseName(path) || 'index.html';
}
