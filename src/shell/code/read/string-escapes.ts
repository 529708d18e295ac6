import { characterNamed } from './character-names.ts';

/** One form: what may follow the backslash, and the text it is. */
type Form = readonly [pattern: RegExp, text: (...groups: string[]) => string];

/** What a backslash means in the strings of one language. */
export type EscapeRules = {
  readonly forms: readonly Form[];
  /** An escape that the language does not know: Python and PHP keep the backslash, the others drop it. */
  readonly unknown: 'keep' | 'drop';
  /** Perl's `\L…\E` and similar escapes change the letters after them. */
  readonly modifies?: boolean;
};

const code = (digits: string, base: number): string => {
  const value = Number.parseInt(digits, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
};
const hex = (digits: string): string => code(digits, 16);
const octal = (digits: string): string => code(digits, 8);
const control = (letter: string): string => String.fromCharCode(letter.toUpperCase().charCodeAt(0) & 0x1f);
const letters = (table: Record<string, string>): Form => [
  new RegExp(`^([${Object.keys(table).join('')}])`),
  (letter) => table[letter] ?? letter,
];

const C = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };
const BELL = { a: '\u0007' };
const ESCAPE = { e: '\u001b' };
const HEX_2: Form = [/^x([0-9a-fA-F]{2})/, hex];
const HEX_1_2: Form = [/^x([0-9a-fA-F]{1,2})/, hex];
const HEX_BRACES: Form = [/^x\{\s*([0-9a-fA-F]{1,6})\s*\}/, hex];
const UNICODE_4: Form = [/^u([0-9a-fA-F]{4})/, hex];
const UNICODE_8: Form = [/^U([0-9a-fA-F]{8})/, hex];
const UNICODE_BRACES: Form = [/^u\{\s*([0-9a-fA-F]{1,6})\s*\}/, hex];
const OCTAL: Form = [/^([0-7]{1,3})/, octal];
const NAMED: Form = [/^N\{(?!U\+)([^{}]+)\}/, characterNamed];
const CONTINUED: Form = [/^\n/, () => ''];

/** Every escape form of each language, from its own manual. */
export const ESCAPES = {
  /** Python reference 2.4.1. */
  python: {
    forms: [HEX_2, OCTAL, UNICODE_4, UNICODE_8, NAMED, CONTINUED, letters({ ...C, ...BELL })],
    unknown: 'keep',
  },
  /** ECMA-262 12.9.4, with the octal digits of Annex B. */
  node: { forms: [HEX_2, UNICODE_BRACES, UNICODE_4, OCTAL, CONTINUED, letters(C)], unknown: 'drop' },
  /** perlop, "Quote and Quote-like Operators". */
  perl: {
    forms: [
      HEX_BRACES,
      HEX_1_2,
      [/^o\{\s*([0-7]{1,7})\s*\}/, octal],
      [/^N\{U\+([0-9a-fA-F]{1,6})\}/, hex],
      NAMED,
      OCTAL,
      [/^c(.)/s, control],
      letters({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', ...BELL, ...ESCAPE }),
    ],
    unknown: 'drop',
    modifies: true,
  },
  /** Ruby "Literals", "Strings". */
  ruby: {
    forms: [
      HEX_1_2,
      [/^u\{([0-9a-fA-F\s]+)\}/, (all) => (all.trim() === '' ? '' : all.trim().split(/\s+/).map(hex).join(''))],
      UNICODE_4,
      OCTAL,
      [/^c(.)/s, control],
      [/^C-(.)/s, control],
      CONTINUED,
      letters({ ...C, ...BELL, ...ESCAPE, s: ' ' }),
    ],
    unknown: 'drop',
  },
  /** PHP manual, "Double quoted". */
  php: {
    forms: [HEX_1_2, UNICODE_BRACES, OCTAL, letters({ n: '\n', t: '\t', r: '\r', v: '\v', f: '\f', ...ESCAPE })],
    unknown: 'keep',
  },
  /** Lua manual 3.1. */
  lua: {
    forms: [
      HEX_2,
      UNICODE_BRACES,
      [/^([0-9]{1,3})/, (digits) => code(digits, 10)],
      [/^z\s*/, () => ''],
      [/^\n/, () => '\n'],
      letters({ ...C, ...BELL }),
    ],
    unknown: 'drop',
  },
  /** What C's relatives have in common. */
  other: {
    forms: [
      HEX_BRACES,
      HEX_1_2,
      UNICODE_BRACES,
      UNICODE_4,
      UNICODE_8,
      OCTAL,
      CONTINUED,
      letters({ ...C, ...BELL, ...ESCAPE }),
    ],
    unknown: 'drop',
  },
  /** awk, and languages of which only the calls are known. */
  awk: { forms: [HEX_1_2, OCTAL, UNICODE_4, CONTINUED, letters({ ...C, ...BELL })], unknown: 'keep' },
} as const satisfies Record<string, EscapeRules>;

/** `isFilled`: marks of interpolation that the text escapes stay escaped until the string is filled. */
export function unescapeCode(text: string, escapes: EscapeRules, isFilled = true): string {
  if (!text.includes('\\')) return text;
  let out = '';
  let modify = (part: string): string => part;
  let once: ((part: string) => string) | undefined;
  const add = (part: string): void => {
    if (part === '') return;
    const [first = ''] = part;
    out += once === undefined ? modify(part) : once(first) + modify(part.slice(first.length));
    once = undefined;
  };
  for (let i = 0; i < text.length;) {
    const char = text.charAt(i);
    if (char !== '\\') {
      add(char);
      i++;
      continue;
    }
    const rest = text.slice(i + 1, i + 1 + 80);
    const decoded = decode(rest, escapes);
    if (decoded !== undefined) {
      add(isFilled && /^[$@#]$/.test(decoded.text) ? `\\${decoded.text}` : decoded.text);
      i += 1 + decoded.length;
      continue;
    }
    const next = text.charAt(i + 1);
    i += 2;
    if (escapes.modifies === true && /[LUFQElu]/.test(next)) {
      if (next === 'l' || next === 'u') once = next === 'l' ? lower : upper;
      else modify = next === 'U' ? upper : next === 'L' || next === 'F' ? lower : (part) => part;
    } else if (/[$@#]/.test(next)) add(isFilled || escapes.unknown === 'keep' ? `\\${next}` : next);
    else if (/[\\'"`]/.test(next)) add(next);
    else add(escapes.unknown === 'keep' ? `\\${next}` : next);
  }
  return out;
}

const lower = (part: string): string => part.toLowerCase();
const upper = (part: string): string => part.toUpperCase();

function decode(rest: string, escapes: EscapeRules): { text: string; length: number } | undefined {
  for (const [pattern, text] of escapes.forms) {
    const match = pattern.exec(rest);
    if (match !== null) return { text: text(...match.slice(1)), length: match[0].length };
  }
  return undefined;
}
