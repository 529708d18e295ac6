import type { Recipe } from '../policy-text/recipes.ts';
import type { Page } from './text/style.ts';
import { table } from './text/table.ts';

/** The recipes under their topics, with one sentence each. */
export function renderRecipes(list: readonly Recipe[], { paint, columns }: Page): string {
  const topics = [...new Set(list.map(({ topic }) => topic))].sort();
  const names = Math.max(0, ...list.map(({ name }) => name.length));
  const block = (topic: string) => [
    paint('bold', topic),
    ...table(
      [{}, { narrow: 'wrap' }],
      list.filter((recipe) => recipe.topic === topic).map(({ name, about }) => [name.padEnd(names), about]),
      { width: columns, indent: 2 },
    ),
    '',
  ];
  return `${topics.flatMap(block).join('\n')}\nhookctl new NAME writes one; docs/recipes.md shows them all.\n`;
}
