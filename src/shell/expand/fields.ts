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
  const fields = fieldList(machine.budget, ifs);
  const { put, split } = fields;
  let isOperand = false;

  const add = (piece: string, quoting: Quoting) => put(quoting === 'quoted' ? escaped(piece, into) : piece);
  const addOne = (value: string, quoting: Quoting) => {
    if (quoting === 'quoted' || into !== 'fields') add(value, quoting);
    else split(value);
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
    if (ifs !== '' && !isQuoted && !BLANKS.includes(ifs.charAt(0))) return split(values.join(ifs.charAt(0)));
    values.forEach((value, i) => {
      if (i > 0 && (fields.isStarted() || isQuoted)) fields.endField();
      addOne(value, quoting);
    });
  };
  return {
    literal: (part, quoting) => {
      const isQuoted = quoting === 'quoted';
      if (isQuoted && (into === 'pattern' || into === 'replacement')) put(escaped(part.value, into));
      else if (into === 'pattern') put(part.text);
      else if (into === 'replacement') put(part.text.replaceAll(/\\([^&\\])/g, '$1'));
      else if (isOperand && isQuoted) put(inQuotes(part.text));
      else if (isOperand && into === 'fields') fields.splitLiteral(part.text);
      else put(part.value);
    },
    add,
    glob: (piece) => {
      if (into === 'fields') fields.markPattern();
      put(piece);
    },
    expanded,
    inOperand: (run) => {
      const before = isOperand;
      isOperand = true;
      run();
      isOperand = before;
    },
    end: fields.end,
    whole: fields.whole,
  };
}

/** The fields of one word while they are put together. */
type FieldList = {
  put: (piece: string) => void;
  /** Adds a value that is cut at the delimiters. */
  split: (value: string) => void;
  splitLiteral: (written: string) => void;
  markPattern: () => void;
  /** Something was put into the current field, even if it is empty. */
  isStarted: () => boolean;
  endField: () => void;
  end: () => Field[];
  whole: () => string;
};

function fieldList(budget: Machine['budget'], ifs: string): FieldList {
  const fields: Field[] = [];
  let text = '';
  let started = false;
  let glob = false;
  /** The last field ended at a blank, so one more delimiter belongs to the same gap. */
  let isGap = false;

  /** `x=$x$x` thirty times over would fill any memory: past the budget nothing is added, and `cookWord` marks it. */
  const put = (piece: string) => {
    started = true;
    isGap = false;
    budget.chars -= piece.length;
    if (budget.chars >= 0) text += piece;
  };
  const endField = () => {
    fields.push({ text, glob });
    text = '';
    started = false;
    glob = false;
  };
  const split = (value: string) => {
    let start = 0;
    for (let i = 0; i <= value.length; i++) {
      const char = value.charAt(i);
      if (i < value.length && !ifs.includes(char)) continue;
      if (i > start) {
        const piece = value.slice(start, i);
        glob ||= /[*?[]/.test(piece);
        put(piece);
      }
      start = i + 1;
      if (i === value.length) break;
      const isBlank = BLANKS.includes(char);
      if (started) endField();
      else if (!isBlank && !isGap) endField();
      isGap = isBlank && (isGap || fields.length > 0);
    }
  };
  return {
    put,
    split,
    // A character after a backslash is quoted.
    splitLiteral: (written) => {
      for (const [piece] of written.matchAll(/\\[^]|[^\\]+|\\$/g))
        if (piece.startsWith('\\')) put(piece.slice(1));
        else split(piece);
    },
    markPattern: () => {
      glob = true;
    },
    isStarted: () => started,
    endField,
    end: () => {
      if (started) endField();
      return fields;
    },
    whole: () => text,
  };
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
