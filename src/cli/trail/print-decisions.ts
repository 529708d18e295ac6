import type { TrailDecision } from '../../audit/query/decision.ts';
import { newestOf } from '../../audit/query/trail-reader.ts';
import { jsonText, print, printVerbatim } from '../output.ts';
import { renderDecision, tableFor } from '../render/decisions.ts';
import { pageOf } from '../render/text/style.ts';

export interface DecisionPrinter {
  add: (decision: TrailDecision) => void;
  /** Prints what is held back; from here on every decision is printed at once. */
  flush: () => void;
  printed: () => number;
}

/** Columns are as wide as these need. */
const FIRST = 1_000;

/** With a limit the newest ones are held back until the end; without one, only as many as the columns are sized by. */
export function decisionPrinter(limit: number | undefined, format: 'json' | 'table'): DecisionPrinter {
  const waiting = newestOf(limit ?? FIRST);
  let printOne: ((decision: TrailDecision) => void) | null = null;
  let added = 0;
  let printed = 0;
  const show = (decision: TrailDecision) => {
    printOne?.(decision);
    printed++;
  };
  const flush = () => {
    if (printOne !== null) return;
    printOne = format === 'json' ? printRecord : rowPrinter(waiting.list());
    waiting.list().forEach(show);
  };
  return {
    add: (decision) => {
      if (printOne !== null) return show(decision);
      waiting.add(decision);
      added++;
      if (limit === undefined && added === FIRST) flush();
    },
    flush,
    printed: () => printed,
  };
}

function printRecord({ record }: TrailDecision): void {
  printVerbatim(`${jsonText(record)}\n`);
}

function rowPrinter(first: readonly TrailDecision[]): (decision: TrailDecision) => void {
  const { paint, columns } = pageOf(process.stdout);
  const table = tableFor(first, columns, Date.now());
  return (decision) => print(`${renderDecision(decision, table, paint)}\n`);
}
