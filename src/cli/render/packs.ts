import { count } from './problems.ts';
import { oneLine } from './text/plain-text.ts';
import type { Page } from './text/style.ts';
import { table } from './text/table.ts';
import { hang } from './text/wrap.ts';

export interface PackRow {
  name: string;
  about: string;
  extends: string[];
  rules: { id: string; verb: string; about: string }[];
}

export function renderPacks(packs: readonly PackRow[], page: Page): string {
  return packs.map((pack) => `${block(pack, page).join('\n')}\n`).join('\n');
}

function block({ name, about, extends: refs, rules }: PackRow, { paint, columns, width }: Page): string[] {
  const head = `${paint('bold', name)}  ${paint('dim', count(rules.length, 'rule'))}${refs.length === 0 ? '' : `, with ${refs.join(', ')}`}`;
  return [
    ...hang('', head, width, 2),
    ...(about === '' ? [] : hang('  ', about, width)),
    ...table(
      [{}, {}, { narrow: 'shorten', most: 90, least: 30 }],
      rules.map(({ id, verb, about: text }) => [verb, id, oneLine(text).trim()]),
      { width: columns, indent: 2 },
    ),
  ];
}
