const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Sorts by time, differs between processes, and can be read out: `hookctl why 1m7gjvf27-6ak77qp`. It only has to be
 * unique; real randomness would load Node's cryptography, which costs more than judging the event.
 */
export function recordId(at: number): string {
  return `${lettersOf(at, 9)}-${lettersOf(Math.floor(Math.random() * 32 ** 7), 7)}`;
}

function lettersOf(number: number, length: number): string {
  let letters = '';
  for (let rest = number, i = 0; i < length; i++, rest = Math.floor(rest / 32))
    letters = LETTERS.charAt(rest % 32) + letters;
  return letters;
}

/** When a record was made, in milliseconds since the epoch, as its id tells; null: it is not an id of ours. */
export function recordTime(id: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{9}-[0-9a-hjkmnp-tv-z]{7}$/.test(id)) return null;
  let at = 0;
  for (const letter of id.slice(0, 9)) at = at * 32 + LETTERS.indexOf(letter);
  return at;
}
