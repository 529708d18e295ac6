import type { TrailDecision, ShownVerdict } from '../../audit/query/decision.ts';
import { oneLine, shorten, widthOf } from './text/plain-text.ts';
import type { Paint } from './text/style.ts';
import { localTime } from './text/local-time.ts';
import { type Column, fitColumns, type FittedColumns, tableRow } from './text/table.ts';

/** How decisions are laid out; sized by the first of them, as others may follow. */
export interface DecisionTable {
  time: 'short' | 'long';
  columns: FittedColumns;
  /** On a narrow terminal what the call does has a separate line of this many columns. Null: it is a column. */
  below: number | null;
  /** In a pipe nothing is shortened: a longer text pushes the others to the right. */
  isPipe: boolean;
}

const WHAT = 24;
const BELOW = 4;

export function tableFor(decisions: readonly TrailDecision[], width: number, now: number): DecisionTable {
  const year = new Date(now).getFullYear();
  const time = decisions.every(({ at }) => new Date(at).getFullYear() === year) ? 'short' : 'long';
  // Nothing to go by yet: `--follow` has just begun.
  const rows = decisions.length === 0 ? [WIDEST] : decisions.map((decision) => cellsOf(decision, time));
  const fitted = fitColumns(COLUMNS, rows, { width });
  const taken = fitted.columns.reduce((sum, column) => sum + column.width + 2, -2);
  const isPipe = width === Infinity;
  if (isPipe || taken <= width) return { time, columns: fitted, below: null, isPipe };
  const short = rows.map((cells) => cells.filter((_, i) => i !== 3));
  return {
    time,
    columns: fitColumns(
      COLUMNS.filter((_, i) => i !== 3),
      short,
      { width },
    ),
    below: width - BELOW,
    isPipe,
  };
}

/** Time, verdict, tool, what it does, rules, id. */
const COLUMNS: Column[] = [
  {},
  {},
  { narrow: 'shorten', least: 8, most: 18 },
  { narrow: 'shorten', least: WHAT },
  {},
  {},
];
const WIDEST = ['00-00 00:00:00', 'observe', 'x'.repeat(14), 'x'.repeat(60), 'x'.repeat(24), 'x'.repeat(17)];

export function renderDecision(
  decision: TrailDecision,
  { time, columns, below, isPipe }: DecisionTable,
  paint: Paint,
): string {
  const cells = cellsOf(decision, time);
  const [at = '', verdict = '', tool = '', what = '', rules = '', id = ''] = cells;
  const painted = [
    paint('dim', at),
    paint(COLOURS[decision.verdict], verdict),
    tool,
    what,
    paint('cyan', rules),
    paint('dim', id),
  ];
  if (isPipe)
    return columns.columns
      .map(({ width }, i) => filled(painted[i] ?? '', width))
      .join('  ')
      .trimEnd();
  if (below === null) return tableRow(columns, painted).join('\n');
  return [
    ...tableRow(
      columns,
      painted.filter((_, i) => i !== 3),
    ),
    `${' '.repeat(BELOW)}${shorten(what, below)}`,
  ].join('\n');
}

function filled(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function cellsOf(decision: TrailDecision, time: 'short' | 'long'): string[] {
  const { at, verdict, what, id } = decision;
  return [
    localTime(at, time),
    verdict,
    wordTool(decision),
    oneLine(what),
    wordRules(decision),
    shorten(oneLine(id), 40),
  ];
}

export const COLOURS: Record<ShownVerdict, Parameters<Paint>[0]> = {
  deny: ['red', 'bold'],
  ask: ['yellow', 'bold'],
  warn: 'yellow',
  allow: 'green',
  inject: 'blue',
  observe: 'magenta',
  none: 'dim',
};

/** The tool it is about, or what happened. */
function wordTool({ tool, event, nativeEvent }: TrailDecision): string {
  if (tool === null) return oneLine(nativeEvent);
  return event === 'after-tool' ? `after ${oneLine(tool)}` : oneLine(tool);
}

/** The rule that decided, and how many others matched. */
function wordRules({ rules: [first, ...others] }: TrailDecision): string {
  if (first === undefined) return '-';
  return others.length === 0 ? oneLine(first) : `${oneLine(first)} +${others.length}`;
}
