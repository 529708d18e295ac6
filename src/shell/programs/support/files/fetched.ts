import { baseName } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';

/** What a program prints that came from the network. */
export function fromNetwork(call: Call, machine: Machine, url: string): string {
  return machine.unknown(`$(${call.program} ${machine.render(url)})`, 'network');
}

export function saveFetched(call: Call, machine: Machine, path: string): void {
  machine.write(call, path, 'download', { content: machine.unknown(`$(<${machine.render(path)})`, 'network') });
}

export function fileOf(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*/, '');
  return baseName(path) || 'index.html';
}
