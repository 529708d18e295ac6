import type { LocalTime } from '../ports.ts';
import { host } from './host.ts';

const ZONES = ['/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo'];

/** By the system's own database; without one, zones other than UTC are unknown. */
export function localTime(zone: string | null, now: Date): LocalTime {
  if (zone === null) return { weekday: now.getDay(), minute: now.getHours() * 60 + now.getMinutes() };
  const isName = /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)*$/.test(zone);
  if (!isName || (zone !== 'UTC' && !ZONES.some((directory) => host.exists(`${directory}/${zone}`))))
    throw new RangeError(`no time zone "${zone}"`);
  const [weekday, minute] = host.localTime(zone, now.getTime());
  return { weekday, minute };
}
