import type { AddressInfo } from 'node:net';
import { UsageError } from '../command.ts';

/** `--port`; undefined: not given. */
export function readPort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535) throw new UsageError(`--port ${given} is not a port (0 to 65535)`);
  return port;
}

export function originOf({ address, port, family }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
