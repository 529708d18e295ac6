/** Shell patterns for `${x#p}` and `${x/p/q}`: `*`, `?`, `[…]`. All positions are followed at once, so no text can make it explode. */
const MAX_LENGTH = 1000;
/** Steps that one change may take; what is larger is not known. */
const MOST_STEPS = 3_000_000;

type Part = { kind: 'star' } | { kind: 'any' } | { kind: 'char' | 'many'; test: (char: string) => boolean };

/** Lengths of the shortest and longest match that starts at `from`; -1 for none. */
function lengths(parts: Part[], text: string, from: number): { short: number; long: number } {
  let states: boolean[] = [true];
  close(parts, states);
  let short = states[parts.length] === true ? 0 : -1;
  let long = short;
  for (let i = from; i < text.length; i++) {
    const next: boolean[] = [];
    let alive = false;
    for (let state = 0; state < parts.length; state++) {
      const part = parts[state];
      if (states[state] !== true || part === undefined) continue;
      if (part.kind === 'star') next[state] = true;
      else if (part.kind === 'any' || part.test(text.charAt(i))) next[state + 1] = true;
      else continue;
      if (part.kind === 'many') next[state] = true;
      alive = true;
    }
    if (!alive) break;
    close(parts, next);
    states = next;
    if (states[parts.length] !== true) continue;
    long = i + 1 - from;
    if (short < 0) short = long;
  }
  return { short, long };
}

/** A star may match nothing. */
function close(parts: Part[], states: boolean[]): void {
  for (let state = 0; state < parts.length; state++)
    if (states[state] === true && parts[state]?.kind === 'star') states[state + 1] = true;
}

/** In front of a bracket: one or more of its characters. */
const MANY = '\u0001';

function compile(pattern: string): Part[] {
  const parts: Part[] = [];
  let i = 0;
  while (i < pattern.length) {
    const kind = pattern.charAt(i) === MANY ? 'many' : 'char';
    if (kind === 'many') i++;
    const char = pattern.charAt(i);
    const end = char === '[' ? endOfBracket(pattern, i) : -1;
    if (char === '*') parts.push({ kind: 'star' });
    else if (char === '?') parts.push({ kind: 'any' });
    else if (end > 0) {
      parts.push({ kind, test: bracket(pattern.slice(i + 1, end)) });
      i = end;
    } else if (char === '\\' && i + 1 < pattern.length) {
      i++;
      const literal = pattern.charAt(i);
      parts.push({ kind: 'char', test: (c) => c === literal });
    } else parts.push({ kind: 'char', test: (c) => c === char });
    i++;
  }
  return parts;
}

/** The `]` that closes a bracket; one right after `[` or `[!` is a member, and `[:alpha:]` has its own. */
function endOfBracket(pattern: string, open: number): number {
  let at = open + 1;
  if (pattern.charAt(at) === '!' || pattern.charAt(at) === '^') at++;
  if (pattern.charAt(at) === ']') at++;
  while (at < pattern.length && pattern.charAt(at) !== ']') {
    const inner = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at + 2) : -1;
    at = inner < 0 ? at + 1 : inner + 2;
  }
  return at < pattern.length ? at : -1;
}

const CLASSES: Record<string, RegExp> = {
  alpha: /[A-Za-z]/,
  lower: /[a-z]/,
  upper: /[A-Z]/,
  digit: /\d/,
  alnum: /[A-Za-z0-9]/,
  word: /\w/,
  xdigit: /[0-9A-Fa-f]/,
  punct: /[!-/:-@[-`{-~]/,
  graph: /[!-~]/,
  print: /[ -~]/,
  space: /\s/,
  blank: /[ \t]/,
};

function bracket(written: string): (char: string) => boolean {
  const classes: RegExp[] = [];
  const body = written.replace(/\[:(\w+):\]/g, (_whole, name: string) => {
    const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (known !== undefined) classes.push(known);
    return '';
  });
  const negated = body.startsWith('!') || body.startsWith('^');
  const set = negated ? body.slice(1) : body;
  return (char) => {
    let hit = classes.some((known) => known.test(char));
    for (let i = 0; i < set.length; i++) {
      if (set.charAt(i + 1) === '-' && i + 2 < set.length) {
        if (char >= set.charAt(i) && char <= set.charAt(i + 2)) hit = true;
        i += 2;
      } else if (set.charAt(i) === char) hit = true;
    }
    return hit !== negated;
  };
}

/** Whether the whole text fits, `@(a|b)` and its kin included. */
export function matches(text: string, pattern: string): boolean {
  if (text.length > MAX_LENGTH || pattern.length > MAX_LENGTH) return false;
  return plainPatterns(pattern).some((one) => lengths(compile(one), text, 0).long === text.length);
}

const EXTENDED = /[@?*+!]\(([^()]*)\)/;
const MOST_PLAIN = 64;

/** Extended patterns written out; a repetition is followed twice, which is enough for names. */
function plainPatterns(pattern: string): string[] {
  let done = [pattern];
  for (let round = 0; round < 4 && done.some((one) => EXTENDED.test(one)); round++)
    done = done
      .flatMap((one) => {
        const found = EXTENDED.exec(one);
        if (found === null) return [one];
        const head = one.slice(0, found.index);
        const tail = one.slice(found.index + found[0].length);
        return choices(found[0].charAt(0), (found[1] ?? '').split('|')).map((choice) => head + choice + tail);
      })
      .slice(0, MOST_PLAIN);
  return done;
}

function choices(kind: string, items: string[]): string[] {
  if (kind === '!') return ['*'];
  const twice = kind === '+' || kind === '*' ? items.flatMap((a) => items.map((b) => a + b)) : [];
  return kind === '?' || kind === '*' ? ['', ...items, ...twice] : [...items, ...twice];
}

/** `+([0-9])`, `*(a|b)`: characters of one set, repeated. */
const REPEATED = /([+*])\((?:(\[[^\][]+\])|(\w(?:\|\w)*))\)/g;

/** Plain patterns for exactly the same texts; undefined where the written-out forms are only near to it. */
function exactPatterns(pattern: string, text: string): Part[][] | undefined {
  const written = pattern.replaceAll(REPEATED, (_whole, sign: string, set: string | undefined, chars = '') => {
    const many = `${MANY}${set ?? `[${String(chars).replaceAll('|', '')}]`}`;
    return sign === '+' ? many : `@(|${many})`;
  });
  if (/[!+*]\(/.test(written)) return undefined;
  const all = plainPatterns(written).map(compile);
  const parts = all.reduce((sum, one) => sum + one.length, 0);
  const reachesFar = all.some((one) => one.some(({ kind }) => kind === 'star' || kind === 'many'));
  return parts * text.length * (reachesFar ? text.length : 1) > MOST_STEPS ? undefined : all;
}

/** Cuts a matching prefix or suffix, shortest or longest. */
export function cut(text: string, pattern: string, side: 'start' | 'end', size: 'short' | 'long'): string | undefined {
  const all = exactPatterns(pattern, text);
  if (all === undefined) return undefined;
  if (side === 'end') for (const parts of all) parts.reverse();
  const where = side === 'end' ? reversed(text) : text;
  const found = all.map((parts) => lengths(parts, where, 0)[size]).filter((length) => length >= 0);
  if (found.length === 0) return text;
  const length = size === 'long' ? Math.max(...found) : Math.min(...found);
  return side === 'start' ? text.slice(length) : text.slice(0, text.length - length);
}

function reversed(text: string): string {
  let out = '';
  for (let i = text.length - 1; i >= 0; i--) out += text.charAt(i);
  return out;
}

/** In `by` an `&` is what was found, unless it was quoted and so has a backslash in front. */
export function replace(
  text: string,
  pattern: string,
  by: string,
  where: '/' | '//' | '/#' | '/%',
): string | undefined {
  const all = exactPatterns(pattern, text);
  if (all === undefined) return undefined;
  const put = (found: string) => by.replaceAll(/\\([&\\])|&/g, (_whole, char: string | undefined) => char ?? found);
  const longest = (from: number) => Math.max(...all.map((parts) => lengths(parts, text, from).long));
  if (where === '/#') {
    const found = longest(0);
    return found < 0 ? text : put(text.slice(0, found)) + text.slice(found);
  }
  // An empty pattern is found nowhere.
  if (pattern === '' && where !== '/%') return text;
  let out = '';
  let at = 0;
  while (at < text.length) {
    const found = longest(at);
    const fits = found > 0 && (where !== '/%' || all.some((parts) => lengthsTo(parts, text, at)));
    if (!fits) {
      out += text.charAt(at);
      at++;
      continue;
    }
    if (where === '/%') return out + put(text.slice(at));
    out += put(text.slice(at, at + found));
    at += found;
    if (where === '/') return out + text.slice(at);
  }
  return where === '/%' && all.some((parts) => lengths(parts, '', 0).long === 0) ? out + put('') : out;
}

/** Whether a match from here reaches the end. */
function lengthsTo(parts: Part[], text: string, from: number): boolean {
  return lengths(parts, text, from).long === text.length - from;
}
