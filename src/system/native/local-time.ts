import { localTimeOf, wallClockHere } from '../facts/wall-clock.ts';
import type { LocalTime } from '../ports.ts';
import { host } from './host.ts';

const ZONES = ['/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo'];

/** By the system's own database; without one, zones other than UTC are unknown. */
export function localTime(zone: string | null, now: Date): LocalTime {
  if (zone === null) return localTimeOf(wallClockHere(now));
  const isName = /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)*$/.test(zone);
  if (!isName || (zone !== 'UTC' && !ZONES.some((directory) => host.exists(`${directory}/${zone}`))))
    throw new RangeError(`no time zone "${zone}"`);
  return localTimeOf(host.localTime(zone, now.getTime()));
}
