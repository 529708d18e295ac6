import { localTimeOf, wallClockHere } from '../facts/wall-clock.ts';
import type { LocalTime } from '../ports.ts';

/** Throws on an unknown zone. */
export function localTime(zone: string | null, now: Date): LocalTime {
  if (zone === null) return localTimeOf(wallClockHere(now));
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return localTimeOf([part('year'), part('month'), part('day'), part('hour'), part('minute')]);
}
