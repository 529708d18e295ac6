/** A short sum of a text, equal on every host. The host may have a faster way to compute it. */
export type Sum = (text: string) => string;

/** The compiled policy is not what the compiler wrote. The caller compiles it again. */
export class DamagedPolicy extends Error {
  constructor() {
    super('the compiled policy is damaged');
  }
}

/** A line that shows damage: the text and its sum. */
export function withSum(text: string, sum: Sum): string {
  return `${text}\t${sum(text)}`;
}

/** The text of such a line. One flipped bit in a rule would silence it, so what does not fit its sum is not used. */
export function checkedText(line: string, sum: Sum): string {
  const tab = line.lastIndexOf('\t');
  const text = line.slice(0, Math.max(0, tab));
  check(text, line.slice(tab + 1), sum);
  return text;
}

export function check(text: string, expected: string | undefined, sum: Sum): void {
  if (sum(text) !== expected) throw new DamagedPolicy();
}
