/** A number in [0, 1) for each call, the same ones for the same text. */
export function randomFrom(text: string): () => number {
  let state = 2_166_136_261;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One command of a form: `@(x|y)` is one of them, `?(x|y)` one or none, `*(x|y)` any number in any order; they nest. `\x0a` is a new line. */
export function commandOf(form: string, random: () => number): string {
  let text = '';
  for (let at = 0; at < form.length; at++) {
    const kind = form.charAt(at);
    if (!'@?*'.includes(kind) || form.charAt(at + 1) !== '(') {
      text += kind;
      continue;
    }
    const { choices, end } = choicesAt(form, at + 2);
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
    const picked =
      kind === '@'
        ? [pick(choices)]
        : kind === '?'
          ? random() < 0.5
            ? [pick(choices)]
            : []
          : Array.from({ length: Math.floor(random() ** 2 * 4) }, () => pick(choices));
    text += picked.map((choice) => commandOf(choice, random)).join(' ');
    at = end;
  }
  return text.replaceAll('\\x0a', '\n');
}

/** The choices from a place on, and the place of the parenthesis that ends them. Quotes, inner parentheses and pipes between spaces belong to a choice. */
function choicesAt(form: string, from: number): { choices: string[]; end: number } {
  const choices: string[] = [];
  let depth = 0;
  let quote = '';
  let start = from;
  for (let at = from; at < form.length; at++) {
    const char = form.charAt(at);
    if (char === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && depth > 0) depth--;
    else if (char === ')') return { choices: [...choices, form.slice(start, at)], end: at };
    else if (char === '|' && depth === 0 && !isPipe(form, at, start)) {
      choices.push(form.slice(start, at));
      start = at + 1;
    }
  }
  throw new Error(`a form does not end: ${form}`);
}

/** `x | y`, `x || y`, `> | f` and a choice that begins with a pipe. */
function isPipe(form: string, at: number, start: number): boolean {
  if (form.charAt(at - 1) === '>') return true;
  if (form.startsWith(' || ', at - 1) || form.startsWith(' || ', at - 2)) return true;
  return form.charAt(at + 1) === ' ' && (form.charAt(at - 1) === ' ' || at === start);
}
