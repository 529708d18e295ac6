import { count } from './problems.ts';
import type { Paint } from './text/style.ts';

export interface PackRow {
  name: string;
  about: string;
  extends: string[];
  rules: { id: string; verb: string; about: string }[];
}

const LONGEST = 90;

export function renderPacks(packs: readonly PackRow[], paint: Paint): string {
  return packs.map((pack) => `${block(pack, paint)}\n`).join('\n');
}

function block({ name, about, extends: refs, rules }: PackRow, paint: Paint): string {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  return [
    `${paint('bold', name)}  ${paint('dim', count(rules.length, 'rule'))}${refs.length === 0 ? '' : `, with ${refs.join(', ')}`}`,
    ...(about === '' ? [] : [`  ${about}`]),
    ...rules.map(
      ({ id, verb, about: text }) => `  ${verb.padEnd(6)} ${id.padEnd(width)}  ${paint('dim', short(text))}`,
    ),
  ].join('\n');
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
