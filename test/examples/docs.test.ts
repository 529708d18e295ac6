import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCases } from '../oracle/observed-case.ts';
import { ROOT, run } from '../support/hookctl.ts';

const protocol = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');

test('the exit codes are documented, and no page lets an answer undo exit 2', () => {
  for (const words of ['exit 0', 'exit 1', 'exit 2']) expect(protocol).toContain(words);
  for (const page of pages()) expect(readFileSync(page, 'utf8')).not.toMatch(/exit 2 (?:\+|with|and) JSON/i);
});

test('the choice between command and prompt hooks is a table', () => {
  const table = protocol.slice(protocol.indexOf('### Which one'), protocol.indexOf('## Timeouts'));
  const [, head = '', , ...rows] = table.split('\n').filter((line) => line !== '');
  expect(head).toMatch(/command.*prompt/);
  for (const words of [/fast.*slower/, /simple.*judgements/, /no tokens.*tokens/, /checks.*meaning/]) {
    expect(rows.some((row) => words.test(row))).toBe(true);
  }
});

test('the official reference is cited with the date it was checked', () => {
  expect(protocol).toMatch(/https:\/\/code\.claude\.com\/docs\/en\/hooks\.md>?, documentation snapshot 2026-10-10/);
});

test('every observation that is cited exists', () => {
  const ids = ['cases.jsonl', 'observed-here.jsonl'].flatMap((file) => readCases(file).map(({ id }) => id));
  const cited = [...protocol.matchAll(/(?<![\w`$-])([a-z]\d{1,2}(?:-[\w.-]+)?)(…?)(?=[\],; |])/g)];
  const unknown = cited.filter(
    ([, id = '', more]) => !ids.some((one) => (more === '' ? one === id : one.startsWith(id))),
  );
  expect(unknown.map(([text]) => text)).toEqual([]);
  expect(cited.length).toBeGreaterThan(0);
});

test.each(['generate-events-doc.mjs', 'generate-command-pages.mjs'])('what %s writes is fresh', async (script) => {
  const { exitCode, stderr } = await run(process.execPath, [join(ROOT, 'scripts', script), '--check']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

describe('links lead somewhere', () => {
  test.each(pages())('%s', (page) => {
    const prose = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
    const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });
});

function pages(): string[] {
  const folders = [
    '.',
    'docs',
    'docs/commands',
    'docs/decisions',
    'examples/mini-agent',
    'examples/settings',
    'test/oracle',
    'bench',
  ];
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(ROOT, folder, name)),
  );
}
