/** Real payloads nest a handful of levels. Beyond this a parser of some host gives up, and hosts must answer alike. */
const DEEPEST = 500;

/** Real payloads have some dozen fields; an object with a million of them takes an engine seconds to build. */
const MOST_FIELDS = 100_000;

const LARGE = 1_000_000;

/** Too large to be scanned character by character within the deadline. */
export function isLarge(text: string): boolean {
  return text.length > LARGE;
}

/** Whether the text holds more fields than the hook can build within its deadline. Does not parse it. */
export function hasTooManyFields(text: string): boolean {
  // Shorter texts cannot hold that many.
  if (!isLarge(text)) return false;
  let fields = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    // An escaped quote belongs to the text of a value.
    if (text.charAt(at - 1) !== '\\' && ++fields > MOST_FIELDS) return true;
  }
  return false;
}

/** Whether a JSON value nests deeper than any real payload. Walks level by level: a hostile value must not cost us the stack. */
export function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const below: object[] = [];
    for (const one of level)
      for (const child of Object.values(one) as unknown[])
        if (typeof child === 'object' && child !== null) below.push(child);
    level = below;
  }
  return false;
}
