import { carriedSecrets } from './carried-secrets.ts';
import { pathOfUrl } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';

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

export function hostOf(machine: Machine, word: string | undefined): string | null {
  if (word === undefined) return null;
  const text = machine.render(word).replace(/^[a-z]+:\/\//, '');
  const host = text.slice(text.indexOf('@') + 1).replace(/[:/].*$/, '');
  return host === '' || host.includes('$') ? null : host;
}

/** A file of another machine or of a container that a program brings here or shows. A name without a directory is below a home that nobody here knows. */
export function readElsewhere(call: Call, machine: Machine, path: string, place: 'remote' | 'container'): void {
  const name = path.replace(/^~\//, '').replace(/(.)\/+$/, '$1');
  const there = { ...call, frame: { ...call.frame, place, mounts: [] }, scope: { ...call.scope, cwd: null } };
  machine.read(there, name, 'copy');
}
