import type { Span } from '../analysis.ts';
import {
  type Command,
  forEachChild,
  isHostile,
  MAX_TEXT,
  parseScript,
  type SyntaxNode,
  type WordNode,
} from './parse.ts';
import { type Part, readText } from './read-text.ts';
import { salvage } from './salvage.ts';

export type SimpleCommand = {
  /** Quotes and escapes removed; expansions and braces left as written. */
  words: string[];
  span: Span;
};

const MAX_NODES = 200_000;

/** The simple commands of a script, in source order, without following wrappers, variables or functions. */
export function splitCommands(text: string): { commands: SimpleCommand[]; understood: boolean } {
  if (text.length > MAX_TEXT || isHostile(text)) return { commands: [], understood: false };
  const script = parseScript(text);
  const found: Found = { commands: [], understood: true };
  if (hasErrors(script)) {
    found.understood = false;
    for (const part of readText(text, script)) collectPart(part, found);
  } else collect(script, found, 0);
  return found;
}

function collectPart({ text, from, script }: Part, found: Found): void {
  if (script !== null) return collect(script, found, from);
  const span = { start: from, end: from + text.length };
  for (const { stages } of salvage(text, null).commands)
    found.commands.push(...stages.map((words) => ({ words, span })));
}

type Found = { commands: SimpleCommand[]; understood: boolean };

function hasErrors(node: SyntaxNode): boolean {
  return node.type === 'Script' && (node.errors ?? []).length > 0;
}

/** An explicit stack: how deep a script nests is its author's choice, not ours. */
function collect(root: SyntaxNode, found: Found, from: number): void {
  const stack: SyntaxNode[] = [root];
  for (let seen = 0; stack.length > 0; seen++) {
    const node = stack.pop() as SyntaxNode;
    if (seen > MAX_NODES || (node !== root && hasErrors(node))) {
      found.understood = false;
      if (seen > MAX_NODES) return;
    }
    if (node.type === 'Command' && node.name !== undefined) {
      found.commands.push({ words: wordsOf(node, node.name), span: { start: from + node.pos, end: from + node.end } });
    }
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as SyntaxNode);
  }
}

function wordsOf(node: Command, name: WordNode): string[] {
  const words = [name.value];
  for (const argument of node.args) {
    if (argument.type === 'Word') words.push(argument.value);
    else
      words.push(
        argument.value.type === 'Word'
          ? `${prefix(argument.text, argument.value.text)}${argument.value.value}`
          : argument.text,
      );
  }
  return words;
}

function prefix(whole: string, value: string): string {
  return whole.slice(0, whole.length - value.length);
}
