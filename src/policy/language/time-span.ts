import type { LocalTime } from '../../system/ports.ts';
import type { CompileContext } from '../conditions/condition.ts';
import { itemsOf } from './globs.ts';

export interface TimeSpan {
  /** Both included, as days since 1 January 1970; absent: any date. */
  dates?: [first: number, last: number];
  /** 0 = Sunday. */
  days: number[];
  /** Minutes of the day; `to` may be before `from`: over midnight. */
  from: number;
  to: number;
  zone: string | null;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ALL = [0, 1, 2, 3, 4, 5, 6];

export function compileTime(value: unknown, context: CompileContext): TimeSpan[] {
  return itemsOf(value, context, 'a time such as "mon-fri 09:00-18:00 Europe/Berlin"').flatMap((text) => {
    const span = readTime(text);
    if (typeof span !== 'string') return [span];
    context.problem(`bad time "${text}": ${span}`);
    return [];
  });
}

const EXPECTED =
  'write "mon-fri 09:00-18:00" or "2026-12-20..2027-01-03", or both, and, if wanted, a zone such as Europe/Berlin';

/** The span, or what is wrong with the text. */
function readTime(text: string): TimeSpan | string {
  const span: TimeSpan = { days: ALL, from: 0, to: 1440, zone: null };
  for (const part of text.trim().split(/\s+/)) {
    const clock = /^(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(part);
    const days = daysOf(part.toLowerCase());
    const dates = /^\d{4}-/.test(part) ? datesOf(part) : null;
    if (clock !== null) {
      const [from, to] = [Number(clock[1]) * 60 + Number(clock[2]), Number(clock[3]) * 60 + Number(clock[4])];
      if (from > 1440 || to > 1440 || Number(clock[2]) > 59 || Number(clock[4]) > 59) return EXPECTED;
      Object.assign(span, { from, to });
    } else if (typeof dates === 'string') return dates;
    else if (dates !== null) span.dates = dates;
    else if (days !== null) span.days = days;
    else if (/^(?:UTC|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(part) && isZone(part)) span.zone = part;
    else return EXPECTED;
  }
  return span;
}

/** `2026-12-20..2027-01-03`, or one day. */
function datesOf(text: string): [number, number] | string {
  const [first, last = first, ...more] = text.split('..').map(dayOf);
  if (first === undefined || last === undefined || more.length > 0) return EXPECTED;
  if (first === null || last === null) return `no such date; ${EXPECTED}`;
  return last < first ? 'the second date is before the first' : [first, last];
}

const DAY_MS = 86_400_000;

/** Days since 1 January 1970; null when there is no such day. */
function dayOf(text: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const at = new Date(Date.UTC(year, month - 1, date));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.getTime() / DAY_MS : null;
}

/** Asked where policies are compiled; a host without Intl finds out when it needs the time. */
function isZone(name: string): boolean {
  if (typeof Intl === 'undefined') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function daysOf(text: string): number[] | null {
  const found: number[] = [];
  for (const piece of text.split(',')) {
    const [first, last = first] = piece.split('-').map((name) => DAYS.indexOf(name));
    if (first === undefined || last === undefined || first < 0 || last < 0 || piece.split('-').length > 2) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      found.push(day);
      if (day === last) break;
    }
  }
  return found;
}

export function within(span: TimeSpan, now: LocalTime): boolean {
  if (span.from <= span.to) return isOn(span, now.day) && now.minute >= span.from && now.minute < span.to;
  if (now.minute >= span.from) return isOn(span, now.day);
  // The part after midnight belongs to the day before.
  return now.minute < span.to && isOn(span, now.day - 1);
}

function isOn({ days, dates }: TimeSpan, day: number): boolean {
  if (dates !== undefined && (day < dates[0] || day > dates[1])) return false;
  return days.includes(weekdayOf(day));
}

/** 0 = Sunday. 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

/** `thu 2026-12-24 14:05`, for `explain`. */
export function wordTime({ day, minute }: LocalTime): string {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${DAYS[weekdayOf(day)] ?? ''} ${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Milliseconds of `2026-12-24 14:05`, `fri 14:05`, `14:05`, `fri` or a date, by the calendar of `start`; null: it is not one of these. */
export function readMoment(text: string, start: number): number | null {
  const parts = /^(?:(\d{4}-\d\d-\d\d)|([a-z]{3}))?(?:(?:^|[ T])(\d{1,2}):(\d\d)(?::\d\dZ?)?)?$/i.exec(text.trim());
  if (parts === null || text.trim() === '') return null;
  const [, date, weekday, hour, minute] = parts;
  const today = Math.floor(start / DAY_MS);
  const ahead = weekday === undefined ? 0 : DAYS.indexOf(weekday.toLowerCase());
  const day = date === undefined ? today + ((ahead - weekdayOf(today) + 7) % 7) : dayOf(date);
  if (day === null || ahead < 0 || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return null;
  const clock = hour === undefined ? start - today * DAY_MS : (Number(hour) * 60 + Number(minute)) * 60_000;
  return (weekday === undefined && date === undefined ? today : day) * DAY_MS + clock;
}
