/** One part of an expression of `find`: a test or an action with its own words, a bracket, or a word between tests. */
export type Term = readonly [word: string, ...values: string[]];

const TAKES_ONE = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -samefile -fstype -printf -used -regextype -context -files0-from -fprint -fprint0 -fls -newermt -D'.split(
    ' ',
  ),
);
/** Tests that leave most files alone, whatever their names. */
const PICKS =
  /^-(i?path|i?wholename|i?regex|[acm]time|[acm]min|size|empty|newer\w*|anewer|cnewer|perm|user|group|i?lname|samefile|inum)$/;
const NOT = /^(?:!|-not)$/;
const OR = /^(?:-o|-or|,)$/;
/** More alternatives than anybody writes; what they have in common is not worth knowing then. */
const MOST = 64;

export function termsOf(words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at] as string;
    const end = at + 1 + valuesOf(words, at);
    terms.push([word, ...words.slice(at + 1, end)]);
    at = end;
  }
  return terms;
}

function valuesOf(words: readonly string[], at: number): number {
  const word = words[at] as string;
  if (/^-(exec|execdir|ok|okdir)$/.test(word)) return endOfExec(words, at + 1) - at;
  return word === '-fprintf' ? 2 : TAKES_ONE.has(word) ? 1 : 0;
}

function endOfExec(words: readonly string[], from: number): number {
  for (let at = from; at < words.length; at++) {
    if (words[at] === ';' || words[at] === '\\;' || (words[at] === '+' && words[at - 1] === '{}')) return at;
  }
  return words.length;
}

/**
 * The tests that hold of a file when `find` comes to the term at `end`: of `-name a -prune -o -name b -delete` these are `-name b`. An `-o` is left only
 * inside complete brackets.
 */
export function testsBefore(terms: readonly Term[], end: number): Term[] {
  const chains: Term[][] = [[]];
  for (const [at, term] of terms.slice(0, end).entries()) {
    if (term[0] === '(') chains.push([]);
    else if (term[0] === ')' && chains.length > 1) {
      chains.pop();
      chains.at(-1)?.push(...terms.slice(opening(terms, at), at + 1));
    } else if (OR.test(term[0])) chains.at(-1)?.splice(0);
    else chains.at(-1)?.push(term);
  }
  return chains.flat();
}

/**
 * Which of the files below the roots the tests choose: `/*.pyc` for `-name '*.pyc'`, one for each name of `( -name a -o -name b )`, `/*` for tests on
 * something else, and an empty text for all.
 */
export function nameFilters(tests: readonly Term[]): string[] {
  let picks = false;
  let named: string[] | undefined;
  for (let at = 0; at < tests.length; at++) {
    const [word, value = ''] = tests[at] as Term;
    const left = isNegated(tests, at);
    if (word === '(') {
      const end = closing(tests, at);
      const either = alternatives(tests.slice(at + 1, end)).flatMap(nameFilters);
      if (!left && !either.includes('') && either.length <= MOST) named ??= either;
      at = end;
    } else if (!left) {
      if (/^-x?type$/.test(word) && value === 'l') picks = true;
      if (PICKS.test(word) && !isEverything(value)) picks = true;
      if (/^-i?name$/.test(word) && !value.includes('/') && !/^\*+$/.test(value)) named ??= [`/${value}`];
    }
  }
  return named ?? [picks ? '/*' : ''];
}

/** `-regex '.*'` and `-path './*'` leave nothing out. */
export function isEverything(pattern: string): boolean {
  return pattern !== '' && /^[.*/^$]*$/.test(pattern) && pattern.includes('*');
}

/** `! -name x` names what is left out. */
export function isNegated(tests: readonly Term[], at: number): boolean {
  return NOT.test(tests[at - 1]?.[0] ?? '');
}

function opening(terms: readonly Term[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (terms[at]?.[0] === ')') depth++;
    if (terms[at]?.[0] === '(' && --depth === 0) return at;
  }
  return 0;
}

function closing(terms: readonly Term[], open: number): number {
  let depth = 0;
  for (let at = open; at < terms.length; at++) {
    if (terms[at]?.[0] === '(') depth++;
    if (terms[at]?.[0] === ')' && --depth === 0) return at;
  }
  return terms.length;
}

/** The parts between the `-o` of one bracket. */
function alternatives(terms: readonly Term[]): Term[][] {
  const parts: Term[][] = [[]];
  let depth = 0;
  for (const term of terms) {
    if (term[0] === '(') depth++;
    if (term[0] === ')') depth--;
    if (depth === 0 && OR.test(term[0])) parts.push([]);
    else parts.at(-1)?.push(term);
  }
  return parts;
}
