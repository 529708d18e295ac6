import type { DocPage } from '../pages/pages.ts';
import type { Page } from './text/style.ts';
import { table } from './text/table.ts';

/** A page that is named like a command is asked for with `.md`. */
export function renderTopics(pages: readonly DocPage[], commands: readonly string[], { paint, width }: Page): string {
  const rows = pages.map(({ name, title }) => [commands.includes(name) ? `${name}.md` : name, title]);
  return [
    paint('bold', 'Pages:'),
    ...table([{}, { narrow: 'wrap' }], rows, { width, indent: 2 }),
    '',
    '`hookctl help TOPIC` shows a page, `hookctl help TOPIC SECTION` a part of it. `.md` tells a page from the command of the same name.',
    '',
  ].join('\n');
}
