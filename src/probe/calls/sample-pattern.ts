/** Texts that a pattern of a guard probably matches: one for each of its alternatives. A heuristic, not a generator: a wrong sample costs one run. */
export function samplesOf(pattern: string): string[] {
  if (!/[\\[\](){}^$+?|*]/.test(pattern)) return pattern.trim().length >= LEAST ? [pattern.trim()] : [];
  const found = alternativesOf(pattern).flatMap((one) => {
    const glob = one.replace(/^\*+|\*+$/g, '').replace(/\\ /g, ' ');
    // A star in front is not a regular expression.
    if (one.startsWith('*')) return [glob.replaceAll('*', ' ')];
    return /^[\w\s./*-]*\*[\w\s./*-]*$/.test(one) ? [sampled(one), glob.replaceAll('*', ' ')] : [sampled(one)];
  });
  return [...new Set(found.map((one) => one.trim()).filter((one) => one.length >= LEAST))];
}

/** Shorter texts are found everywhere. */
const LEAST = 2;

/** Split at `|` outside of brackets. */
function alternativesOf(pattern: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    const text = char === '\\' ? pattern.slice(at, ++at + 1) : char;
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    if (char === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += text;
  }
  return parts;
}

const CLASSES: Readonly<Record<string, string>> = {
  s: ' ',
  d: '1',
  w: 'a',
  S: 'a',
  D: 'a',
  W: ' ',
  t: ' ',
  n: ' ',
  b: '',
  B: '',
  A: '',
  Z: '',
};
const POSIX: Readonly<Record<string, string>> = { space: ' ', blank: ' ', digit: '1', punct: '-' };

/** The shortest text that reads naturally: `.*` is a space, optional parts are left out. */
function sampled(pattern: string): string {
  let text = '';
  let at = 0;
  while (at < pattern.length) {
    const { value, end } = atomAt(pattern, at);
    const quantifier = /^(?:[*+?]|\{(\d*),?\d*\})[?+]?/.exec(pattern.slice(end));
    const mark = quantifier?.[0] ?? '';
    const isAny = pattern.charAt(at) === '.' && end === at + 1;
    if (mark.startsWith('*') || mark.startsWith('?')) text += isAny && mark.startsWith('*') ? ' ' : '';
    else if (mark.startsWith('{')) text += value.repeat(Math.min(Number(quantifier?.[1] ?? 1), 64));
    else text += isAny && mark.startsWith('+') ? ' x ' : value;
    at = end + mark.length;
  }
  return text.replace(/ {2,}/g, ' ');
}

function atomAt(pattern: string, at: number): { value: string; end: number } {
  const char = pattern.charAt(at);
  if (char === '\\') {
    const next = pattern.charAt(at + 1);
    return { value: CLASSES[next] ?? next, end: at + 2 };
  }
  if (char === '^' || char === '$') return { value: '', end: at + 1 };
  if (char === '.') return { value: 'x', end: at + 1 };
  if (char === '[') return classAt(pattern, at);
  if (char === '(') return groupAt(pattern, at);
  return { value: char, end: at + 1 };
}

function classAt(pattern: string, at: number): { value: string; end: number } {
  const match = /^\[(\^?)((?:\[:\w+:\]|\\.|[^\]\\])*)\]/.exec(pattern.slice(at));
  if (match === null) return { value: '[', end: at + 1 };
  const [whole, not = '', inside = ''] = match;
  const posix = POSIX[/\[:(\w+):\]/.exec(inside)?.[1] ?? ''];
  const first = inside.startsWith('\\') ? (CLASSES[inside.charAt(1)] ?? inside.charAt(1)) : inside.charAt(0);
  const other = ['a', '1', ' ', '-'].find((one) => !isIn(one, inside)) ?? '_';
  return { value: not === '' ? (posix ?? first) : other, end: at + whole.length };
}

function isIn(char: string, inside: string): boolean {
  try {
    return new RegExp(`[${inside}]`).test(char);
  } catch {
    return inside.includes(char);
  }
}

function groupAt(pattern: string, at: number): { value: string; end: number } {
  let depth = 0;
  let end = at;
  for (; end < pattern.length; end++) {
    const char = pattern.charAt(end);
    if (char === '\\') end++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) break;
  }
  const inside = pattern.slice(at + 1, end);
  // Lookahead and lookbehind are not part of the match, and neither is a flag.
  if (/^\?(?:[=!]|<[=!]|[a-z-]+$)/.test(inside)) return { value: '', end: end + 1 };
  const body = inside.replace(/^\?(?::|<\w+>|P<\w+>|[a-z-]+:)/, '');
  return { value: sampled(alternativesOf(body)[0] ?? ''), end: end + 1 };
}
