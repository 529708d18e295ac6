import type { Here, Machine } from '../run/machine.ts';
import { hasUnknown, valuesOf } from './unknown.ts';
import { plainText, type Value } from '../run/value.ts';

export type Field = {
  text: string;
  glob: boolean;
  /** The items after the name in `declare a=(…)`. */
  array?: { name: string; value: Value };
};

/** What an expansion gives: one text, or a list as of `$@` or `$*`. `isChanged`: by an operation, `${a[@]/p/q}`. */
export type Values = { values: string[]; list?: '@' | '*' | undefined; isChanged?: boolean };

/** Quoted text is not split, and its characters mean themselves. */
export type Quoting = 'quoted' | 'unquoted';

/** Puts the parts of one word together: into fields, into one text, or into a pattern in which quoted characters are escaped. */
export type FieldBuilder = {
  literal: (part: { value: string; text: string }, quoting: Quoting) => void;
  add: (text: string, quoting: Quoting) => void;
  glob: (text: string) => void;
  expanded: (expanded: Values, quoting: Quoting) => void;
  /** Inside of the word of `${x:-word}` literals are split like a value. */
  inOperand: (run: () => void) => void;
  end: () => Field[];
  whole: () => string;
};

/** `replacement`: of `${x/p/q}`, where an unquoted `&` is what was found, and a quoted one has a backslash. */
export type Kind = 'fields' | 'text' | 'pattern' | 'replacement';

const BLANKS = ' \t\n';

/** Where two ways disagree, a value is cut by the delimiters of both. */
function delimiters({ unknowns }: Machine, { scope }: Here): string {
  const value = scope.vars.get('IFS');
  const ifs = value === undefined ? BLANKS : (plainText(value) ?? BLANKS);
  return hasUnknown(ifs) ? [...valuesOf(unknowns, ifs), BLANKS].join('') : ifs;
}

export function fieldBuilder(machine: Machine, here: Here, into: Kind): FieldBuilder {
  const ifs = delimiters(machine, here);
  const word: UnfinishedWord = { budget: machine.budget, ifs, fields: [], text: '', ...NEW_FIELD, isGap: false };
  let isOperand = false;

  const add = (piece: string, quoting: Quoting) => put(word, quoting === 'quoted' ? escaped(piece, into) : piece);
  const addOne = (value: string, quoting: Quoting) => {
    if (quoting === 'quoted' || into !== 'fields') add(value, quoting);
    else split(word, value);
  };
  const expanded: FieldBuilder['expanded'] = ({ values, list, isChanged }, quoting) => {
    if (list === undefined) return addOne(values.join(' '), quoting);
    const isQuoted = quoting === 'quoted';
    const isJoined = into !== 'fields' || (isQuoted && list === '*');
    const isBlank = list === '@' && !(isQuoted && isChanged === true);
    // How bash joins the unquoted `${@#p}` here depends on the operation.
    if (isJoined && isBlank && isChanged === true && values.length > 1 && ifs.charAt(0) !== ' ')
      return add(machine.unknown(values.join(' ')), quoting);
    if (isJoined) return add(values.join(isBlank ? ' ' : ifs.charAt(0)), quoting);
    // An unquoted list is joined and cut again where the first delimiter is no blank.
    if (ifs !== '' && !isQuoted && !BLANKS.includes(ifs.charAt(0))) return split(word, values.join(ifs.charAt(0)));
    values.forEach((value, i) => {
      if (i > 0 && (word.isStarted || isQuoted)) endField(word);
      addOne(value, quoting);
    });
  };
  return {
    literal: (part, quoting) => {
      const isQuoted = quoting === 'quoted';
      if (isQuoted && (into === 'pattern' || into === 'replacement')) put(word, escaped(part.value, into));
      else if (into === 'pattern') put(word, part.text);
      else if (into === 'replacement') put(word, part.text.replaceAll(/\\([^&\\])/g, '$1'));
      else if (isOperand && isQuoted) put(word, inQuotes(part.text));
      else if (isOperand && into === 'fields') splitLiteral(word, part.text);
      else put(word, part.value);
    },
    add,
    glob: (piece) => {
      if (into === 'fields') word.isPattern = true;
      put(word, piece);
    },
    expanded,
    inOperand: (run) => {
      const before = isOperand;
      isOperand = true;
      run();
      isOperand = before;
    },
    end: () => {
      if (word.isStarted) endField(word);
      return word.fields;
    },
    whole: () => word.text,
  };
}

/** A word of the text while its fields are put together. */
type UnfinishedWord = {
  readonly budget: Machine['budget'];
  readonly ifs: string;
  /** Those that have ended. */
  readonly fields: Field[];
  /** The current field. */
  text: string;
  /** Something was put into the current field, even if it is empty. */
  isStarted: boolean;
  isPattern: boolean;
  /** The last field ended at a blank, so one more delimiter belongs to the same gap. */
  isGap: boolean;
};

const NEW_FIELD = { isStarted: false, isPattern: false };

/** `x=$x$x` thirty times over would fill any memory: past the budget nothing is added, and `cookWord` marks it. */
function put(word: UnfinishedWord, piece: string): void {
  word.isStarted = true;
  word.isGap = false;
  word.budget.chars -= piece.length;
  if (word.budget.chars >= 0) word.text += piece;
}

function endField(word: UnfinishedWord): void {
  word.fields.push({ text: word.text, glob: word.isPattern });
  Object.assign(word, NEW_FIELD, { text: '' });
}

/** Adds a value that is cut at the delimiters. */
function split(word: UnfinishedWord, value: string): void {
  let start = 0;
  for (let i = 0; i <= value.length; i++) {
    const char = value.charAt(i);
    if (i < value.length && !word.ifs.includes(char)) continue;
    if (i > start) {
      const piece = value.slice(start, i);
      word.isPattern ||= /[*?[]/.test(piece);
      put(word, piece);
    }
    start = i + 1;
    if (i === value.length) break;
    const isBlank = BLANKS.includes(char);
    if (word.isStarted || (!isBlank && !word.isGap)) endField(word);
    word.isGap = isBlank && (word.isGap || word.fields.length > 0);
  }
}

/** The same for text as it is written, where a character after a backslash is quoted. */
function splitLiteral(word: UnfinishedWord, written: string): void {
  for (const [piece] of written.matchAll(/\\[^]|[^\\]+|\\$/g))
    if (piece.startsWith('\\')) put(word, piece.slice(1));
    else split(word, piece);
}

function escaped(text: string, into: Kind): string {
  if (into === 'replacement') return text.replaceAll(/[\\&]/g, String.raw`\$&`);
  if (into !== 'pattern') return text;
  return text.replaceAll(/[\\*?[\]()|!+@&-]/g, String.raw`\$&`);
}

/** In quotes a backslash quotes only what would be special there. */
function inQuotes(written: string): string {
  return written.replaceAll(/\\([$`"\\}\n])/g, (_whole, char: string) => (char === '\n' ? '' : char));
}
