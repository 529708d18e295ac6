import type { Span } from './analysis.ts';

export type SimpleCommand = {
  /** Quotes and escapes removed; expansions and braces left as written. */
  words: string[];
  span: Span;
};

/** The simple commands of a text, in source order, without following wrappers, variables or functions. */
export function splitCommands(_text: string): { commands: SimpleCommand[]; understood: boolean } {
  return { commands: [], understood: true };
}
