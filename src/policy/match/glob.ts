/**
 * Path patterns: `*` and `?` within a segment, `[a-z]`, `**` for any number of segments; dot files are matched like others. No backtracking beyond the
 * last star, so matching is at most pattern × text. Braces are expanded when a policy is compiled (`expand-braces.ts`).
 */
export function matchGlob(pattern: string, path: string, caseless = false): boolean {
  if (caseless) return matchGlob(pattern.toLowerCase(), path.toLowerCase());
  return matchSegments(segmentsOf(pattern), segmentsOf(path));
}

/** One word against one pattern in which `*` also crosses slashes: for names, branches, URLs. */
export function matchWord(pattern: string, text: string, caseless = false): boolean {
  return caseless ? matchSegment(pattern.toLowerCase(), text.toLowerCase()) : matchSegment(pattern, text);
}

export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** A trailing `/` means everything below. */
export function segmentsOf(path: string): string[] {
  const segments = (path.length > 1 && path.endsWith('/') ? `${path}**` : path).split('/');
  return segments.includes('', 1) ? segments.filter((part, index) => part !== '' || index === 0) : segments;
}

function matchSegments(pattern: string[], path: string[]): boolean {
  let p = 0;
  let s = 0;
  let starP = -1;
  let starS = 0;
  while (s < path.length) {
    const part = pattern[p];
    if (part === '**') {
      starP = p++;
      starS = s;
    } else if (part !== undefined && matchSegment(part, path[s] as string)) {
      p++;
      s++;
    } else if (starP >= 0) {
      p = starP + 1;
      s = ++starS;
    } else return false;
  }
  while (pattern[p] === '**') p++;
  return p === pattern.length;
}

export function matchSegment(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let starP = -1;
  let starT = 0;
  while (t < text.length) {
    const c = pattern.charAt(p);
    if (c === '*' && p < pattern.length) {
      starP = p++;
      starT = t;
      continue;
    }
    const width = p < pattern.length ? matchOne(pattern, p, text.charAt(t)) : 0;
    if (width > 0) {
      p += width;
      t++;
    } else if (starP >= 0) {
      p = starP + 1;
      t = ++starT;
    } else return false;
  }
  while (pattern.charAt(p) === '*') p++;
  return p === pattern.length;
}

/** How many pattern characters one text character uses up; 0: no match. */
function matchOne(pattern: string, at: number, c: string): number {
  const first = pattern.charAt(at);
  if (first === '?') return 1;
  if (first === '\\' && at + 1 < pattern.length) return pattern.charAt(at + 1) === c ? 2 : 0;
  if (first !== '[') return first === c ? 1 : 0;
  const end = pattern.indexOf(']', at + 2);
  if (end < 0) return c === '[' ? 1 : 0;
  const body = pattern.slice(at + 1, end);
  const negated = body.startsWith('!') || body.startsWith('^');
  return inClass(negated ? body.slice(1) : body, c) === negated ? 0 : end - at + 1;
}

function inClass(body: string, c: string): boolean {
  for (let i = 0; i < body.length; i++) {
    if (body.charAt(i + 1) === '-' && i + 2 < body.length) {
      if (c >= body.charAt(i) && c <= body.charAt(i + 2)) return true;
      i += 2;
    } else if (body.charAt(i) === c) return true;
  }
  return false;
}
