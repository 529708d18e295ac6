const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** What `--since` and `--until` take, for messages. */
export const TIME_FORMS =
  'a span (90s, 30m, 2h, 3d, 1w), a day (2026-11-01, today, yesterday) or a time (14:30, 2026-11-01T14:30)';

/** Text → milliseconds since the epoch, in local time; null when it cannot be read. A day counts whole: `until` it means until its end. */
export function readTimePoint(text: string, now: number, edge: 'since' | 'until'): number | null {
  const given = text.trim().toLowerCase();
  const span = readSpan(given);
  if (span !== null) return now - span;
  const day = readDay(given, new Date(now));
  if (day !== null) return edge === 'since' ? day.getTime() : nextDay(day).getTime();
  return readClock(text.trim(), new Date(now));
}

/** `1h30m` */
function readSpan(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?[smhdw])+$/.test(text)) return null;
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)([smhdw])/g)) sum += Number(number) * (UNITS[unit ?? ''] ?? 0);
  return sum;
}

function readDay(text: string, now: Date): Date | null {
  if (text === 'today') return midnight(now);
  if (text === 'yesterday') return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  return parts === null ? null : existing(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

function readClock(text: string, now: Date): number | null {
  const parts = /^(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d\d?):(\d\d)(?::(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (parts === null) return null;
  const [, year, month, date, hour, minute, second = '0', zone] = parts;
  const day = year === undefined ? midnight(now) : existing(Number(year), Number(month), Number(date));
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) >= 60) return null;
  const clock = [Number(hour), Number(minute), 0, Math.round(Number(second) * 1_000)] as const;
  const calendar = [day.getFullYear(), day.getMonth(), day.getDate()] as const;
  if (zone === undefined) return new Date(...calendar, ...clock).getTime();
  return Date.UTC(...calendar, ...clock) - minutesOf(zone) * 60_000;
}

function minutesOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Null for 30 February. */
function existing(year: number, month: number, date: number): Date | null {
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date ? day : null;
}

function midnight(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

/** Not always 24 hours later. */
function nextDay(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}
