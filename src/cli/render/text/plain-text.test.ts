import { describe, expect, it } from 'vitest';
import { cut, fitted, harmless, oneLine, widthOf } from './plain-text.ts';

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
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['漢字漢字', 5, '漢字…'],
    ['漢字漢字', 4, '漢…'],
    ['🙂🙂', 3, '🙂…'],
  ])('%s in %d columns', (text, width, wanted) => {
    expect(cut(text, width)).toBe(wanted);
    expect(widthOf(fitted(text, width))).toBe(width);
  });
});
