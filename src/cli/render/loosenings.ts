import { type Loosening, wordLoosening } from '../../policy/index.ts';
import { oneLine } from './text/plain-text.ts';

/** What makes the guard milder, and what was ignored of it; nothing when there is neither. */
export function renderLoosenings(loosenings: readonly Loosening[]): string {
  const lines = (inForce: boolean) =>
    loosenings.filter((one) => one.inForce === inForce).map((one) => `  ${oneLine(wordLoosening(one))}\n`);
  const [held, ignored] = [lines(true), lines(false)];
  return [
    ...(held.length === 0 ? [] : ['Loosens other rules, and is in force:\n', ...held]),
    ...(ignored.length === 0
      ? []
      : [
          "Ignored, because you have not trusted this project's policy (read it, then run `hookctl trust`):\n",
          ...ignored,
        ]),
  ].join('');
}
