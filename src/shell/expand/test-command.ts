import type { Here, Machine } from '../run/machine.ts';
import type { TestExpression } from '../parse/parse.ts';
import { noteTested, runArithmeticText, runSubscripts } from '../run/variables.ts';
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
    if (!ARITHMETIC.test(node.operator)) return;
    for (const side of [node.left, node.right]) runArithmeticText(machine, cookText(machine, side, here), here);
  } else if (node.type === 'TestLogical') {
    for (const operand of node.operands) runTest(machine, operand, here, depth + 1);
  } else runTest(machine, node.type === 'TestNot' ? node.operand : node.expression, here, depth + 1);
}
