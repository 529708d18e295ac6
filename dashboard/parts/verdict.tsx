import type { ShownVerdict } from '../../src/audit/query/decision.ts';

type Shape = ShownVerdict | 'pass';

/** A verdict is a word, a shape and a colour: any one of them is enough to tell it. */
export function Verdict({ verdict }: { verdict: Shape }) {
  return (
    <span class="verdict" data-verdict={verdict}>
      <Mark verdict={verdict} />
      <span>{verdict === 'none' ? 'pass' : verdict}</span>
    </span>
  );
}

const SHAPES: Record<Shape, string> = {
  deny: 'M2 2h8v8H2z',
  ask: 'M6 1.4 11 10.4H1z',
  warn: 'M6 1 11 6 6 11 1 6z',
  allow: 'M6 1.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6',
  inject: 'M4.6 1.5h2.8v3.1h3.1v2.8H7.4v3.1H4.6V7.4H1.5V4.6h3.1z',
  observe: 'M1 6c1.6-2.9 3.3-4 5-4s3.4 1.1 5 4c-1.6 2.9-3.3 4-5 4s-3.4-1.1-5-4',
  none: 'M6 2.500a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7',
  pass: 'M6 2.500a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7',
};

export function Mark({ verdict }: { verdict: Shape }) {
  return (
    <svg class="mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" data-verdict={verdict}>
      <path d={SHAPES[verdict]} />
    </svg>
  );
}
