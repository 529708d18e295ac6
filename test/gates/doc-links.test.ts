import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';

// A page that names a file which has moved sends its reader into an empty room.

type ReadPage = (path: string) => string | null;

const { stdout } = spawnSync('git', ['ls-files', '*.md', ':!test', ':!src'], { cwd: ROOT, encoding: 'utf8' });
const PAGES = stdout.split('\n').filter((path) => path !== '');
const fromDisk: ReadPage = (path) => {
  if (!existsSync(join(ROOT, path))) return null;
  return path.endsWith('.md') ? readFileSync(join(ROOT, path), 'utf8') : '';
};

/** Links to files or headings that are not there, and paths of the repository in backquotes that do not exist. */
function deadEnds(page: string, read: ReadPage): string[] {
  const text = withoutFences(read(page) ?? '');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target = '']) => target);
  const paths = [...text.matchAll(/`((?:src|test|scripts|docs|native|dashboard|bench|examples)\/[\w./-]+)`/g)];
  return [
    ...links.filter((target) => !isThere(page, target, read)),
    // A decision tells of its time; files that it names may have moved since.
    ...(page.startsWith('docs/decisions/') ? [] : paths.map(([, path = '']) => path)).filter(
      (path) => read(path) === null,
    ),
  ];
}

function isThere(page: string, target: string, read: ReadPage): boolean {
  const [path = '', anchor] = target.split('#');
  const text = read(path === '' ? page : normalize(join(dirname(page), path)));
  return text !== null && (anchor === undefined || headingsOf(text).includes(anchor));
}

/** As GitHub makes anchors of headings. */
function headingsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}

describe('links and paths in the documentation', () => {
  it('lead to files and headings that exist', () => {
    expect(PAGES.length).toBeGreaterThan(100);
    const found = PAGES.map((page) => [page, deadEnds(page, fromDisk)]).filter(([, ends]) => ends?.length !== 0);
    expect(Object.fromEntries(found)).toEqual({});
  });

  it.each<[fault: string, text: string, found: string[]]>([
    ['a file that is gone', '[a](gone.md)', ['gone.md']],
    ['a heading that is gone', '[a](other.md#old)', ['other.md#old']],
    ['a heading of the same page', '# New\n\n[a](#new) [b](#old)', ['#old']],
    ['a path in backquotes', 'see `src/gone.ts`', ['src/gone.ts']],
    ['nothing in a block of code', '```\n[a](gone.md)\n```', []],
    ['nothing in links that hold', '[a](other.md#a-b), `src/here.ts`, [c](https://example.com)', []],
  ])('the gate finds %s', (_, text, found) => {
    const pages: Record<string, string> = { 'docs/page.md': text, 'docs/other.md': '## A: b', 'src/here.ts': '' };
    expect(deadEnds('docs/page.md', (path) => pages[path] ?? null)).toEqual(found);
  });
});
