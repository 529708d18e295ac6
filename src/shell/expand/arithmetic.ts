import { type ArithmeticExpression, parseWord } from '../parse/parse.ts';

/** The value of an arithmetic expression over known integers, or undefined. Deep trees are given up, not followed. */
export function calculate(
  node: ArithmeticExpression | undefined,
  variable: (name: string) => string | undefined,
  depth = 0,
): number | undefined {
  if (node === undefined || depth > 24) return undefined;
  const inner = (next: ArithmeticExpression) => calculate(next, variable, depth + 1);
  if (node.type === 'ArithmeticGroup') return inner(node.expression);
  if (node.type === 'ArithmeticWord') return word(node.value, variable);
  if (node.type === 'ArithmeticUnary') {
    const value = inner(node.operand);
    if (value === undefined) return undefined;
    return node.operator === '-' ? -value : node.operator === '+' ? value : undefined;
  }
  if (node.type !== 'ArithmeticBinary') return undefined;
  const left = inner(node.left);
  const right = inner(node.right);
  return left === undefined || right === undefined ? undefined : binary(node.operator, left, right);
}

/** The value of an expression inside a text: an offset, a subscript. */
export function calculateText(text: string, variable: (name: string) => string | undefined): number | undefined {
  const direct = integer(text.trim());
  if (direct !== undefined || text.length > 200) return direct;
  const [part] = parseWord(`$((${text}))`)?.parts ?? [];
  return part?.type === 'ArithmeticExpansion' ? calculate(part.expression, variable) : undefined;
}

function word(text: string, variable: (name: string) => string | undefined): number | undefined {
  const direct = integer(text);
  if (direct !== undefined) return direct;
  const value = variable(text.replace(/^\$\{?/, '').replace(/\}$/, ''));
  return value === undefined ? undefined : integer(value);
}

function integer(text: string): number | undefined {
  if (/^-?[1-9]\d{0,14}$/.test(text) || text === '0') return Number(text);
  if (/^0x[0-9a-fA-F]{1,12}$/.test(text)) return Number.parseInt(text.slice(2), 16);
  if (/^0[0-7]{1,12}$/.test(text)) return Number.parseInt(text, 8);
  const based = /^(\d{1,2})#([0-9a-zA-Z]{1,12})$/.exec(text);
  if (based !== null) return Number.parseInt(based[2] ?? '', Number(based[1]));
  return undefined;
}

function binary(operator: string, a: number, b: number): number | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? undefined : Math.trunc(a / b);
    case '%':
      return b === 0 ? undefined : a % b;
    case '<<':
      return b >= 0 && b < 32 ? a * 2 ** b : undefined;
    case '>>':
      return b >= 0 && b < 32 ? Math.floor(a / 2 ** b) : undefined;
    case '|':
      return a | b;
    case '&':
      return a & b;
    case '^':
      return a ^ b;
    case '**':
      return b >= 0 && b < 40 ? a ** b : undefined;
    default:
      return undefined;
  }
}
