import { type Condition } from '../conditions/condition.ts';
import { findCondition } from '../conditions/index.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { PolicyPath } from '../language/problem.ts';

/** One condition as it is written in a file. */
export interface WrittenCondition {
  parsed: ParsedPolicy;
  /** The rule it belongs to, or whose override it is in. */
  rule: string;
  key: string;
  condition: Condition<unknown>;
  value: unknown;
  path: PolicyPath;
  /** The other conditions of its group. */
  siblings: Readonly<Record<string, unknown>>;
}

/** Every condition of the rules and overrides of a file. */
export function writtenConditions(parsed: ParsedPolicy): WrittenCondition[] {
  const { rules = {}, overrides = {} } = parsed.value;
  const ofRules = Object.entries(rules).flatMap(([rule, { when, unless }]) => [
    ...conditionsIn(when, ['rules', rule, 'when'], { parsed, rule }),
    ...conditionsIn(unless, ['rules', rule, 'unless'], { parsed, rule }),
  ]);
  const ofOverrides = Object.entries(overrides).flatMap(([rule, { unless }]) =>
    conditionsIn(unless, ['overrides', rule, 'unless'], { parsed, rule }),
  );
  return [...ofRules, ...ofOverrides];
}

function conditionsIn(
  value: unknown,
  path: PolicyPath,
  owner: Pick<WrittenCondition, 'parsed' | 'rule'>,
): WrittenCondition[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => conditionsIn(item, [...path, index], owner));
  if (typeof value !== 'object' || value === null) return [];
  const siblings = value as Record<string, unknown>;
  return Object.entries(siblings).flatMap(([key, item]) => {
    const conditionPath = [...path, key];
    if (key === 'not' || key === 'any' || key === 'all') return conditionsIn(item, conditionPath, owner);
    const namedCondition = findCondition(key);
    return namedCondition === null
      ? []
      : [{ ...owner, key, condition: namedCondition.condition, value: item, path: conditionPath, siblings }];
  });
}

/** The texts of a value with their places: one text, or a list. */
export function textsIn(value: unknown, path: PolicyPath): { text: string; path: PolicyPath }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => textsIn(item, [...path, index]));
}
