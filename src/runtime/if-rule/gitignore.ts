/**
 * One gitignore pattern against one relative path, the way the client's library reads it: without regard to case,
 * `[!a]` and `[^a]` stand for either of two characters, an unclosed bracket for nothing, an escaped star at the end is a star. A pattern that matches a folder matches what is in it.
 */
export function gitignoreMatches(pattern: string, path: string): boolean {
  const text = trimEnd(pattern);
  if (text === '') return false;
  const folderOnly = text.endsWith('/');
  const body = folderOnly ? text.slice(0, -1) : text;
  const anchored = body.includes('/');
  const globs = (body.startsWith('/') ? body.slice(1) : body).split('/');
  if (globs.length === 1 && globs[0] === '') return false;
  const reached = match(anchored ? globs : ['**', ...globs], path.toLowerCase().split('/'), folderOnly);
  return folderOnly ? reached.slice(0, -1).includes(true) : reached.includes(true);
}

/** Trailing spaces do not count unless the first of them is escaped. */
function trimEnd(pattern: string): string {
  const trimmed = pattern.replace(/ +$/, '');
  return trimmed.endsWith('\\') && trimmed.length < pattern.length ? `${trimmed} ` : trimmed;
}

/** For each n: do the globs match the first n segments? Index 0 (nothing) is left out. */
function match(globs: readonly string[], segments: readonly string[], folderOnly: boolean): boolean[] {
  let now = segments.map(() => false);
  let start = true;
  for (const [index, glob] of globs.entries()) {
    const isLast = index === globs.length - 1;
    const next = segments.map(() => false);
    if (glob === '**') {
      // Before a slash it spans any number of folders, at the end it needs something to stand for.
      let open = start;
      for (const [n] of segments.entries()) {
        next[n] = open || ((!isLast || folderOnly) && now[n] === true);
        open ||= now[n] === true;
      }
    } else {
      const compiled = compile(glob, isLast);
      for (const [n, segment] of segments.entries()) {
        const before = n === 0 ? start : now[n - 1] === true;
        next[n] = before && segmentMatches(compiled, segment);
      }
      start = false;
    }
    now = next;
  }
  return now;
}

type Token = { kind: 'star' } | { kind: 'any' } | { kind: 'char'; char: string } | { kind: 'class'; chars: string };

function compile(glob: string, isLast: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? '';
    if (char === '*') tokens.push({ kind: 'star' });
    else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '\\') {
      at++;
      const escaped = glob[at];
      if (escaped === undefined) continue;
      tokens.push(
        escaped === '*' && isLast && at === glob.length - 1
          ? { kind: 'star' }
          : { kind: 'char', char: escaped.toLowerCase() },
      );
    } else if (char === '[') {
      const close = glob.indexOf(']', at + 1);
      if (close < 0) return [{ kind: 'class', chars: '' }];
      tokens.push({ kind: 'class', chars: glob.slice(at + 1, close).toLowerCase() });
      at = close;
    } else tokens.push({ kind: 'char', char: char.toLowerCase() });
  }
  return tokens;
}

/** Greedy with one point of return: at most tokens × characters steps. */
function segmentMatches(tokens: readonly Token[], segment: string): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let starAt = 0;
  while (at < segment.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      star = token++;
      starAt = at;
    } else if (current !== undefined && accepts(current, segment[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

function accepts(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char;
  return token.kind === 'class' ? inClass(token.chars, char) : true;
}

function inClass(chars: string, char: string): boolean {
  for (let at = 0; at < chars.length; at++) {
    const from = chars[at] ?? '';
    const isRange = chars[at + 1] === '-' && at + 2 < chars.length;
    const to = isRange ? (chars[at + 2] ?? '') : from;
    if (char >= from && char <= to) return true;
    if (isRange) at += 2;
  }
  return false;
}
