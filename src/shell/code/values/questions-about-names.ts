import { isName, isOp } from '../read/cursor.ts';
import type { Token } from '../read/tokens.ts';

/** A question that code asks about the name of a file: where it ends, and the names for which the answer is yes; undefined if nobody can tell from here. */
export type Question = { at: number; pattern: string | undefined };

type Names = (text: string) => string;

const behind: Names = (text) => `*${text}`;
const around: Names = (text) => `*${text}*`;

/** Questions whose answer the text of a name gives. */
const TELLS: readonly (readonly [RegExp, Names])[] = [
  [/(?:^|\.)(?:endswith|endsWith|end_with|str_ends_with|hasSuffix)\??$/, behind],
  [/(?:^|\.)(?:startswith|startsWith|start_with|str_starts_with|hasPrefix)\??$/, (text) => `${text}*`],
  [/(?:^|\.)(?:includes|include|str_contains)\??$/, around],
];
const CHOOSES = /(?:^|\.)(?:test|match|grep|fnmatch)\??$/;
/** Parts of a name that are compared with a text. */
const ENDING = /(?:^|\.)(?:extname|splitext|suffix)$/;
/** Sizes and times, which are compared with others. */
const MEASURES = /^(?:getsize|st_size|size|getmtime|st_mtime|mtime|mtimeMs|getctime|birthtime|birthtimeMs)$/;
/** Without a letter it is true of nearly every name: `f.startswith('')`, `'.' in f`. */
const TELLING = /^[\w.-]*\w[\w.-]*$/;

/** The question that begins here about one of the items: `f.endswith('.a')`, `'a' in f`, `f == 'a'`, `f =~ /a/`. */
export function questionAt(tokens: readonly Token[], at: number, items: ReadonlySet<string>): Question | undefined {
  const token = tokens[at];
  if (token?.kind !== 'name') return undefined;
  if (CHOOSES.test(token.value)) return { at, pattern: undefined };
  for (const [question, names] of TELLS)
    if (question.test(token.value)) {
      const text = tokens.slice(at + 1, at + 6).find((one) => one.kind === 'text');
      return { at, pattern: patternFor(text, names) };
    }
  // Perl's `unlink if /a/` is about the item.
  if (/^(?:if|unless)$/.test(token.value) && isRegex(tokens, at + 1)) return { at, pattern: undefined };
  // `names.filter(isOld)`
  if (token.value === 'filter' && isFunctionName(tokens.slice(at + 1, at + 4))) return { at, pattern: undefined };
  const isAboutItem = (one: Token | undefined): boolean => one?.kind === 'name' && items.has(one.value);
  if (token.value === 'in' && isAboutItem(tokens[at + 1]) && tokens[at - 1]?.kind === 'text')
    return { at, pattern: patternFor(tokens[at - 1], around) };
  if (ENDING.test(token.value)) return comparedAt(tokens, at, behind);
  if (MEASURES.test(token.value)) return isMeasured(tokens, at) ? { at, pattern: undefined } : undefined;
  if (!isAboutItem(token)) return undefined;
  if (isOp(tokens[at + 1], '=') && isOp(tokens[at + 2], '~')) return { at, pattern: undefined };
  return isOp(tokens[at + 1], '=') ? comparedAt(tokens, at, (text) => text) : undefined;
}

/** A regular expression of Perl that has a letter in it; `/^\.\.?$/` fits no file but the directory itself. */
export function isRegex(tokens: readonly Token[], at: number): boolean {
  if (!isOp(tokens[at], '/')) return false;
  const inside = tokens.slice(at + 1, at + 10);
  const end = inside.findIndex((token) => isOp(token, '/'));
  return inside.slice(0, Math.max(end, 0)).some((token) => token.kind === 'name');
}

function isFunctionName([open, name, close]: readonly Token[]): boolean {
  return isOp(open, '(') && name?.kind === 'name' && name.value !== 'Boolean' && isOp(close, ')');
}

/** `== 'a'`, `=== 'a'`, `in ('a', 'b')` a few words on. */
function comparedAt(tokens: readonly Token[], from: number, names: Names): Question | undefined {
  for (let at = from + 1; at < from + 10; at++) {
    const listed = isName(tokens[at], 'in') && !isName(tokens[at - 1], 'not') ? tokens[at + 2] : undefined;
    if (listed?.kind === 'text') return { at: at + 2, pattern: patternFor(listed, names) };
    if (!isOp(tokens[at], '=') || !isOp(tokens[at + 1], '=') || isOp(tokens[at - 1], '!')) continue;
    const end = at + (isOp(tokens[at + 2], '=') ? 3 : 2);
    return { at: end, pattern: patternFor(tokens[end], names) };
  }
  return undefined;
}

/** `getsize(f) == 0`, `stat.mtimeMs < limit`; `size => …` is a function. */
function isMeasured(tokens: readonly Token[], from: number): boolean {
  for (let at = from + 1; at < from + 8; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (isOp(token, '<') || (isOp(token, '=') && isOp(next, '='))) return true;
    if (isOp(token, '>') && !isOp(tokens[at - 1], '=')) return true;
    if (token === undefined || isOp(token, ';') || token.kind === 'line' || isName(token, 'for')) return false;
  }
  return false;
}

function patternFor(token: Token | undefined, names: Names): string {
  return token?.kind === 'text' && TELLING.test(token.value) ? `**/${names(token.value)}` : '**';
}
