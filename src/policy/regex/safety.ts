import { stepsOf } from './program.ts';
import { type RegexNode, parseRegex, PatternError } from './syntax.ts';

/** What is wrong with `/re/flags`, or null. Our own matcher is linear anyway; a nested quantifier is refused because it is never what was meant. */
export function regexProblem(text: string): string | null {
  try {
    const { node } = parseRegex(text);
    stepsOf(node);
    return nests(node, false) ? 'nested quantifier: a repeat inside a repeat, as in (a+)+; write one of them' : null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function nests(node: RegexNode, inRepeat: boolean): boolean {
  switch (node.kind) {
    case 'set':
    case 'assert':
      return false;
    case 'sequence':
    case 'choice':
      // `(a,b+)*` has a fixed part between two rounds, so the rounds cannot be cut differently.
      return node.of.some((part) => nests(part, inRepeat && !hasFixedPart(node)));
    case 'group':
      return nests(node.of, inRepeat);
    default: {
      const endless = node.max === Infinity;
      return (endless && inRepeat) || nests(node.of, inRepeat || endless);
    }
  }
}

function hasFixedPart(node: RegexNode): boolean {
  if (node.kind === 'sequence') return node.of.some((part) => part.kind === 'set');
  return false;
}
