/** Beyond these a regular expression might take too long; what it finds is then not known. */
const MOST_TEXT = 4000;
const MOST_PATTERN = 120;
/** A loop may use an expression hundreds of times. */
const MOST_STEPS = 200_000;

/** How POSIX expressions are written: in a basic one brackets and repeats are special only after a backslash. */
export type Dialect = 'basic' | 'extended';

/** A POSIX expression for a string of this length, or undefined where we do not read it or it might take too long. */
export function posixExpression(
  pattern: string,
  { dialect, length, flags = '' }: { dialect: Dialect; length: number; flags?: string },
): RegExp | undefined {
  const extended = dialect === 'extended' ? pattern : asExtended(pattern);
  if (mayTakeLong(extended, length)) return undefined;
  try {
    return new RegExp(withClasses(extended), flags);
  } catch {
    return undefined;
  }
}

/** An expression that an attacker writes must not keep the guard busy; it is judged by its form, for a string of this length. */
export function mayTakeLong(expression: string, length: number): boolean {
  const outside = expression.replaceAll(/\[\^?\]?(?:\[:\w+:\]|[^\]])*\]|\\./g, 'x');
  const repeats = outside.match(/[*+{?]/g)?.length ?? 0;
  if (expression.length > MOST_PATTERN || length > MOST_TEXT || length ** repeats > MOST_STEPS) return true;
  // A repeated group may try more ways than anybody counts.
  return /\)[*+{]/.test(outside);
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: String.raw`\s`,
  blank: String.raw` \t`,
  punct: String.raw`!-\/:-@\[-\`{-~`,
  xdigit: '0-9A-Fa-f',
  word: String.raw`\w`,
};

/** Inside brackets `[:space:]` is a class, a bracket in front means itself, and so does a backslash. */
function withClasses(pattern: string): string {
  return pattern.replaceAll(
    /\\.|\[(\^?)(\]?)((?:\[:\w+:\]|[^\]])*)\]/gs,
    (whole, not?: string, bracket?: string, items?: string) => {
      if (items === undefined) return whole;
      const inner = items.replaceAll(/\[:(\w+):\]|[\\[]/g, (one, name?: string) =>
        name === undefined ? `\\${one}` : (CLASSES[name] ?? one),
      );
      return `[${not ?? ''}${bracket === '' ? '' : String.raw`\]`}${inner}]`;
    },
  );
}

function asExtended(pattern: string): string {
  return pattern.replaceAll(/\\([(){}+?|])|([(){}+?|])/g, (_whole, special?: string, plain?: string) =>
    special === undefined ? `\\${plain}` : special,
  );
}

/** A string in which nothing is special to an expression. */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
