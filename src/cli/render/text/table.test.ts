import { describe, expect, it } from 'vitest';
import { type Column, table } from './table.ts';

const ROWS = [
  ['deny', 'no-migrations', 'is written by the migration tool'],
  ['ask', 'ci', 'review it'],
];
const NAMED: Column[] = [{ title: 'verb' }, { title: 'rule' }, { title: 'message', narrow: 'wrap' }];

describe('a table', () => {
  it.each<[string, Column[], string[][], number, string[]]>([
    [
      'is as wide as its texts',
      NAMED,
      ROWS,
      Infinity,
      [
        'verb  rule           message',
        'deny  no-migrations  is written by the migration tool',
        'ask   ci             review it',
      ],
    ],
    [
      'gives way by several lines',
      NAMED,
      ROWS,
      40,
      [
        'verb  rule           message',
        'deny  no-migrations  is written by the',
        '                     migration tool',
        'ask   ci             review it',
      ],
    ],
    [
      'gives way by leaving out an end',
      [{}, {}, { narrow: 'shorten' }],
      ROWS,
      40,
      ['deny  no-migrations  is written by the …', 'ask   ci             review it'],
    ],
    [
      'has numbers on the right',
      [{ title: 'rule' }, { title: 'sessions', align: 'right' }],
      [
        ['a', '1'],
        ['b', '1000'],
      ],
      80,
      ['rule  sessions', 'a            1', 'b         1000'],
    ],
    [
      'goes on below a text that is too wide',
      [{ narrow: 'wrap', least: 8 }, { narrow: 'wrap' }],
      [
        ['/a/path/that/is/much/too/long', 'text beside it'],
        ['short', 'text'],
      ],
      30,
      ['/a/path/that/is/much/too/long', '                text beside it', 'short           text'],
    ],
    [
      'measures wide characters',
      [{}, {}],
      [
        ['漢字', 'x'],
        ['abc', 'y'],
      ],
      80,
      ['漢字  x', 'abc   y'],
    ],
    [
      'has no spaces at the end',
      [{}, {}],
      [
        ['a', ''],
        ['bb', 'c'],
      ],
      80,
      ['a', 'bb  c'],
    ],
  ])('%s', (_, columns, rows, width, lines) => {
    expect(table(columns, rows, { width })).toEqual(lines);
  });

  it('has a margin', () => {
    expect(table([{ title: 't' }], [['a']], { width: 80, indent: 2, paintTitles: (text) => `<${text}>` })).toEqual([
      '<  t>',
      '  a',
    ]);
  });
});
