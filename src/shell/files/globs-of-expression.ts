/** More ways than these are not told apart. */
const MOST = 16;
const START = '\u0002';
const END = '\u0003';

type Reading = {
  readonly text: string;
  at: number;
  readonly group: RegExp;
  readonly or: RegExp;
  readonly close: RegExp;
};

/**
 * What a regular expression for names or paths finds, as patterns of the shell: `^\.env(\.\w+)?$` finds `.env` and `.env.*`. A star of the result may
 * stand for slashes, too. Empty where the expression says more than a pattern can. `whole`: it must fit from end to end, as with `find -regex`.
 */
export function globsOfExpression(expression: string, { whole = false }: { whole?: boolean }): string[] {
  // Emacs and basic expressions, which `find` and `locate` take, write `\(a\|b\)`.
  const isBasic = /\\[(|)]/.test(expression);
  const reading: Reading = {
    text: expression.replace(/^\(\?[a-z]+\)/, ''),
    at: 0,
    group: isBasic ? /^\\\(/ : /^\((?:\?:|\?P?<\w+>)?/,
    or: isBasic ? /^\\\|/ : /^\|/,
    close: isBasic ? /^\\\)/ : /^\)/,
  };
  if (reading.text.length > 200 || /\(\?[=!<]/.test(reading.text)) return [];
  const found = alternatives(reading);
  if (found === undefined || reading.at < reading.text.length) return [];
  return [...new Set(found.map((one) => (whole ? bare(one) : anchored(one))).filter((glob) => !/^[*?]*$/.test(glob)))];
}

function bare(text: string): string {
  return text
    .replaceAll(START, '')
    .replaceAll(END, '')
    .replaceAll(/[?*]*\*[?*]*/g, '*');
}

function anchored(text: string): string {
  return bare(`${text.startsWith(START) ? '' : '*'}${text}${text.endsWith(END) ? '' : '*'}`);
}

function alternatives(reading: Reading): string[] | undefined {
  const all: string[] = [];
  for (;;) {
    const one = sequence(reading);
    if (one === undefined) return undefined;
    all.push(...one);
    if (!skip(reading, reading.or)) break;
  }
  return all.length > MOST ? undefined : all;
}

function sequence(reading: Reading): string[] | undefined {
  let made = [''];
  while (reading.at < reading.text.length) {
    const rest = reading.text.slice(reading.at);
    if (reading.or.test(rest) || reading.close.test(rest)) break;
    const next = repeated(reading, atom(reading));
    if (next === undefined || made.length * next.length > MOST) return undefined;
    made = made.flatMap((front) => next.map((part) => front + part));
  }
  return made;
}

/** Undefined where the brackets do not fit. */
function atom(reading: Reading): string[] | undefined {
  if (skip(reading, reading.group)) {
    const inner = alternatives(reading);
    return skip(reading, reading.close) ? inner : undefined;
  }
  const [item = '', escaped] =
    /^(?:\\(.)|\[\^?\]?(?:\[:\w+:\]|[^\]])*\]|.)/su.exec(reading.text.slice(reading.at)) ?? [];
  reading.at += item.length;
  if (escaped !== undefined)
    return [/[wdsWDS]/.test(escaped) ? '?' : /[bBAzZ<>]/.test(escaped) ? '' : literal(escaped)];
  if (item.length > 1 && item.startsWith('[')) return [item.replace(/^\[\^/, '[!').replaceAll(/\\([wd])/g, 'a-z0-9')];
  if (item === '^') return [START];
  if (item === '$') return [END];
  return [item === '.' ? '?' : literal(item)];
}

/** A pattern that fits exactly this character. */
function literal(char: string): string {
  return /[*?[]/.test(char) ? `[${char}]` : char;
}

function repeated(reading: Reading, items: string[] | undefined): string[] | undefined {
  const [mark = ''] = /^(?:[*+?]|\\?\{[\d,]*\\?\})\??/.exec(reading.text.slice(reading.at)) ?? [];
  if (items === undefined || mark === '') return items;
  reading.at += mark.length;
  if (mark.startsWith('?')) return ['', ...items];
  if (mark.startsWith('+')) return items.map((item) => `${item}*`);
  return ['*'];
}

function skip(reading: Reading, mark: RegExp): boolean {
  const [found] = mark.exec(reading.text.slice(reading.at)) ?? [];
  if (found === undefined) return false;
  reading.at += found.length;
  return true;
}
