import type { Call, Machine } from '../../run/machine.ts';
import { pathOfUrl } from '../../files/paths.ts';
import { hostOf } from '../wrappers/remote.ts';
import { carriedSecrets } from './carried-secrets.ts';

/** A program talks to an address; `file:` is a file of this machine. */
export function connect(
  call: Call,
  machine: Machine,
  direction: 'download' | 'upload' | 'connect' | 'listen',
  url: string,
): void {
  const path = pathOfUrl(url);
  if (path !== undefined) {
    machine.read(call, path);
    return;
  }
  machine.emit(call, {
    kind: 'network',
    direction,
    host: hostOf(machine, url),
    url: url === '' ? null : machine.render(url),
    ...carriedSecrets(call, machine),
  });
}
