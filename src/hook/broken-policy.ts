/** How a policy with errors is reported to people, in the same words everywhere. */
export interface BrokenPolicy {
  errors: number;
  /** There is no last good version of some file. */
  impaired: boolean;
}

/** Behind "the policy has": how many errors, and what is in force instead. */
export function wordBrokenPolicy({ errors, impaired }: BrokenPolicy): string {
  const force = impaired
    ? 'Its rules are not in force; the `on-error` setting decides calls.'
    : 'The last good version of it stays in force.';
  return `${errors} ${errors === 1 ? 'error' : 'errors'}. ${force}`;
}

const MOST = 5;

/** The first few lines, and how many there are besides. */
export function firstFew(lines: readonly string[]): string[] {
  const left = lines.length - MOST;
  return left <= 0 ? [...lines] : [...lines.slice(0, MOST), `and ${left} more`];
}
