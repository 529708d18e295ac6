import type { LocalTime } from '../ports.ts';

/** What a clock and a calendar on the wall show. Months count from 1. */
export type WallClock = readonly [year: number, month: number, day: number, hour: number, minute: number];

const DAY = 86_400_000;

export function localTimeOf([year, month, day, hour, minute]: WallClock): LocalTime {
  return { day: Date.UTC(year, month - 1, day) / DAY, minute: hour * 60 + minute };
}

/** By the machine's own zone. */
export function wallClockHere(now: Date): WallClock {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()];
}
