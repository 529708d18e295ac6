import { describe, expect, it } from 'vitest';
import { docPages, readPage, sectionsOf } from '../pages/pages.ts';
import { renderMarkdown } from './markdown.ts';
import type { Page } from './text/style.ts';
import { widthOf } from './text/plain-text.ts';

const page = (width: number): Page => ({ paint: (_, text) => text, columns: width, width });

it.each<[string, string, string]>([
  ['a heading and a paragraph', '# Title\none\ntwo **three** _four_\n', 'Title\n\none two three four\n'],
  ['text is wrapped at words', 'aaa bbb ccc ddd eee fff ggg', 'aaa bbb ccc ddd eee\nfff ggg\n'],
  ['a link becomes its words', 'see [the `packs`](packs.md)', 'see the `packs`\n'],
  [
    'code is not wrapped',
    '```sh\n# a comment that is longer\n\nb\n```',
    '    # a comment that is longer\n    \n    b\n',
  ],
  ['indented code', '    hookctl init   # all of this', '    hookctl init   # all of this\n'],
  ['a list', '- one two three four five\n- b\n  - c\n', '• one two three four\n  five\n• b\n  • c\n'],
  ['numbers', '1. a\n2. b', '1. a\n2. b\n'],
  [
    'a table',
    '| a | what |\n|---|:--|\n| `x\\|y` | one two three four |\n',
    'a      what\n`x|y`  one two three\n       four\n',
  ],
  ['escapes and comments', '<!-- no -->\n\na \\* b \\_c', 'a * b _c\n'],
])('%s', (_, text, wanted) => {
  expect(renderMarkdown(text, page(20))).toBe(wanted);
});

describe('the pages that come with hookctl', () => {
  const pages = docPages();

  it.each(pages.map((one) => [one.name, one.text] as const))(
    '%s: no line of text is wider than 80 columns',
    (_, text) => {
      const lines = renderMarkdown(text, page(80)).split('\n');
      // Code stays as it is, and so does a word that fits in no line.
      const wide = lines.filter(
        (line) => widthOf(line) > 80 && !line.startsWith('    ') && / \S+ /.test(line.slice(0, 80)),
      );
      expect(wide).toEqual([]);
    },
  );

  it('every trap has a section, and shell comments in code are none', () => {
    const { text } = readPage('x', '# T\n## One\n```sh\n## no section\n```\n### Part of it\n## `Two`, it is\nlast\n');
    expect(sectionsOf(text).map(({ name, text: part }) => [name, part.split('\n').length])).toEqual([
      ['one', 5],
      ['part-of-it', 1],
      ['two-it-is', 3],
    ]);
  });
});
