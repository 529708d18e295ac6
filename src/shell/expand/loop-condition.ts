import type { Here, Machine } from '../run/machine.ts';
import { hasUnknown } from './unknown.ts';
import { cookText, cookWord } from './words.ts';
import type { Statement, SyntaxNode } from '../parse/parse.ts';
import { runArithmeticText } from '../run/variables.ts';

/** The condition of a `while`, where its values decide it. */
export type Condition = {
  /** Whether it is true now; undefined where it is not known. */
  holds: (machine: Machine, here: Here) => boolean | undefined;
  /** Variables decide it, so that each round may have another answer. */
  counts: boolean;
  /** What it compares now: as long as this stays the same, so does the answer. Absent where to ask would change something. */
  values?: (machine: Machine, here: Here) => string;
};

/** `((n < 3))`, `[ $n -lt 3 ]`, `[[ $n != 3 ]]` and `:`. Undefined for other commands. */
export function conditionOf({ command, background }: Statement, clause: SyntaxNode): Condition | undefined {
  if (background === true) return undefined;
  if (command.type === 'Command' && /^(?::|true)$/.test(command.name?.value ?? '') && command.args.length === 0)
    return { counts: false, holds: (machine, here) => (machine.walk(clause, here), true) };
  if (command.type === 'ArithmeticCommand') {
    const value = (machine: Machine, here: Here) => runArithmeticText(machine, command.body, here);
    const holds = (machine: Machine, here: Here) => {
      const number = value(machine, here);
      return number === undefined ? undefined : number !== 0;
    };
    return { counts: /[a-z_$]/i.test(command.body), holds };
  }
  const words = comparison(command);
  if (words === undefined) return undefined;
  let isFirst = true;
  return {
    counts: true,
    holds: (machine, here) => {
      if (isFirst) machine.walk(clause, here);
      isFirst = false;
      return compared(words(machine, here));
    },
    values: (machine, here) => words(machine, here).join('\0'),
  };
}

/** Whether a command succeeds, where its values say so. Looks only: nothing is run. */
export function outcomeOf(machine: Machine, node: SyntaxNode | undefined, here: Here): boolean | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'Statement') return outcomeOf(machine, node.command, here);
  if (node.type === 'Command' && node.args.length === 0 && node.redirects.length === 0) {
    const name = node.name?.value ?? '';
    if (here.scope.functions.has(name) || here.scope.aliases.has(name)) return undefined;
    return /^(?:true|:)$/.test(name) ? true : name === 'false' ? false : undefined;
  }
  const words = comparison(node);
  return words === undefined ? undefined : compared(words(machine, here));
}

type Words = (machine: Machine, here: Here) => string[];

/** The words of `test`, `[` and `[[`, read again each time. The walk handles what a substitution prints. */
function comparison(command: SyntaxNode): Words | undefined {
  if (command.type === 'TestCommand') {
    const { expression } = command;
    if (expression.type !== 'TestBinary' || /\$\(|`|[*?[]/.test(expression.left.text + expression.right.text))
      return undefined;
    const { left, operator, right } = expression;
    return (machine, here) => [cookText(machine, left, here), operator, cookText(machine, right, here)];
  }
  if (command.type !== 'Command' || !/^(?:\[|test)$/.test(command.name?.value ?? '')) return undefined;
  if (command.redirects.length > 0 || command.args.some(({ text }) => /\$\(|`/.test(text))) return undefined;
  const args = command.name?.value === '[' ? command.args.slice(0, -1) : command.args;
  return (machine, here) =>
    args.flatMap((word) =>
      word.type === 'Word' ? cookWord(machine, word, here).map(({ text }) => text) : [machine.unknown(word.text)],
    );
}

const NUMBERS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '-eq': (a, b) => a === b,
  '-ne': (a, b) => a !== b,
  '-lt': (a, b) => a < b,
  '-le': (a, b) => a <= b,
  '-gt': (a, b) => a > b,
  '-ge': (a, b) => a >= b,
};

function compared(words: readonly string[]): boolean | undefined {
  if (words.some(hasUnknown)) return undefined;
  const [left = '', operator = '', right = ''] = words;
  if (words.length === 2 && /^-[nz]$/.test(left)) return (left === '-n') === (operator !== '');
  if (words.length !== 3) return undefined;
  if (/^(?:==?|!=)$/.test(operator)) return (left === right) === (operator !== '!=');
  return /^-?\d{1,15}$/.test(left) && /^-?\d{1,15}$/.test(right)
    ? NUMBERS[operator]?.(Number(left), Number(right))
    : undefined;
}

const QUESTIONS = /^(?:\[|test|false|command|type|which|hash|grep|pgrep|diff|cmp)$/;

/** What it finds out is as likely as not. Of other commands before `&&` a script expects success. */
export function isQuestion(node: SyntaxNode): boolean {
  if (node.type === 'Statement' || node.type === 'Redirected') return isQuestion(node.command);
  return node.type === 'TestCommand' || (node.type === 'Command' && QUESTIONS.test(node.name?.value ?? ''));
}
