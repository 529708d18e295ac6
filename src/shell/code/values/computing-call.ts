import { asText } from '../evaluate/joins.ts';
import type { FoundCall } from '../site.ts';
import type { Value } from '../value.ts';

/** A call that only computes a value, with what it is given. */
export type ComputingCall = FoundCall & {
  args: Value[];
  named: ReadonlyMap<string, Value>;
  /** The value in front of the dot. */
  receiver: Value | undefined;
  /** The receiver as text; empty without one. */
  self: string;
  /** The arguments as texts. */
  texts: string[];
  /** The first three arguments as texts, each empty if it is missing. */
  first: string;
  second: string;
  third: string;
  /** The text that the call is about and what follows it: `text.slice(1)` and `slice(text, 1)` give the same. */
  operands: string[];
  /** The first operand; empty without one. */
  subject: string;
};

export type Computation = (computing: ComputingCall) => Value;

/**
 * A row of the tables in this folder. With `ofEach`, a method that turns a string into another: a list before the dot is a list of strings, and the
 * value is the list of what each of them gives.
 */
export type ValueRow = Computation | { ofEach: Computation };

export type ValueRows = Record<string, ValueRow>;

export function computingCall(found: FoundCall): ComputingCall {
  const { evaluator } = found.site;
  const { args, receiver, named } = found.site.found;
  const texts = args.map((arg) => asText(evaluator, arg));
  const [first = '', second = '', third = ''] = texts;
  const self = receiver === undefined ? '' : asText(evaluator, receiver);
  const operands = isFunctionCall(receiver) ? texts : [self, ...texts];
  const [subject = ''] = operands;
  return { ...found, args, named, receiver, self, texts, first, second, third, operands, subject };
}

/** Nothing or a module is in front of the dot, so that the first argument is what the call is about. */
export function isFunctionCall(receiver: Value | undefined): boolean {
  return receiver === undefined || receiver.kind === 'object';
}
