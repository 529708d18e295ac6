/** Shell pattern matching on whole strings for `${x#p}`, `${x/p/q}` and `case`: `*`, `?`, `[…]`. Linear in text × pattern, no backtracking explosion. */
export function matches(pattern: string, text: string): boolean {
  const parts = compile(pattern);
  let states = new Set<number>([0]);
  close(parts, states);
  for (let i = 0; i < text.length && states.size > 0; i++) {
    const next = new Set<number>();
    for (const state of states) {
      const part = parts[state];
      if (part === undefined) continue;
      if (part.kind === 'star') next.add(state);
      else if (part.kind === 'any' || part.test(text.charAt(i))) next.add(state + 1);
    }
    close(parts, next);
    states = next;
  }
  return states.has(parts.length);
}

type Part = { kind: 'star' } | { kind: 'any' } | { kind: 'char'; test: (char: string) => boolean };

function close(parts: Part[], states: Set<number>): void {
  for (const state of states) if (parts[state]?.kind === 'star') states.add(state + 1);
}

function compile(pattern: string): Part[] {
  const parts: Part[] = [];
  let i = 0;
  while (i < pattern.length) {
    const char = pattern.charAt(i);
    const end = char === '[' ? pattern.indexOf(']', i + 2) : -1;
    if (char === '*') parts.push({ kind: 'star' });
    else if (char === '?') parts.push({ kind: 'any' });
    else if (end > 0) {
      parts.push({ kind: 'char', test: bracket(pattern.slice(i + 1, end)) });
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

function bracket(body: string): (char: string) => boolean {
  const negated = body.startsWith('!') || body.startsWith('^');
  const set = negated ? body.slice(1) : body;
  return (char) => {
    let hit = false;
    for (let i = 0; i < set.length; i++) {
      if (set.charAt(i + 1) === '-' && i + 2 < set.length) {
        if (char >= set.charAt(i) && char <= set.charAt(i + 2)) hit = true;
        i += 2;
      } else if (set.charAt(i) === char) hit = true;
    }
    return hit !== negated;
  };
}

/** Cuts a matching prefix or suffix, shortest or longest. */
export function cut(text: string, pattern: string, side: 'start' | 'end', size: 'short' | 'long'): string {
  if (text.length > 2000) return text;
  const lengths = Array.from({ length: text.length + 1 }, (_, n) => n);
  if (size === 'long') lengths.reverse();
  for (const n of lengths) {
    const piece = side === 'start' ? text.slice(0, n) : text.slice(text.length - n);
    if (matches(pattern, piece)) return side === 'start' ? text.slice(n) : text.slice(0, text.length - n);
  }
  return text;
}

export function replace(text: string, pattern: string, by: string, where: '/' | '//' | '/#' | '/%'): string {
  if (pattern === '' || text.length > 2000) return text;
  let out = '';
  let at = 0;
  while (at < text.length) {
    const length = longest(text, at, pattern);
    const fits = length > 0 && (where !== '/#' || at === 0) && (where !== '/%' || at + length === text.length);
    if (!fits) {
      out += text.charAt(at);
      at++;
      continue;
    }
    out += by;
    at += length;
    if (where !== '//') return out + text.slice(at);
  }
  return out;
}

function longest(text: string, at: number, pattern: string): number {
  if (!/[*?[\\]/.test(pattern)) return text.startsWith(pattern, at) ? pattern.length : 0;
  for (let end = text.length; end > at; end--) if (matches(pattern, text.slice(at, end))) return end - at;
  return 0;
}
