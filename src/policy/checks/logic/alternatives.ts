import type { ConditionNode } from '../../compile/artefact.ts';

/** One condition, or its negation. */
export interface Literal {
  name: string;
  argument: string;
  test: unknown;
  written: string;
  isNegated: boolean;
}

/** Conditions that must hold together. */
export type Alternative = readonly Literal[];

/** A policy with more alternatives is not checked: people do not write such policies by hand. */
const MOST = 200;

/** The ways in which conditions can hold; null: there are too many to look at. */
export function alternativesOf(node: ConditionNode | null): readonly Alternative[] | null {
  return node === null ? [[]] : spread(node, false);
}

/** The ways in which a rule can hold: its `when` without its `unless`. */
export function waysOf(when: ConditionNode | null, unless: ConditionNode | null): readonly Alternative[] | null {
  const of: ConditionNode[] = [
    ...(when === null ? [] : [when]),
    ...(unless === null ? [] : [{ op: 'not', of: unless } as const]),
  ];
  return spread({ op: 'all', of }, false);
}

function spread(node: ConditionNode, isNegated: boolean): readonly Alternative[] | null {
  if (node.op === 'is') {
    const { name, argument, test, written } = node;
    return [[{ name, argument, test, written, isNegated }]];
  }
  if (node.op === 'not') return spread(node.of, !isNegated);
  const parts = node.of.map((part) => spread(part, isNegated));
  const readable = parts.filter((part) => part !== null);
  if (readable.length < parts.length) return null;
  const isAny = (node.op === 'any') !== isNegated;
  const combined = isAny ? readable.flat() : readable.reduce<readonly Alternative[] | null>(product, [[]]);
  return combined === null || combined.length > MOST ? null : combined;
}

function product(left: readonly Alternative[] | null, right: readonly Alternative[]): readonly Alternative[] | null {
  if (left === null || left.length * right.length > MOST) return null;
  return left.flatMap((a) => right.map((b) => [...a, ...b]));
}
