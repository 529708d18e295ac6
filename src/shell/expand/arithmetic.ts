import { type ArithmeticExpression, parseWord } from '../parse/parse.ts';
import { hasUnknown } from './unknown.ts';

/** How an expression reads and sets variables. The text is undefined if it is unknown; an unset name has an empty one. */
export type Names = {
  get: (name: string, index: string | undefined) => string | undefined;
  /** Absent where an expression may only be looked at. Undefined: the new value is not known. */
  set?: (name: string, index: string | undefined, value: number | undefined) => void;
};

/** Values refer to other names, and so on; bash ends with an error, we with "not known". */
const MOST_DEPTH = 24;
/** Larger numbers are not exact here, so they are not known. */
const MOST = 2 ** 53;

/** The value of an expression given as text, all `$` in it already expanded, or undefined. */
export function calculateText(text: string, names: Names, depth = 0): number | undefined {
  const plain = text.trim();
  if (plain === '') return 0;
  const direct = integer(plain);
  if (direct !== undefined || depth > MOST_DEPTH) return direct;
  if (text.length > 400 || /[`$\\]/.test(text)) return undefined;
  const [part] = parseWord(`$((${text.replaceAll('"', '')}))`)?.parts ?? [];
  return part?.type === 'ArithmeticExpansion' ? calculate(part.expression, names, depth + 1) : undefined;
}

/** The value of an expression without `$`. Deep trees are given up, not followed. */
export function calculate(node: ArithmeticExpression | undefined, names: Names, depth = 0): number | undefined {
  if (node === undefined || depth > MOST_DEPTH) return undefined;
  const inner = (next: ArithmeticExpression) => calculate(next, names, depth + 1);
  switch (node.type) {
    case 'ArithmeticGroup':
      return inner(node.expression);
    case 'ArithmeticWord':
      return word(node.value, names, depth);
    case 'ArithmeticTernary': {
      const test = inner(node.test);
      const { alternate } = node;
      // `a ? b : c = d` assigns to the whole, which is an error to bash.
      if (alternate.type === 'ArithmeticBinary' && isAssignment(alternate.operator)) return undefined;
      if (test !== undefined) return inner(test === 0 ? node.alternate : node.consequent);
      for (const side of [node.consequent, node.alternate]) inner(side);
      return undefined;
    }
    case 'ArithmeticUnary':
      return unary(node, names, inner);
    case 'ArithmeticBinary':
      return binary(node, names, inner);
    default:
      return undefined;
  }
}

type Inner = (next: ArithmeticExpression) => number | undefined;
type Node<T extends ArithmeticExpression['type']> = Extract<ArithmeticExpression, { type: T }>;

function unary(node: Node<'ArithmeticUnary'>, names: Names, inner: Inner): number | undefined {
  const value = inner(node.operand);
  if (node.operator === '++' || node.operator === '--') {
    const next = value === undefined ? undefined : exact(node.operator === '++' ? value + 1 : value - 1);
    assign(node.operand, next, names);
    return node.prefix ? next : value;
  }
  if (value === undefined) return undefined;
  if (node.operator === '!') return value === 0 ? 1 : 0;
  if (node.operator === '~') return -value - 1;
  return node.operator === '-' ? -value : node.operator === '+' ? value : undefined;
}

function binary({ operator, left, right }: Node<'ArithmeticBinary'>, names: Names, inner: Inner): number | undefined {
  if (operator === '&&' || operator === '||') {
    const first = inner(left);
    if (first !== undefined && (first !== 0) === (operator === '||')) return operator === '||' ? 1 : 0;
    const second = inner(right);
    if (first === undefined || second === undefined) return undefined;
    return second === 0 ? 0 : 1;
  }
  if (isAssignment(operator)) {
    // `a + b = c` is an error to bash.
    if (left.type !== 'ArithmeticWord') return undefined;
    const given = inner(right);
    const old = operator === '=' ? 0 : inner(left);
    const value = operator === '=' ? given : combine(operator.slice(0, -1), old, given);
    assign(left, value, names);
    return value;
  }
  const first = inner(left);
  const second = inner(right);
  return operator === ',' ? second : combine(operator, first, second);
}

function isAssignment(operator: string): boolean {
  return operator.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator);
}

const NAME = /^([A-Za-z_]\w*)(?:\[(.*)\])?$/s;

function assign(node: ArithmeticExpression, value: number | undefined, names: Names): void {
  const [, name, index] = (node.type === 'ArithmeticWord' ? NAME.exec(node.value) : null) ?? [];
  if (name !== undefined) names.set?.(name, index, value);
}

function word(text: string, names: Names, depth: number): number | undefined {
  const direct = integer(text);
  if (direct !== undefined) return direct;
  const [, name, index] = NAME.exec(text) ?? [];
  const value = name === undefined ? undefined : names.get(name, index);
  if (value === undefined || hasUnknown(value)) return undefined;
  return calculateText(value, names, depth + 1);
}

function integer(text: string): number | undefined {
  if (/^-?[1-9]\d{0,14}$/.test(text) || text === '0') return Number(text);
  if (/^0[xX][0-9a-fA-F]{1,12}$/.test(text)) return Number.parseInt(text.slice(2), 16);
  if (/^0[0-7]{1,12}$/.test(text)) return Number.parseInt(text, 8);
  const based = /^(\d{1,2})#([0-9a-zA-Z]{1,10})$/.exec(text);
  if (based === null || Number(based[1]) > 36) return undefined;
  const value = Number.parseInt(based[2] ?? '', Number(based[1]));
  return value.toString(Number(based[1])) === (based[2] ?? '').toLowerCase().replace(/^0+(?=.)/, '')
    ? value
    : undefined;
}

function exact(value: number): number | undefined {
  return Number.isFinite(value) && Math.abs(value) < MOST ? value : undefined;
}

/** The bit operators of this language have 32 bits, those of bash 64. */
function small(a: number, b: number): boolean {
  return Math.abs(a) < 2 ** 31 && Math.abs(b) < 2 ** 31;
}

function combine(operator: string, a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  switch (operator) {
    case '+':
      return exact(a + b);
    case '-':
      return exact(a - b);
    case '*':
      return exact(a * b);
    case '/':
      return b === 0 ? undefined : Math.trunc(a / b) + 0;
    case '%':
      return b === 0 ? undefined : (a % b) + 0;
    case '**':
      return b >= 0 && b < 60 ? exact(a ** b) : undefined;
    case '<<':
      return b >= 0 && b < 32 ? exact(a * 2 ** b) : undefined;
    case '>>':
      return b >= 0 && b < 32 ? Math.floor(a / 2 ** b) : undefined;
    case '|':
      return small(a, b) ? a | b : undefined;
    case '&':
      return small(a, b) ? a & b : undefined;
    case '^':
      return small(a, b) ? a ^ b : undefined;
    default:
      return compared(operator, a, b);
  }
}

function compared(operator: string, a: number, b: number): number | undefined {
  const truth: Record<string, boolean> = {
    '<': a < b,
    '>': a > b,
    '<=': a <= b,
    '>=': a >= b,
    '==': a === b,
    '!=': a !== b,
  };
  const value = truth[operator];
  return value === undefined ? undefined : value ? 1 : 0;
}
