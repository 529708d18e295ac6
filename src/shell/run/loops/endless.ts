import type { SyntaxNode } from '../../parse/parse.ts';
import { statementsOf } from './body.ts';

/** `{1..100000}`, `$(seq 1 100000)` and `$(yes)` are more words than anybody spells out. */
export function isVast({ wordlist = [] }: Extract<SyntaxNode, { type: 'For' | 'Select' }>): boolean {
  return wordlist.some(({ text }) => /^\{-?\d+\.\.\d{4,}\}$|^[$`]\(?\s*(?:seq\s[^|]*\d{4,}|yes)\b[^|]*\)?$/.test(text));
}

/** Commands that take no time, so that a round of the loop ends at once. */
const QUICK = /^(?:echo|printf|:|true|false|let|export|declare|local|set|shift|test|\[|disown|\(\()$/;

/** A loop that never ends and whose every round starts something in the background without waiting: it fills the table of processes. */
export function startsWithoutEnd(body: SyntaxNode): boolean {
  const statements = statementsOf(body);
  return (
    statements.some(({ background }) => background === true) &&
    statements.every((statement) => statement.background === true || isQuick(statement.command))
  );
}

/** `while true`, `while :`, `until false`, `while [ 1 ]`, `while ((1))`, and a count that nobody lives to see: `while [ $i -lt 100000 ]`. */
export function isEndless(kind: 'while' | 'until', clause: SyntaxNode): boolean {
  const [only, ...others] = statementsOf(clause);
  if (only === undefined || others.length > 0) return false;
  const { command } = only;
  if (command.type === 'ArithmeticCommand')
    return kind === 'while' && /^\s*[1-9]\d*\s*$|<=?\s*\d{4,}\s*$/.test(command.body);
  // `while [[ true ]]`
  if (command.type === 'TestCommand') {
    const { expression } = command;
    if (expression.type === 'TestBinary') {
      const { left, operator, right } = expression;
      const isSame = /^==?$|^-eq$/.test(operator) && /^\w+$/.test(left.text) && left.text === right.text;
      return kind === 'while' && (isSame || (/^-l[te]$/.test(operator) && /^\d{4,}$/.test(right.text)));
    }
    return (
      kind === 'while' &&
      expression.type === 'TestUnary' &&
      /^-n$|^$/.test(expression.operator) &&
      /^\w+$/.test(expression.operand.text)
    );
  }
  if (command.type !== 'Command') return false;
  const words = [command.name?.value ?? '', ...command.args.map((arg) => arg.text)].join(' ');
  // `while [ 1 = 1 ]`, `until test 1 -eq 0`
  const [, left, right] = /^(?:\[|test) (\w+) (?:==?|-eq) (\w+)(?: \])?$/.exec(words) ?? [];
  if (left !== undefined) return (left === right) === (kind === 'while');
  if (kind === 'while' && /^(?:\[|test) \S+ -l[te] \d{4,}(?: \])?$/.test(words)) return true;
  return (
    kind === 'while'
      ? /^(?:true|:|\/bin\/true|(?:\[|test) \w+(?: \])?|sleep 0|(?:echo|printf)(?: [^$`]*)?)$/
      : /^(?:false|\/bin\/false|\[ \])$/
  ).test(words);
}

function isQuick(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticCommand') return true;
  return node.type === 'Command' && (node.name === undefined || QUICK.test(node.name.value));
}
