import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmless, oneLine, shorten, widthOf } from './plain-text.ts';

describe('text of others on a terminal', () => {
  it.each([
    ['a\nb\r\n  c\rd', 'a ⏎ b ⏎ c ⏎ d'],
    ['tab\there', 'tab here'],
    ['\u001b[31mred\u0007', '\\x1b[31mred\\x07'],
    ['\u009b2J \u202e\u2066 \u2028', '\\x9b2J \\u202e\\u2066 \\u2028'],
    ['é 漢 🙂', 'é 漢 🙂'],
  ])('in one line: %j', (text, wanted) => {
    expect(oneLine(text)).toBe(wanted);
  });

  it('in several lines', () => {
    expect(harmless('a\n\tb\u001b[0m\r')).toBe('a\n\tb\\x1b[0m\\x0d');
  });

  it.each<[string, number]>([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한글', 4],
    ['🙂', 2],
    ['ｆｕｌｌ', 8],
  ])('the width of %s', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it.each<[string, number, string]>([
    ['abc def', 7, 'abc def'],
    ['abc def ghi', 10, 'abc def …'],
    ['abc def ghi', 8, 'abc …'],
    ['cat /home/you/project/src/very/deep/file.ts', 24, 'cat /home/you/project/…'],
    ['/home/you/project/file.ts', 20, '/home/you/project/…'],
    ['abcdef', 5, 'abcd…'],
    ['漢字漢字', 5, '漢字…'],
    ['漢字漢字', 4, '漢…'],
    ['🙂🙂', 3, '🙂…'],
    ['漢 漢 漢 漢', 7, '漢 漢 …'],
  ])('%s in %d columns', (text, width, wanted) => {
    expect(shorten(text, width)).toBe(wanted);
  });

  it('is never wider than what there is room for', () => {
    const parts = fc.array(fc.constantFrom('a', 'bc', ' ', '/', '漢', '🙂', '=', 'word'), { maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 2, max: 40 }), (chars, width) => {
        expect(widthOf(shorten(chars.join(''), width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
