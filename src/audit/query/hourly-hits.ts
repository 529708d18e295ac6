import type { Mode } from '../../policy/judgement.ts';

/** Hits of one rule, in one mode and to one effect, in one hour. */
export interface HourlyHits {
  rule: string;
  mode: Mode;
  effective: string;
  /** Milliseconds since the epoch, at the start of the hour. */
  hour: number;
  hits: number;
  excused: number;
  would: number;
  last: number;
}
