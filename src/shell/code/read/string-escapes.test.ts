import { expect, test } from 'vitest';
import { ESCAPES, unescapeCode } from './string-escapes.ts';

/** What is written between the quotes, and the text it is; every form of the language's manual is here once. */
const FORMS: Record<keyof typeof ESCAPES, [written: string, text: string][]> = {
  python: [
    [String.raw`\x72`, 'r'],
    [String.raw`\162`, 'r'],
    [String.raw`\57`, '/'],
    [String.raw`\u0072`, 'r'],
    [String.raw`\U00000072`, 'r'],
    [String.raw`\N{LATIN SMALL LETTER R}\N{SOLIDUS}\N{DIGIT SEVEN}\N{hyphen-minus}`, 'r/7-'],
    [String.raw`\a\b\f\n\r\t\v`, '\u0007\b\f\n\r\t\v'],
    [String.raw`\\\'\"`, `\\'"`],
    ['a\\\nb', 'ab'],
    [String.raw`\q\e`, String.raw`\q\e`],
  ],
  node: [
    [String.raw`\x72`, 'r'],
    [String.raw`\u0072`, 'r'],
    [String.raw`\u{72}\u{1F600}`, 'r\u{1F600}'],
    [String.raw`\162`, 'r'],
    [String.raw`\b\f\n\r\t\v`, '\b\f\n\r\t\v'],
    ['a\\\nb', 'ab'],
    [String.raw`\q\'`, `q'`],
  ],
  perl: [
    [String.raw`\x72\x{72}\x9`, 'rr\t'],
    [String.raw`\162\o{162}`, 'rr'],
    [String.raw`\N{U+72}\N{LATIN SMALL LETTER R}`, 'rr'],
    [String.raw`\cA\c[`, '\u0001\u001b'],
    [String.raw`\a\b\e\f\n\r\t`, '\u0007\b\u001b\f\n\r\t'],
    [String.raw`\LRM\E \Urm\E \lRm \urm \Qrm\E`, 'rm RM rm Rm rm'],
    [String.raw`\q`, 'q'],
  ],
  ruby: [
    [String.raw`\x72\x9`, 'r\t'],
    [String.raw`\u0072`, 'r'],
    [String.raw`\u{72 6d}`, 'rm'],
    [String.raw`\162`, 'r'],
    [String.raw`\cA\C-a`, '\u0001\u0001'],
    [String.raw`\a\b\e\f\n\r\s\t\v`, '\u0007\b\u001b\f\n\r \t\v'],
    ['a\\\nb', 'ab'],
    [String.raw`\q`, 'q'],
  ],
  php: [
    [String.raw`\x72\x9`, 'r\t'],
    [String.raw`\162`, 'r'],
    [String.raw`\u{72}`, 'r'],
    [String.raw`\n\t\r\v\e\f`, '\n\t\r\v\u001b\f'],
    [String.raw`\\\"`, `\\"`],
    [String.raw`\q`, String.raw`\q`],
  ],
  lua: [
    [String.raw`\114\47`, 'r/'],
    [String.raw`\x72`, 'r'],
    [String.raw`\u{72}`, 'r'],
    ['a\\z  \n  b', 'ab'],
    ['a\\\nb', 'a\nb'],
    [String.raw`\a\b\f\n\r\t\v`, '\u0007\b\f\n\r\t\v'],
    [String.raw`\\\"\'`, `\\"'`],
  ],
  other: [
    [String.raw`\x72\x{72}\u0072\u{72}\U00000072\162`, 'rrrrrr'],
    [String.raw`\n\t\e`, '\n\t\u001b'],
  ],
  awk: [
    [String.raw`\x72\162\u0072`, 'rrr'],
    [String.raw`\/`, String.raw`\/`],
  ],
};

for (const [language, rows] of Object.entries(FORMS))
  test(`every escape form of ${language} is decoded`, () => {
    const escapes = ESCAPES[language as keyof typeof ESCAPES];
    expect(rows.map(([written]) => [written, unescapeCode(written, escapes)])).toEqual(rows);
  });

test('a mark of interpolation that is escaped stays escaped until the string is filled', () => {
  expect(unescapeCode(String.raw`\$x \x24x`, ESCAPES.perl)).toBe(String.raw`\$x \$x`);
  expect(unescapeCode(String.raw`\$x \x24x`, ESCAPES.node, false)).toBe('$x $x');
});
