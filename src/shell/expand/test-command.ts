import type { Here, Machine } from '../run/machine.ts';
import type { TestExpression, WordNode } from '../parse/parse.ts';
import { noteTested, runArithmeticText, runSubscripts, setVariable } from '../run/variables.ts';
import { literally, posixExpression } from './regular-expression.ts';
import { hasUnknown, originOf } from './unknown.ts';
import { cookText } from './words.ts';

const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;
const MAX_DEPTH = 40;

/** `[[ … ]]`: `-v name` and the sides of `-eq` are evaluated, subscripts included. */
export function runTest(machine: Machine, node: TestExpression, here: Here, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (node.type === 'TestUnary') {
    if (node.operator === '-v' || node.operator === '-R')
      runSubscripts(machine, cookText(machine, node.operand, here), here);
    else noteTested(machine, here.scope, node.operator, cookText(machine, node.operand, here));
  } else if (node.type === 'TestBinary') {
    if (node.operator === '=~') keepMatch(machine, node, here);
    if (!ARITHMETIC.test(node.operator)) return;
    for (const side of [node.left, node.right]) runArithmeticText(machine, cookText(machine, side, here), here);
  } else if (node.type === 'TestLogical') {
    for (const operand of node.operands) runTest(machine, operand, here, depth + 1);
  } else runTest(machine, node.type === 'TestNot' ? node.operand : node.expression, here, depth + 1);
}

/** `[[ text =~ expression ]]` leaves what was found in BASH_REMATCH: the whole, then each group. */
function keepMatch(machine: Machine, { left, right }: { left: WordNode; right: WordNode }, here: Here): void {
  const text = cookText(machine, left, here);
  const pattern = expressionIn(machine, right, here);
  const isKnown = !hasUnknown(text) && !hasUnknown(pattern);
  const expression = isKnown ? posixExpression(pattern, { dialect: 'extended', length: text.length }) : undefined;
  if (expression === undefined)
    setVariable(here.scope, 'BASH_REMATCH', [machine.unknown('$BASH_REMATCH', originOf(machine.unknowns, text))]);
  else
    setVariable(
      here.scope,
      'BASH_REMATCH',
      [...(expression.exec(text) ?? [])].map((group) => group ?? ''),
    );
}

/** Quoted parts of the word mean themselves. */
function expressionIn(machine: Machine, word: WordNode, here: Here): string {
  if (word.parts === undefined) return word.text;
  const parts = word.parts.map((part) => {
    if (part.type === 'Literal') return part.text;
    const cooked = cookText(machine, { ...word, text: part.text, parts: [part] }, here);
    return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' ? cooked : literally(cooked);
  });
  return parts.join('');
}
