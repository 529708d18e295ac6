import { calculate } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import type { Here, Machine } from '../run/machine.ts';
import { expandParameter, type Expanded, lookupVariable } from './parameter.ts';
import { parseWord, substitutionsIn, type WordNode, type WordPart } from '../parse/parse.ts';
import { hasUnknown } from './unknown.ts';
import { runArithmeticNames } from '../run/variables.ts';

export type Field = {
  text: string;
  glob: boolean;
};

/** A word as bash cooks it for a command: braces, tilde, expansions, splitting, quote removal. One word may become none or many. */
export function cookWord(machine: Machine, word: WordNode, here: Here): Field[] {
  if (word.parts === undefined) return [{ text: plain(machine, word, here), glob: false }];
  if (spent(machine, here)) return [{ text: machine.unknown(word.text.slice(0, 60)), glob: false }];
  if (word.parts.some((part) => part.type === 'BraceExpansion')) return braces(machine, word, here);
  const out = builder(machine, here);
  addParts(machine, word.parts, out, here, 'bare');
  expandTildeOfFirst(machine, word, out, here);
  endField(out);
  machine.budget.fields -= out.fields.length;
  return spent(machine, here) ? [{ text: machine.unknown(word.text.slice(0, 60)), glob: false }] : out.fields;
}

function spent(machine: Machine, here: Here): boolean {
  if (machine.budget.fields >= 0 && machine.budget.chars >= 0) return false;
  machine.mark('too-many', 'expanded text', here.frame);
  return true;
}

/** A word that is not split: an assignment's value, a redirect's target, a `case` subject. */
export function cookText(machine: Machine, word: WordNode, here: Here): string {
  if (word.parts === undefined) return plain(machine, word, here);
  const out = builder(machine, here);
  addParts(machine, word.parts, out, here, 'text');
  expandTildeOfFirst(machine, word, out, here);
  return spent(machine, here) ? machine.unknown(word.text.slice(0, 60)) : out.text;
}

/** Parts of a here-document or a double-quoted string. */
export function cookParts(machine: Machine, parts: readonly WordPart[], here: Here): string {
  const out = builder(machine, here);
  addParts(machine, parts, out, here, 'quoted');
  return out.text;
}

type Builder = {
  fields: Field[];
  text: string;
  started: boolean;
  glob: boolean;
  budget: Machine['budget'];
  ifs: string;
};

function builder(machine: Machine, here: Here): Builder {
  const ifs = here.scope.vars.get('IFS');
  return {
    fields: [],
    text: '',
    started: false,
    glob: false,
    budget: machine.budget,
    ifs: typeof ifs === 'string' ? ifs : ' \t\n',
  };
}

/** bare: split; text: unquoted but not split; quoted: inside double quotes. */
type Mode = 'bare' | 'text' | 'quoted';

function plain(machine: Machine, word: WordNode, here: Here): string {
  return word.text.startsWith('~') ? tilde(machine, word.value, here) : word.value;
}

function braces(machine: Machine, word: WordNode, here: Here): Field[] {
  const alternatives = expandBraces(word.text);
  if (alternatives.length === 1 && alternatives[0] === word.text) return [{ text: word.value, glob: false }];
  return alternatives.flatMap((text) => {
    if (text === '') return [];
    const one = parseWord(text);
    if (one === undefined || one.parts?.some((part) => part.type === 'BraceExpansion') === true)
      return [{ text, glob: false }];
    return cookWord(machine, one, here);
  });
}

function addParts(machine: Machine, parts: readonly WordPart[], out: Builder, here: Here, mode: Mode): void {
  for (const part of parts) addPart(machine, part, out, here, mode);
}

function addPart(machine: Machine, part: WordPart, out: Builder, here: Here, mode: Mode): void {
  switch (part.type) {
    case 'Literal':
      return add(out, part.value);
    case 'Glob':
      out.glob ||= mode === 'bare';
      return add(out, part.text);
    case 'ExtendedGlob':
      out.glob ||= mode === 'bare';
      runNested(machine, part, here);
      return add(out, part.text);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return add(out, part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      // "$@" alone may vanish; any other quoted part makes a field, even an empty one.
      if (!part.parts.every(isList) || part.parts.length === 0) add(out, '');
      return addParts(machine, part.parts, out, here, mode === 'bare' ? 'quoted' : mode);
    case 'SimpleExpansion':
      return addExpanded(
        out,
        expandParameter(machine, { text: part.text, name: part.text.slice(1) }, here, cookText),
        mode,
      );
    case 'ParameterExpansion':
      return addExpanded(
        out,
        expandParameter(machine, { text: part.text, name: part.parameter, part }, here, cookText),
        mode,
      );
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return addExpanded(out, { values: [machine.substitute(part, here)], list: false }, mode);
    case 'ArithmeticExpansion': {
      runNested(machine, part, here);
      runArithmeticNames(machine, part.text.slice(3, -2), here);
      const value = calculate(part.expression, (name) => lookupVariable(machine, name, here.scope));
      return add(out, value === undefined ? machine.unknown(part.text) : String(value));
    }
    case 'BraceExpansion':
      return add(out, part.text);
    default:
      return;
  }
}

function runNested(machine: Machine, part: WordPart, here: Here): void {
  for (const node of substitutionsIn(part)) machine.substitute(node, here);
}

function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.text === '@');
}

/** `x=$x$x` thirty times over would fill any memory: past the budget nothing is added, and `cookWord` marks it. */
function add(out: Builder, text: string): void {
  out.started = true;
  out.budget.chars -= text.length;
  if (out.budget.chars >= 0) out.text += text;
}

function addExpanded(out: Builder, expanded: Expanded, mode: Mode): void {
  if (mode !== 'bare') {
    if (expanded.list && mode === 'quoted') return addList(out, expanded.values);
    return add(out, expanded.values.join(out.ifs.charAt(0)));
  }
  expanded.values.forEach((value, i) => {
    if (i > 0) endField(out);
    split(out, value);
  });
}

function addList(out: Builder, values: string[]): void {
  values.forEach((value, i) => {
    if (i > 0) endField(out);
    add(out, value);
  });
}

/** Unquoted results are cut at IFS, blanks by default. */
function split(out: Builder, value: string): void {
  let start = 0;
  for (let i = 0; i <= value.length; i++) {
    if (i < value.length && !out.ifs.includes(value.charAt(i))) continue;
    if (i > start) {
      const piece = value.slice(start, i);
      out.glob ||= /[*?[]/.test(piece);
      add(out, piece);
    }
    if (i < value.length) endField(out);
    start = i + 1;
  }
}

function endField(out: Builder): void {
  if (out.started) out.fields.push({ text: out.text, glob: out.glob });
  out.text = '';
  out.started = false;
  out.glob = false;
}

function expandTildeOfFirst(machine: Machine, word: WordNode, out: Builder, here: Here): void {
  if (!word.text.startsWith('~')) return;
  const first = out.fields[0];
  if (first === undefined) out.text = tilde(machine, out.text, here);
  else first.text = tilde(machine, first.text, here);
}

function tilde(machine: Machine, text: string, here: Here): string {
  const place = /^~([+-]?\d{0,3})(?=\/|$)/.exec(text);
  if (place === null || place[1] === '') return tildeText(machine, text);
  return (directoryAt(here, place[1] ?? '') ?? machine.unknown(place[0])) + text.slice(place[0].length);
}

/** `~+`, `~-`, and `~1`, `~-0` of the stack that `pushd` fills. */
function directoryAt({ scope }: Here, place: string): string | null {
  if (place === '+') return scope.cwd;
  if (place === '-') return scope.previous;
  const all = [scope.cwd, ...[...scope.stack].reverse()];
  const number = Number(place.replace(/^[+-]/, ''));
  return (place.startsWith('-') ? all.at(-1 - number) : all[number]) ?? null;
}

/** `~` and `~/x` for the user's own home; another user's home has its usual place. */
export function tildeText(machine: Machine, text: string): string {
  if (text !== '~' && !text.startsWith('~/')) {
    const slash = text.indexOf('/');
    const user = slash < 0 ? text.slice(1) : text.slice(1, slash);
    if (!/^[a-z_][a-z0-9_-]*$/.test(user)) return text;
    return (user === 'root' ? '/root' : `/home/${user}`) + (slash < 0 ? '' : text.slice(slash));
  }
  return (machine.home ?? machine.unknown('~')) + text.slice(1);
}

/** A tilde that came out of a variable is not special to bash, but its author meant home. */
export function meantTilde(machine: Machine, text: string): string {
  return (text === '~' || text.startsWith('~/')) && !hasUnknown(text) ? tildeText(machine, text) : text;
}
