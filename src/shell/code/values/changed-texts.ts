import { reversed } from '../../expand/escapes.ts';
import { moveOrCopy } from '../actions/move-or-copy.ts';
import { asText } from '../evaluate/joins.ts';
import { listValue, textValue } from '../value.ts';
import type { Computation, ValueRows } from './computing-call.ts';
import { partOf, repeated, translated } from './texts.ts';

/** Part of a string; of a list, what follows the number. */
const sliceOf =
  (how: 'slice' | 'sub'): Computation =>
  ({ receiver, first, operands: [subject = '', from = '', to] }) =>
    receiver?.kind === 'list'
      ? listValue(receiver.items.slice(Number(first) || 0))
      : textValue(partOf(subject, how, from, to));

/** Texts that are made of one text: a part of it, other letters, other characters. */
export const CHANGED_TEXTS = {
  slice: sliceOf('slice'),
  sub: sliceOf('sub'),
  substr: ({ operands: [subject = '', from = '', length] }) => textValue(partOf(subject, 'substr', from, length)),
  'char-at': ({ self, first }) => textValue(self.charAt(Number(first) || 0)),
  lower: { ofEach: ({ subject }) => textValue(subject.toLowerCase()) },
  upper: { ofEach: ({ subject }) => textValue(subject.toUpperCase()) },
  reverse: ({ receiver, args, subject }) => {
    const list = receiver ?? args[0];
    return list?.kind === 'list' ? listValue([...list.items].reverse()) : textValue(reversed(subject));
  },
  'pad-start': {
    ofEach: ({ self, first, second }) => textValue(self.padStart(widthOf(first), second || ' ')),
  },
  'pad-end': { ofEach: ({ self, first, second }) => textValue(self.padEnd(widthOf(first), second || ' ')) },
  'zero-fill': { ofEach: ({ self, first }) => textValue(self.padStart(widthOf(first), '0')) },
  repeat: ({ self, first }) => textValue(repeated(self, Number(first))),
  replace: {
    ofEach: ({ machine, call, args, self, first, second }) => {
      // Python's `Path.replace(target)` moves a file.
      if (args.length === 1) return moveOrCopy(machine, call, 'move', [self, first]);
      return textValue(first === '' ? self : self.replaceAll(first, second));
    },
  },
  'replace-in': ({ first, second, third }) => textValue(first === '' ? third : third.replaceAll(first, second)),
  'gsub-first': ({ first, second, third }) => textValue(second === '' ? first : first.replaceAll(second, third)),
  'delete-chars': ({ machine, call, args, self, first }) => {
    // Ruby's String#delete; Pathname#delete has no argument.
    if (args.length === 0) machine.remove(call, self, 'interpreter', { force: true });
    return textValue([...self].filter((char) => !first.includes(char)).join(''));
  },
  translate: ({ self, first, second }) => textValue(translated(self, first, second)),
  'translate-first': ({ first, second, third }) => textValue(translated(first, second, third)),
  // Python's `text.translate(str.maketrans('abc', 'xyz'))`.
  maketrans: ({ first, second }) => listValue([textValue(first), textValue(second)]),
  'translate-table': ({ machine, site, args: [table], self }) => {
    const [from, to, ...others] = table?.kind === 'list' ? table.items : [];
    return from === undefined || to === undefined || others.length > 0
      ? textValue(machine.unknown('translate'))
      : textValue(translated(self, asText(site.evaluator, from), asText(site.evaluator, to)));
  },
} satisfies ValueRows;

/** A text that is not known stays one character. */
function widthOf(number: string): number {
  return /^\d{1,2}$/.test(number) ? Number(number) : 0;
}
