import { baseName, dirName } from '../../files/paths.ts';
import type { Value } from '../read/cursor.ts';

/** Methods that make another text of a text, so that a list in front of the dot is a list of texts. */
const OF_EACH = new Set(['replace', 'lower', 'upper', 'parent-self', 'join-self', 'with-ending', 'with-name', 'stem']);

export function isOfEach(what: string, receiver: Value | undefined): boolean {
  return OF_EACH.has(what) && receiver?.kind === 'list' && receiver.keys === undefined && receiver.items.length > 1;
}

/** A path with another ending or another name, and what its last part is. */
export function pathPart(what: string, path: string, other: string): string | undefined {
  const name = baseName(path);
  const stem = name.replace(/(.)\.[^.]*$/, '$1');
  const beside = (last: string) => (name === path ? last : `${dirName(path)}/${last}`);
  switch (what) {
    case 'with-ending':
      return beside(stem + other);
    case 'with-name':
      return beside(other);
    case 'base':
      return other !== '' && name.endsWith(other) ? name.slice(0, -other.length) : other === '.*' ? stem : name;
    case 'stem':
      return stem;
    default:
      return undefined;
  }
}
