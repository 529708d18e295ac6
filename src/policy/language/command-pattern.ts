/**
 * `git push -f|--force !--dry-run origin *`: a program, words in order, flags anywhere, and flags that must be absent.
 * This file reads patterns; `match-command.ts` compares them with invocations.
 */
export interface CommandPattern {
  /** Alternatives; may hold `*`. */
  program: string[];
  /** Every one must be there; each is a list of alternatives. */
  flags: string[][];
  /** None may be there. */
  without: string[][];
  /** In this order; each is a list of alternatives, `*` matches any one word. */
  words: string[][];
}

/** Null when the pattern is empty or a quote is open. */
export function parseCommandPattern(text: string): CommandPattern | null {
  const tokens = tokensOf(text);
  const [program, ...rest] = tokens ?? [];
  if (program === undefined || program.startsWith('-') || program.startsWith('!')) return null;
  const pattern: CommandPattern = { program: program.split('|'), flags: [], without: [], words: [] };
  for (const token of rest) {
    if (token.startsWith('!-')) pattern.without.push(token.slice(1).split('|'));
    else if (token.startsWith('-') && token !== '-') pattern.flags.push(token.split('|'));
    else pattern.words.push(token.split('|'));
  }
  return pattern;
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  const form = /\s*("([^"]*)"|'([^']*)'|[^\s"']+)/gy;
  let end = 0;
  for (const match of text.matchAll(form)) {
    tokens.push(match[2] ?? match[3] ?? (match[1] as string));
    end = (match.index ?? 0) + match[0].length;
  }
  return text.slice(end).trim() === '' ? tokens : null;
}
