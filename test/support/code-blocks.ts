import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './hookctl.ts';

/** A fenced block of a page. */
export interface CodeBlock {
  page: string;
  /** Of its first line. */
  line: number;
  language: string;
  text: string;
}

/** Every fenced block of the README and of the pages for users. */
export function codeBlocks(): CodeBlock[] {
  const pages = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  return pages.flatMap((page) => {
    const source = readFileSync(join(ROOT, page), 'utf8');
    return [...source.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
      page,
      line: source.slice(0, index).split('\n').length + 1,
      language,
      text,
    }));
  });
}
