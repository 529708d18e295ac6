import type { Machine } from '../../run/machine.ts';
import type { Language } from '../languages.ts';
import type { Evaluator } from './evaluator.ts';
import type { Token } from '../read/tokens.ts';
import { ruleFor } from '../rule-for.ts';
import { textValue, UNKNOWN } from '../value.ts';
import { expression, statement, term } from './evaluate.ts';
import { noFunctions } from './functions.ts';

/** An evaluator at the beginning of the code. It reports its calls to nobody yet. */
export function createEvaluator(machine: Machine, language: Language, tokens: Token[]): Evaluator {
  return {
    tokens,
    at: 0,
    from: 0,
    depth: 0,
    text: 0,
    values: new Map(),
    functions: noFunctions(),
    texts: new Set(),
    piped: undefined,
    read: { expression, statement, term },
    unknownText: (raw) => machine.unknown(raw),
    members: (module) =>
      [...language.calls.keys()]
        .filter((name) => name.startsWith(`${module}.`))
        .map((name) => name.slice(module.length + 1)),
    knows: (name) => language.calls.has(name),
    computes: (name) => ruleFor(language, name)?.startsWith('text ') === true,
    joins: language.joins,
    arrows: language.arrows ?? false,
    callsMembers: language.name === 'ruby',
    colons: language.colons ?? false,
    bare: language.bareNames,
    bareTextOnly: language.bare !== 'all',
    statements: language.statements ?? new Set(),
    fill: textValue,
    onShell: () => undefined,
    onCall: () => UNKNOWN,
  };
}
