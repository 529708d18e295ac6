import type { CompileContext } from '../conditions/condition.ts';
import { itemsOf } from './globs.ts';

export interface TimeSpan {
  /** 0 = Sunday. */
  days: number[];
  /** Minutes of the day; `to` may lie before `from`: over midnight. */
  from: number;
  to: number;
  zone: string | null;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ALL = [0, 1, 2, 3, 4, 5, 6];

export function compileTime(value: unknown, context: CompileContext): TimeSpan[] {
  return itemsOf(value, context, 'a time such as "mon-fri 09:00-18:00 Europe/Berlin"').flatMap((text) => {
    const span = readTime(text);
    if (span === null)
      context.problem(`bad time "${text}": write "mon-fri 09:00-18:00" and, if wanted, a zone such as Europe/Berlin`);
    return span === null ? [] : [span];
  });
}

function readTime(text: string): TimeSpan | null {
  const span: TimeSpan = { days: ALL, from: 0, to: 1440, zone: null };
  for (const part of text.trim().split(/\s+/)) {
    const clock = /^(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(part);
    const days = daysOf(part.toLowerCase());
    if (clock !== null) {
      const [from, to] = [Number(clock[1]) * 60 + Number(clock[2]), Number(clock[3]) * 60 + Number(clock[4])];
      if (from > 1440 || to > 1440 || Number(clock[2]) > 59 || Number(clock[4]) > 59) return null;
      Object.assign(span, { from, to });
    } else if (days !== null) span.days = days;
    else if (/^(?:UTC|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.test(part) && isZone(part)) span.zone = part;
    else return null;
  }
  return span;
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

export function within(span: TimeSpan, now: { weekday: number; minute: number }): boolean {
  if (span.from <= span.to) return span.days.includes(now.weekday) && now.minute >= span.from && now.minute < span.to;
  // The part after midnight belongs to the day before.
  if (now.minute >= span.from) return span.days.includes(now.weekday);
  return now.minute < span.to && span.days.includes((now.weekday + 6) % 7);
}
