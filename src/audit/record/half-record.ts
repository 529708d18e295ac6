/** How every line of the trail begins. */
export const RECORD = '{"id":"';

/** What killed hooks leave: the start of a record, be it a single byte, or several of them in a row. */
export function isHalfRecord(text: string): boolean {
  for (let rest = text; rest !== '';) {
    if (rest.startsWith(RECORD)) return true;
    const length = sharedLength(rest);
    if (length === 0) return false;
    rest = rest.slice(length);
  }
  return true;
}

function sharedLength(text: string): number {
  let length = 0;
  while (length < RECORD.length && text[length] === RECORD[length]) length++;
  return length;
}
