import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapedJson, spelledOut, withoutHidden } from './visible-text.ts';

/** By Unicode's own classes, so that the list in the source is held against something else. */
const SEEN_BY_NOBODY = /[\p{Cc}\p{Cf}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u;

it('nothing hidden is left, whatever the text, and JSON still says the same', () => {
  const hidden = fc
    .integer({ min: 0, max: 0x10ffff })
    .map((code) => String.fromCodePoint(code))
    .filter((char) => SEEN_BY_NOBODY.test(char) && !'\n\t'.includes(char));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hidden, fc.string({ unit: 'binary' }), fc.constant('a')), { maxLength: 20 }),
      (parts) => {
        const text = parts.join('');
        // Arabic and Kaithi number signs are of the same class and can be seen.
        const left = (shown: string) =>
          shown.replace(/[\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1345f}]/gu, '');
        expect(left(spelledOut(text))).not.toMatch(SEEN_BY_NOBODY);
        expect(left(withoutHidden(text))).not.toMatch(SEEN_BY_NOBODY);
        expect(left(escapedJson(JSON.stringify(text)))).not.toMatch(SEEN_BY_NOBODY);
        expect(JSON.parse(escapedJson(JSON.stringify(text)))).toBe(text);
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  ['a\nb\tc é 漢 🙂', 'a\nb\tc é 漢 🙂'],
  ['\u007f\u009b2J\u061c\u2066\ufeff', '\\x7f\\x9b2J\\u061c\\u2066\\ufeff'],
  ['\u{e0041}\u3164', '\\u{e0041}\\u3164'],
])('%j is spelled out', (text, shown) => {
  expect(spelledOut(text)).toBe(shown);
});
