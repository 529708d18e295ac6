/** ` (did you mean "runs"?)`, or ` (known: a, b)` when nothing is near and the list is short, or nothing. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const near = nearest(written, candidates);
  if (near !== null) return ` (did you mean "${near}"?)`;
  return candidates.length > 0 && candidates.length <= 12 ? ` (known: ${candidates.join(', ')})` : '';
}

export function nearest(written: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(written.length / 3)) + 0.5;
  for (const name of candidates) {
    // `Reed` is nearer to `Read` than to `read`.
    const cost = distance(written.toLowerCase(), name.toLowerCase()) + (written[0] === name[0] ? 0 : 0.25);
    if (cost < least) {
      least = cost;
      best = name;
    }
  }
  return best;
}

/** Edits and swaps of neighbours. */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Infinity;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
      let cost = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, (previous[j - 1] as number) + same);
      if (i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1)) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
