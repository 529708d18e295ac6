const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Sorts by time, differs between processes, and can be read out: `hookctl why 1m7gjvf27-6ak77qp`. Unique is all it must be: asking the system for
 * real randomness would load Node's cryptography, which costs more than judging the event.
 */
export function recordId(at: number): string {
  let time = '';
  for (let rest = at, i = 0; i < 9; i++, rest = Math.floor(rest / 32)) time = LETTERS.charAt(rest % 32) + time;
  let tail = '';
  for (let i = 0; i < 7; i++) tail += LETTERS.charAt(Math.floor(Math.random() * 32));
  return `${time}-${tail}`;
}
