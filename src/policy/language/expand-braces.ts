const LIMIT = 256;

/** `a/{b,c}/*` → `a/b/*`, `a/c/*`. Null when the result would be too long or a brace is open. */
export function expandBraces(pattern: string): string[] | null {
  const open = pattern.indexOf('{');
  if (open < 0) return pattern.includes('}') ? null : [pattern];
  const close = closing(pattern, open);
  if (close < 0) return null;
  const found: string[] = [];
  for (const part of splitTop(pattern.slice(open + 1, close))) {
    const rest = expandBraces(`${pattern.slice(0, open)}${part}${pattern.slice(close + 1)}`);
    if (rest === null) return null;
    found.push(...rest);
    if (found.length > LIMIT) return null;
  }
  return found;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text.charAt(i) === '{') depth++;
    else if (text.charAt(i) === '}' && --depth === 0) return i;
  }
  return -1;
}

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '{') depth++;
    else if (c === '}') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
