import { hasUnknown, lookup } from '../../../expand/unknown.ts';
import type { Machine } from '../../../run/machine.ts';
import { asPrinted } from './chosen-paths.ts';

/**
 * What `grep` leaves of a list of paths: of `find . | grep -E '__pycache__|\.pyc$'` paths of the forms `./**` + `/*__pycache__*` and `/*.pyc`. Undefined
 * where the list or the pattern says less than that.
 */
export function greppedPaths(machine: Machine, list: string, pattern: string): string | undefined {
  const names = namesIn(pattern);
  if (names === undefined || hasUnknown(pattern)) return undefined;
  const kept: string[] = [];
  for (const line of list.split('\n')) {
    const { raw, hint } = (line.length === 1 ? lookup(machine.unknowns, line) : undefined) ?? {};
    if (raw === undefined || hint === undefined) return undefined;
    const hints = hint.endsWith('/**') ? names.map((name) => `${hint}/${name}`) : [hint];
    kept.push(...hints.map((one) => asPrinted(machine, raw, one)));
  }
  return kept.join('\n');
}

/** The names that a regular expression of plain alternatives finds; a hidden name may begin with a dot that it does not say. */
function namesIn(pattern: string): string[] | undefined {
  const names: string[] = [];
  for (const one of pattern.replace(/^\\?\((.*)\)$/, '$1').split(/\\?\|/)) {
    const [, start = '', text = '', end = ''] = /^(\/?)((?:[\w-]|\\\.)+)(\/?\\?\)?\$?)$/.exec(one) ?? [];
    const plain = text.replaceAll('\\.', '.');
    if (plain.replace(/\W/g, '').length < 2) return undefined;
    const name = plain + (end.includes('$') || end.includes('/') ? '' : '*');
    names.push(start === '/' ? name : `*${name}`);
    if (start === '') names.push(name.startsWith('.') ? name : `.${name}`);
  }
  return names;
}
