import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from './plain-text.ts';
import { painter } from './style.ts';
import { fold, hang, wrap } from './wrap.ts';

const paint = painter(process.stdout, { FORCE_COLOR: '1' });

describe('running text', () => {
  it.each<[string, number, string[]]>([
    ['', 10, ['']],
    ['one two three', 7, ['one two', 'three']],
    ['one two', 7, ['one two']],
    ['see /a/path/that/is/long now', 10, ['see', '/a/path/that/is/long', 'now']],
    ['a\n\nb', 10, ['a', '', 'b']],
    ['a  b   c', 5, ['a  b', 'c']],
    ['漢字 漢字 漢字', 9, ['漢字 漢字', '漢字']],
    ['  indented text here', 12, ['  indented', 'text here']],
    ['anything at all', Infinity, ['anything at all']],
  ])('%j in %d columns', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('has a margin below its head', () => {
    expect(hang('  ✓ ', 'the hook answers every call', 24)).toEqual(['  ✓ the hook answers', '    every call']);
    expect(hang('note: ', 'the hook answers every call', 26, 2)).toEqual(['note: the hook answers', '  every call']);
  });

  it.each<[string, string]>([
    ['short', 'short'],
    ['one two three four five six', 'one two three four\nfive six'],
    ['  ✗ one two three four five six', '  ✗ one two three\n    four five six'],
    ['    one two three four five six', '    one two three\n    four five six'],
    ['one two three four five six\nshort\n', 'one two three four\nfive six\nshort\n'],
    ['`one two` three four five six', '`one two` three four\nfive six'],
  ])('is folded where it is too long: %j', (text, folded) => {
    expect(fold(text, 20)).toBe(folded);
  });

  it('has the colours of a line in that line', () => {
    const [first, second, third] = wrap(`${paint(['red', 'bold'], 'one two')} three`, 3);
    expect([first, second, third]).toEqual([paint(['red', 'bold'], 'one'), paint(['red', 'bold'], 'two'), 'three']);
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'B', '-', '漢', '🙂', 'é'), minLength: 1, maxLength: 12 });
const words = fc.array(
  fc.tuple(word, fc.boolean()).map(([text, red]) => (red ? paint('red', text) : text)),
  { minLength: 1, maxLength: 30 },
);

describe('every text', () => {
  it('keeps its words whole, and only a single word is wider than the line', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        expect(lines.join(' ').split(' ')).toEqual(list);
        expect(lines.filter((line) => widthOf(line) > width && line.includes(' '))).toEqual([]);
      }),
    );
  });

  it('fills a line before it begins the next one', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        lines.slice(1).forEach((line, i) => {
          expect(widthOf(`${lines[i]} ${line.split(' ')[0]}`)).toBeGreaterThan(width);
        });
      }),
    );
  });
});
