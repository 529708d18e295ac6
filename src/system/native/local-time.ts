import { host } from './host.ts';
import { existsSync } from './node/fs.ts';

const ZONES = ['/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo'];

/** By the system's own database; without one, zones other than UTC cannot be told. */
export function localTime(zone: string | null, now: Date): { weekday: number; minute: number } {
  if (zone === null) return { weekday: now.getDay(), minute: now.getHours() * 60 + now.getMinutes() };
  const named = /^[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)*$/.test(zone);
  if (!named || (zone !== 'UTC' && !ZONES.some((place) => existsSync(`${place}/${zone}`))))
    throw new RangeError(`no time zone "${zone}"`);
  const [weekday, minute] = host.localTime(zone, now.getTime());
  return { weekday, minute };
}
