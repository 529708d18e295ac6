import { describe, expect, it } from 'vitest';
import { columnsOf, wantsColours } from './style.ts';

const TERMINAL = { isTTY: true, columns: 90 } as NodeJS.WriteStream;
const PIPE = { isTTY: false } as NodeJS.WriteStream;

describe('colours', () => {
  it.each<[string, NodeJS.WriteStream, NodeJS.ProcessEnv, boolean]>([
    ['a terminal', TERMINAL, {}, true],
    ['a pipe', PIPE, {}, false],
    ['a simple terminal', TERMINAL, { TERM: 'dumb' }, false],
    ['NO_COLOR', TERMINAL, { NO_COLOR: '1' }, false],
    ['NO_COLOR with any value', TERMINAL, { NO_COLOR: '0' }, false],
    ['NO_COLOR without a value', TERMINAL, { NO_COLOR: '' }, true],
    ['FORCE_COLOR in a pipe', PIPE, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR before NO_COLOR', PIPE, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
    ['FORCE_COLOR=0 on a terminal', TERMINAL, { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR=false', TERMINAL, { FORCE_COLOR: 'false' }, false],
    ['FORCE_COLOR without a value', PIPE, { FORCE_COLOR: '' }, false],
  ])('%s', (_, stream, env, wanted) => {
    expect(wantsColours(stream, env)).toBe(wanted);
  });
});

describe('columns', () => {
  it.each<[string, NodeJS.WriteStream, NodeJS.ProcessEnv, number]>([
    ['a terminal has its own', TERMINAL, { COLUMNS: '40' }, 90],
    ['a terminal that does not say', { isTTY: true, columns: 0 } as NodeJS.WriteStream, {}, 80],
    ['a pipe has none', PIPE, {}, Infinity],
    ['a pipe by COLUMNS', PIPE, { COLUMNS: '60' }, 60],
    ['COLUMNS without sense', PIPE, { COLUMNS: 'wide' }, Infinity],
    ['never too few', PIPE, { COLUMNS: '3' }, 20],
  ])('%s', (_, stream, env, wanted) => {
    expect(columnsOf(stream, env)).toBe(wanted);
  });
});
