/** More alternatives than this are left unexpanded: `{1..1000000}` must not cost memory. */
const MAX_ALTERNATIVES = 512;
/** Names that somebody has written out are each there for a reason. */
const MAX_WRITTEN = 8192;
const MAX_DEPTH = 12;

/** Brace expansion on source text, quotes and expansions kept, as bash does it before anything else. */
export function expandBraces(text: string, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [text];
  let done: string[] = [''];
  let at = 0;
  while (at < text.length) {
    const open = nextOpen(text, at);
    if (open < 0) return append(done, [text.slice(at)]);
    const group = readGroup(text, open);
    if (group === undefined) {
      done = append(done, [text.slice(at, open + 1)]);
      at = open + 1;
      continue;
    }
    const alternatives = group.items.flatMap((item) => (group.range ? [item] : expandBraces(item, depth + 1)));
    const most = group.range ? MAX_ALTERNATIVES : MAX_WRITTEN;
    if (done.length * alternatives.length > most) return [text];
    done = append(append(done, [text.slice(at, open)]), alternatives);
    at = group.end;
  }
  return done;
}

function append(heads: string[], tails: string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

function nextOpen(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '{' && text.charAt(at - 1) !== '$') return at;
    at = skip(text, at);
  }
  return -1;
}

/** Steps over one character, quoted section or `$(…)` / `${…}`. */
function skip(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '\\') return at + 2;
  if (char === '$' && text.charAt(at + 1) === "'") return closing(text, at + 2, { quote: "'", escapes: true });
  if (char === "'" || char === '"' || char === '`')
    return closing(text, at + 1, { quote: char, escapes: char !== "'" });
  if (char === '$' && (text.charAt(at + 1) === '(' || text.charAt(at + 1) === '{')) {
    return balanced(text, at + 2, text.charAt(at + 1), text.charAt(at + 1) === '(' ? ')' : '}');
  }
  return at + 1;
}

/** The position behind the closing quote. `escapes`: a backslash quotes the character behind it. */
function closing(text: string, from: number, { quote, escapes }: { quote: string; escapes: boolean }): number {
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === '\\' && escapes) at++;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return text.length;
}

function balanced(text: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at + 1;
  }
  return text.length;
}

function readGroup(text: string, open: number): { items: string[]; end: number; range: boolean } | undefined {
  const items: string[] = [];
  let depth = 0;
  let start = open + 1;
  let at = open + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '{' && text.charAt(at - 1) !== '$') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === ',' && depth === 0) {
      items.push(text.slice(start, at));
      start = at + 1;
    } else if (char === '}') {
      items.push(text.slice(start, at));
      if (items.length > 1) return { items, end: at + 1, range: false };
      const range = expandRange(items[0] ?? '');
      return range === undefined ? undefined : { items: range, end: at + 1, range: true };
    }
    at = char === '{' || char === '}' || char === ',' ? at + 1 : skip(text, at);
  }
  return undefined;
}

function expandRange(body: string): string[] | undefined {
  const match = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,4}))?$/.exec(body);
  if (match === null) return undefined;
  const [, from = '', to = '', by] = match;
  const letters = /[A-Za-z]/.test(from);
  if (letters !== /[A-Za-z]/.test(to)) return undefined;
  const first = letters ? from.charCodeAt(0) : Number(from);
  const last = letters ? to.charCodeAt(0) : Number(to);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  if (Math.abs(last - first) / step > MAX_ALTERNATIVES) return undefined;
  const out: string[] = [];
  for (let n = first; first <= last ? n <= last : n >= last; n += first <= last ? step : -step) {
    out.push(letters ? String.fromCharCode(n) : String(n).padStart(width, '0'));
  }
  return out;
}
