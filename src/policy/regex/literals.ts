import { type RegexNode, parseRegex } from './syntax.ts';

const SHORTEST = 3;
const MOST = 24;

/** Texts of which every match holds at least one, in printable ASCII and whatever case; null when none is known that says much. */
export function literalsOf(regex: string): string[] | null {
  const found = literalsIn(parseRegex(regex).node);
  return found === null || found.length > MOST || shortest(found) < SHORTEST ? null : found;
}

/** The same, however little they say. */
export function literalsIn(node: RegexNode): string[] | null {
  switch (node.kind) {
    case 'set':
      return literalOf(node) === null ? null : [literalOf(node) as string];
    case 'sequence':
      return ofSequence(node.of);
    case 'choice': {
      const lists = node.of.map(literalsIn);
      return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
    }
    case 'group':
      return literalsIn(node.of);
    case 'repeat':
      return node.min > 0 ? literalsIn(node.of) : null;
    default:
      return null;
  }
}

/** All parts occur one after the other: the most selective one is enough. */
function ofSequence(parts: readonly RegexNode[]): string[] | null {
  let best: string[] | null = null;
  const offer = (list: string[] | null) => {
    if (list !== null && (best === null || shortest(list) > shortest(best))) best = list;
  };
  let run = '';
  for (const part of parts) {
    const literal = literalOf(part);
    if (literal !== null) offer([(run += literal)]);
    else if (part.kind !== 'assert') {
      run = '';
      offer(literalsIn(part));
    }
  }
  return best;
}

function literalOf(node: RegexNode): string | null {
  if (node.kind !== 'set' || node.negated || node.ranges.length !== 2) return null;
  const [from, to] = node.ranges as [number, number];
  return from === to && from >= 0x20 && from <= 0x7e ? String.fromCharCode(from) : null;
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map((text) => text.length));
}
