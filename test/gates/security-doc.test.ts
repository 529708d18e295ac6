import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';

// docs/security.md promises things and names the test that holds each. A promise whose test is gone is worth nothing.

type ReadFile = (file: string) => string | null;

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const fromDisk: ReadFile = (file) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : null);

/** What is wrong with the tables of promises, row by row. */
function faultsIn(text: string, read: ReadFile): string[] {
  const promises = text.slice(text.indexOf('<!-- promises: begin -->'), text.indexOf('<!-- promises: end -->'));
  const rows = promises
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]*$|^\| promise /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  if (rows.length === 0) return ['there are no promises'];
  return rows.flatMap(([, promise = '', heldBy = '']) => {
    const named = namedTests(heldBy);
    if (named.length === 0) return [`no test is named: ${promise}`];
    return named.flatMap(({ file, titles }) => {
      const code = read(file);
      if (code === null) return [`${file} does not exist: ${promise}`];
      if (titles.length === 0) return [`${file} is named without a title: ${promise}`];
      // A title stands in the file as it is written there, between quotes.
      return titles.filter((title) => !/['"`]/.test(before(code, title))).map((title) => `${file} has no “${title}”`);
    });
  });
}

function namedTests(cell: string): { file: string; titles: string[] }[] {
  return [...cell.matchAll(/`([^`]+\.test\.ts)`([^`]*)/g)].map(([, file = '', rest = '']) => ({
    file,
    titles: [...rest.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

function before(code: string, title: string): string {
  const at = code.indexOf(title);
  return at < 1 ? '' : code.charAt(at - 1);
}

describe('docs/security.md', () => {
  it('names for every promise tests that exist', () => {
    expect(faultsIn(page, fromDisk)).toEqual([]);
  });

  it.each<[fault: string, row: string, found: string]>([
    ['a promise without a test', '| Nothing passes | |', 'no test is named: Nothing passes'],
    ['a file that is gone', '| A | `test/gone.test.ts` “x” |', 'test/gone.test.ts does not exist: A'],
    ['no title', '| A | `test/here.test.ts` |', 'test/here.test.ts is named without a title: A'],
    ['a title that was changed', '| A | `test/here.test.ts` “is old” |', 'test/here.test.ts has no “is old”'],
    ['a title in a comment', '| A | `test/here.test.ts` “said” |', 'test/here.test.ts has no “said”'],
    ['the second of two', '| A | `test/here.test.ts` “is new”, “is old” |', 'test/here.test.ts has no “is old”'],
  ])('the gate finds %s', (_, row, found) => {
    const read: ReadFile = (file) => (file === 'test/here.test.ts' ? "// said\nit('is new', () => {});" : null);
    const text = `<!-- promises: begin -->\n| promise | held by |\n| --- | --- |\n${row}\n<!-- promises: end -->`;
    expect(faultsIn(text, read)).toEqual([found]);
  });

  it('has the table of residual risks as the list says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/generate-security-doc.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
