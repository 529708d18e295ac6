import { calculate, calculateText } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import type { Here, Machine } from '../run/machine.ts';
import { expandParameter, type Expanded } from './parameter.ts';
import { parseWord, substitutionsIn, type WordNode, type WordPart } from '../parse/parse.ts';
import { type Field, type FieldBuilder, fieldBuilder, type Kind, type Quoting } from './fields.ts';
import { tilde, tildesOfValue } from './tilde.ts';
import { runArithmeticNames, settingNames } from '../run/variables.ts';

export type { Field } from './fields.ts';
export { meantTilde } from './tilde.ts';

/** A word as bash cooks it for a command: braces, tilde, expansions, splitting, quote removal. One word may become none or many. */
export function cookWord(machine: Machine, word: WordNode, here: Here): Field[] {
  if (word.parts === undefined) return [{ text: plain(machine, word, here), glob: false }];
  if (spent(machine, here)) return [{ text: machine.unknown(word.text.slice(0, 60)), glob: false }];
  if (word.parts.some((part) => part.type === 'BraceExpansion')) return braces(machine, word, here);
  const out = fieldBuilder(machine, here, 'fields');
  addParts({ machine, here, out }, tildeParts(machine, word, here), 'unquoted');
  const fields = out.end();
  machine.budget.fields -= fields.length;
  return spent(machine, here) ? [{ text: machine.unknown(word.text.slice(0, 60)), glob: false }] : fields;
}

function spent(machine: Machine, here: Here): boolean {
  if (machine.budget.fields >= 0 && machine.budget.chars >= 0) return false;
  machine.mark('too-many', 'expanded text', here.frame);
  return true;
}

/** A word that is not split: an assignment's value, a redirect's target, a `case` subject. */
export function cookText(machine: Machine, word: WordNode, here: Here): string {
  return cookWhole(machine, word, here, 'text');
}

/** An assignment's value, in which each path after a colon may begin with a tilde. */
export function cookValue(machine: Machine, word: WordNode, here: Here): string {
  if (!word.text.includes('~')) return cookText(machine, word, here);
  if (word.parts === undefined) return tildesOfValue(machine, word.value, here);
  const parts = word.parts.map((part, i) => {
    if (part.type !== 'Literal' || part.text.includes('\\')) return part;
    const isWhole = word.parts?.[i + 1] === undefined;
    return { ...part, value: tildesOfValue(machine, part.value, here, { isFirst: i === 0, isWhole }) };
  });
  return cookText(machine, { ...word, text: '', parts }, here);
}

/** A pattern: what was quoted is escaped, so that it means itself. */
function cookPattern(machine: Machine, word: WordNode, here: Here): string {
  return word.parts === undefined ? word.text : cookWhole(machine, word, here, 'pattern');
}

function cookReplacement(machine: Machine, word: WordNode, here: Here): string {
  return cookWhole(machine, word.parts === undefined ? { ...word, parts: [literal(word)] } : word, here, 'replacement');
}

function literal({ text, value, pos, end }: WordNode): WordPart {
  return { type: 'Literal', text, value, pos, end };
}

function cookWhole(machine: Machine, word: WordNode, here: Here, into: Kind): string {
  if (word.parts === undefined) return plain(machine, word, here);
  const out = fieldBuilder(machine, here, into);
  addParts({ machine, here, out }, tildeParts(machine, word, here), 'unquoted');
  return spent(machine, here) ? machine.unknown(word.text.slice(0, 60)) : out.whole();
}

/** Parts of a here-document or a double-quoted string. */
export function cookParts(machine: Machine, parts: readonly WordPart[], here: Here): string {
  const out = fieldBuilder(machine, here, 'text');
  addParts({ machine, here, out }, parts, 'quoted');
  return out.whole();
}

function plain(machine: Machine, word: WordNode, here: Here): string {
  if (isTilde(word.text)) return tilde(machine, word.value, here);
  // `name=~/x` is taken for an assignment, also where it is an argument.
  if (/^[A-Za-z_]\w*=~[^\\]*$/.test(word.text)) {
    const equals = word.text.indexOf('=') + 1;
    return word.value.slice(0, equals) + tildesOfValue(machine, word.value.slice(equals), here);
  }
  return word.value;
}

/** Quotes count up to the end of the name only: `~/a\ b` is below the home, `~\/a` is not. */
function isTilde(text: string): boolean {
  return /^~[^\\/:]*(?:[/:]|$)/.test(text);
}

/** The first part with its tilde expanded. A quote inside of `~'/'x` makes it an ordinary letter. */
function tildeParts(machine: Machine, { parts = [], text }: WordNode, here: Here): readonly WordPart[] {
  const [first, ...rest] = parts;
  if (first?.type !== 'Literal' || !isTilde(text) || !isTilde(first.text)) return parts;
  if (!/[/:]/.test(first.value) && rest.length > 0) return parts;
  return [{ ...first, value: tilde(machine, first.value, here) }, ...rest];
}

function braces(machine: Machine, word: WordNode, here: Here): Field[] {
  const alternatives = expandBraces(word.text);
  if (alternatives.length === 1 && alternatives[0] === word.text) return [{ text: word.value, glob: false }];
  return alternatives.flatMap((text) => {
    if (text === '') return [];
    const one = parseWord(text);
    if (one === undefined || one.parts?.some((part) => part.type === 'BraceExpansion') === true)
      return [{ text: /[$`'"\\]/.test(text) ? machine.unknown(text) : text, glob: false }];
    return cookWord(machine, one, here);
  });
}

/** A word that is being cooked: where it is, and what its parts are put into. */
type Cooking = { machine: Machine; here: Here; out: FieldBuilder };

function addParts(cooking: Cooking, parts: readonly WordPart[], quoting: Quoting): void {
  for (const part of parts) addPart(cooking, part, quoting);
}

function addPart(cooking: Cooking, part: WordPart, quoting: Quoting): void {
  const { machine, here, out } = cooking;
  switch (part.type) {
    case 'Literal':
      return out.literal(part, quoting);
    case 'Glob':
      if (part.kind === 'bracket' && part.parts.some((inner) => inner.type !== 'Literal'))
        runNested(machine, part, here);
      return out.glob(part.text);
    case 'ExtendedGlob':
      runNested(machine, part, here);
      return out.glob(part.text);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return out.add(part.value, 'quoted');
    case 'DoubleQuoted':
    case 'LocaleString':
      // "$@" alone may vanish; any other quoted part makes a field, even an empty one.
      if (!part.parts.every(isList) || part.parts.length === 0) out.add('', 'quoted');
      return addParts(cooking, part.parts, 'quoted');
    case 'SimpleExpansion':
      return addExpanded(cooking, parameter(machine, { text: part.text, name: part.text.slice(1) }, here), quoting);
    case 'ParameterExpansion':
      return addExpanded(cooking, parameter(machine, { text: part.text, name: part.parameter, part }, here), quoting);
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return out.expanded({ values: [machine.substitute(part, here)] }, quoting);
    case 'ArithmeticExpansion': {
      const value = arithmetic(machine, part, here);
      return out.expanded({ values: [value === undefined ? machine.unknown(part.text) : String(value)] }, quoting);
    }
    case 'BraceExpansion':
      return addBraces(cooking, part.text, quoting);
    default:
      return;
  }
}

/** Where braces are not expanded, they are letters, and what is between them is cooked. */
function addBraces(cooking: Cooking, text: string, quoting: Quoting): void {
  const { out } = cooking;
  const inner = parseWord(text.slice(1, -1));
  if (quoting === 'quoted' || inner?.parts === undefined) return out.add(text, quoting);
  out.add('{', 'unquoted');
  addParts(cooking, inner.parts, 'unquoted');
  out.add('}', 'unquoted');
}

function parameter(machine: Machine, asked: Parameters<typeof expandParameter>[1], here: Here): Expanded {
  return expandParameter(machine, asked, here, {
    text: cookText,
    pattern: cookPattern,
    replacement: cookReplacement,
  });
}

function addExpanded(cooking: Cooking, expanded: Expanded, quoting: Quoting): void {
  const { machine, here, out } = cooking;
  if ('values' in expanded) return out.expanded(expanded, quoting);
  const { word } = expanded;
  if (word.parts !== undefined) return out.inOperand(() => addParts(cooking, tildeParts(machine, word, here), quoting));
  if (word.text.startsWith('~') && quoting === 'unquoted') out.add(tilde(machine, word.value, here), 'quoted');
  else out.inOperand(() => out.literal(word, quoting));
}

/** bash first expands what is inside as in double quotes, and then calculates with the text. */
function arithmetic(
  machine: Machine,
  part: Extract<WordPart, { type: 'ArithmeticExpansion' }>,
  here: Here,
): number | undefined {
  const names = settingNames(machine, here.scope);
  const body = part.text.startsWith('$((') ? part.text.slice(3, -2) : part.text.slice(2, -1);
  runArithmeticNames(machine, body, here);
  if (!/[$`]/.test(body)) return calculate(part.expression, names);
  return calculateText(machine.expandText(body, here), names);
}

function runNested(machine: Machine, part: WordPart, here: Here): void {
  for (const node of substitutionsIn(part)) machine.substitute(node, here);
}

function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return (
    part.type === 'ParameterExpansion' && part.prefix !== '#' && (part.parameter === '@' || part.index?.text === '@')
  );
}
