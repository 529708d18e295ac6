const DIGITS = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];

/** Unicode names of the printable characters of ASCII that are neither letters nor digits, with their usual aliases. */
const MARKS: Record<string, string> = {
  SPACE: ' ',
  'EXCLAMATION MARK': '!',
  'QUOTATION MARK': '"',
  'NUMBER SIGN': '#',
  'DOLLAR SIGN': '$',
  'PERCENT SIGN': '%',
  AMPERSAND: '&',
  APOSTROPHE: "'",
  'LEFT PARENTHESIS': '(',
  'RIGHT PARENTHESIS': ')',
  ASTERISK: '*',
  'PLUS SIGN': '+',
  COMMA: ',',
  'HYPHEN-MINUS': '-',
  'FULL STOP': '.',
  SOLIDUS: '/',
  COLON: ':',
  SEMICOLON: ';',
  'LESS-THAN SIGN': '<',
  'EQUALS SIGN': '=',
  'GREATER-THAN SIGN': '>',
  'QUESTION MARK': '?',
  'COMMERCIAL AT': '@',
  'LEFT SQUARE BRACKET': '[',
  'REVERSE SOLIDUS': '\\',
  'RIGHT SQUARE BRACKET': ']',
  'CIRCUMFLEX ACCENT': '^',
  'LOW LINE': '_',
  'GRAVE ACCENT': '`',
  'LEFT CURLY BRACKET': '{',
  'VERTICAL LINE': '|',
  'RIGHT CURLY BRACKET': '}',
  TILDE: '~',
  'LINE FEED': '\n',
  'CHARACTER TABULATION': '\t',
};

/** `\N{LATIN SMALL LETTER R}`: the characters that commands are made of. Other names give a character that no command holds. */
export function characterNamed(name: string): string {
  const written = name.trim().toUpperCase();
  const [, size, letter] = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])$/.exec(written) ?? [];
  if (letter !== undefined) return size === 'SMALL' ? letter.toLowerCase() : letter;
  const digit = written.startsWith('DIGIT ') ? DIGITS.indexOf(written.slice(6)) : -1;
  return digit >= 0 ? String(digit) : (MARKS[written] ?? '\ufffd');
}
