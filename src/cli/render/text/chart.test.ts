import { describe, expect, it } from 'vitest';
import { bar, penFor } from './chart.ts';

const UTF8 = { LANG: 'en_US.UTF-8' };

describe('bars', () => {
  it.each<[Record<string, string>, string, string]>([
    [UTF8, 'linux', '█▌'],
    [{ LC_ALL: 'C', ...UTF8 }, 'linux', '##'],
    [{ LC_ALL: '', LC_CTYPE: 'de_DE.utf8' }, 'darwin', '█▌'],
    [{}, 'linux', '##'],
    [{ ...UTF8, TERM: 'dumb' }, 'linux', '##'],
    [{ ...UTF8, TERM: 'linux' }, 'linux', '##'],
    [{}, 'win32', '##'],
    [{ WT_SESSION: 'x' }, 'win32', '█▌'],
  ])('%j on %s', (env, platform, wanted) => {
    expect(bar(15, 100, 10, penFor(env, platform))).toBe(wanted);
  });

  it.each<[number, number, string]>([
    [0, 10, ''],
    [10, 10, '████'],
    [5, 10, '██'],
    [1, 1000, '▏'],
    [1, 0, ''],
  ])('%d of %d', (value, largest, wanted) => {
    expect(bar(value, largest, 4, penFor(UTF8, 'linux'))).toBe(wanted);
  });
});
