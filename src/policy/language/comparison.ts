/** `> 2000`, `>= 5`, `< 90`, `= 3`, `!= 0`; with a unit where time or size is compared. */
export interface Comparison {
  operator: '>' | '>=' | '<' | '<=' | '=' | '!=';
  value: number;
}

const FORM = /^(>=|<=|!=|>|<|=)\s*(-?\d+(?:\.\d+)?)\s*([a-zA-Z]*)$/;

export type MeasureUnit = 'none' | 'time' | 'size';

const UNITS: Record<MeasureUnit, Record<string, number>> = {
  none: { '': 1 },
  time: { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 },
  size: {
    '': 1,
    b: 1,
    k: 1_000,
    kb: 1_000,
    kib: 1_024,
    m: 1e6,
    mb: 1e6,
    mib: 1_048_576,
    g: 1e9,
    gb: 1e9,
    gib: 1_073_741_824,
  },
};

export function looksLikeComparison(text: string): boolean {
  return /^\s*[<>!=]/.test(text);
}

/** Null when it is not a comparison. A bare number means equality. */
export function readComparison(value: unknown, unit: MeasureUnit = 'none'): Comparison | null {
  if (typeof value === 'number') return { operator: '=', value };
  if (typeof value !== 'string') return null;
  const parts = FORM.exec(value.trim());
  if (parts === null) return null;
  const [, operator, number, suffix] = parts;
  const factor = UNITS[unit][(suffix ?? '').toLowerCase()];
  if (factor === undefined) return null;
  return { operator: operator as Comparison['operator'], value: Number(number) * factor };
}

export function readDuration(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)\s*([smhd])$/.exec(text.trim());
  return parts === null ? null : Number(parts[1]) * (UNITS.time[parts[2] ?? ''] ?? Number.NaN);
}

export function compare(actual: number, { operator, value }: Comparison): boolean {
  switch (operator) {
    case '>':
      return actual > value;
    case '>=':
      return actual >= value;
    case '<':
      return actual < value;
    case '<=':
      return actual <= value;
    case '=':
      return actual === value;
    default:
      return actual !== value;
  }
}
