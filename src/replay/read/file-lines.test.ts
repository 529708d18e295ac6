import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type FileLinesOptions, readChunks } from './file-lines.ts';

const place = mkdtempSync(join(tmpdir(), 'replay-lines-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

function linesOf(content: string, options?: FileLinesOptions): (string | null)[] {
  const path = join(place, 'file');
  writeFileSync(path, content);
  const chunks = [...readChunks(path, options)];
  expect(chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Buffer.byteLength(content));
  return chunks
    .flatMap(({ lines }) => lines)
    .map(({ number, text, ended }, index) => {
      expect(number).toBe(index + 1);
      return text === null ? null : `${text}${ended ? '\n' : ''}`;
    });
}

describe('lines of a file', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['one line', 'a\n', ['a\n']],
    ['a torn last line', 'a\nb', ['a\n', 'b']],
    ['empty lines', '\n\na\n', ['\n', '\n', 'a\n']],
    ['a byte order mark', '\uFEFFa\nb\n', ['a\n', 'b\n']],
    ['carriage returns, which JSON takes for spaces', 'a\r\nb\r\n', ['a\r\n', 'b\r\n']],
  ])('%s', (_, content, lines) => {
    expect(linesOf(content)).toEqual(lines);
  });

  it('a line that is too long is passed over, and the next one is whole', () => {
    const options = { chunkBytes: 16, longestLine: 40 };
    expect(linesOf(`a\n${'x'.repeat(41)}\n${'y'.repeat(40)}\nb\n${'z'.repeat(99)}`, options)).toEqual([
      'a\n',
      null,
      `${'y'.repeat(40)}\n`,
      'b\n',
      null,
    ]);
  });

  it('the size of the chunks changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '🙂', ' ', '\r'), maxLength: 30 }), {
          maxLength: 12,
        }),
        fc.boolean(),
        fc.integer({ min: 3, max: 40 }),
        (lines, ended, chunkBytes) => {
          const content = lines.join('\n') + (ended ? '\n' : '');
          expect(linesOf(content, { chunkBytes })).toEqual(linesOf(content));
        },
      ),
      { numRuns: 200 },
    );
  });
});
