import { type Context, type Finding, type Permission, PERMISSIONS, type Reason } from './finding.ts';

interface Ordered<T> {
  order: number;
  value: T;
}

/**
 * What all findings of one event say together. `join` makes it a semilattice: the strictest permission wins, and
 * among equals, as for rewrites, the handler that finished last. Orders are unique, so the result does not depend
 * on the order of joining.
 */
export interface Verdict {
  permission: Ordered<{ name: Permission; reason: Reason | null; managed: boolean }> | null;
  /** The first answer of all, for events that do not wait for a stricter one. */
  first: Verdict['permission'];
  updatedInput: Ordered<Record<string, unknown>> | null;
  updatedToolOutput: Ordered<{ value: unknown }> | null;
  stop: Ordered<{ reason: string | null }> | null;
  /** Reasons of every deny: some events deliver all of them. */
  reasons: Ordered<Reason>[];
  context: Ordered<Context[]>[];
  systemMessages: Ordered<string[]>[];
  extras: Ordered<Record<string, unknown>>[];
}

export const NO_VERDICT: Verdict = {
  permission: null,
  first: null,
  updatedInput: null,
  updatedToolOutput: null,
  stop: null,
  reasons: [],
  context: [],
  systemMessages: [],
  extras: [],
};

export function verdictOf(finding: Finding): Verdict {
  const at = <T>(value: T): Ordered<T> => ({ order: finding.order, value });
  const { verdict, reason, managed } = finding;
  const permission = verdict === null ? null : at({ name: verdict, reason, managed });
  return {
    permission,
    first: permission,
    updatedInput: finding.updatedInput === null ? null : at(finding.updatedInput),
    updatedToolOutput: finding.updatedToolOutput === null ? null : at(finding.updatedToolOutput),
    stop: finding.stop === null ? null : at(finding.stop),
    reasons: verdict === 'deny' && reason !== null ? [at(reason)] : [],
    context: finding.context.length > 0 ? [at(finding.context)] : [],
    systemMessages: finding.systemMessages.length > 0 ? [at(finding.systemMessages)] : [],
    extras: Object.keys(finding.extras).length > 0 ? [at(finding.extras)] : [],
  };
}

export function join(a: Verdict, b: Verdict): Verdict {
  return {
    permission: strictest(a.permission, b.permission),
    first: earliest(a.first, b.first),
    updatedInput: latest(a.updatedInput, b.updatedInput),
    updatedToolOutput: latest(a.updatedToolOutput, b.updatedToolOutput),
    stop: latest(a.stop, b.stop),
    reasons: union(a.reasons, b.reasons),
    context: union(a.context, b.context),
    systemMessages: union(a.systemMessages, b.systemMessages),
    extras: union(a.extras, b.extras),
  };
}

function strictest(a: Verdict['permission'], b: Verdict['permission']): Verdict['permission'] {
  if (a === null || b === null) return a ?? b;
  const difference = PERMISSIONS.indexOf(a.value.name) - PERMISSIONS.indexOf(b.value.name);
  if (difference !== 0) return difference > 0 ? a : b;
  // Observed: of two asks the first to finish is quoted, of two denies the last.
  return a.value.name === 'ask' ? earliest(a, b) : latest(a, b);
}

function earliest<T>(a: Ordered<T> | null, b: Ordered<T> | null): Ordered<T> | null {
  if (a === null || b === null) return a ?? b;
  return a.order <= b.order ? a : b;
}

function latest<T>(a: Ordered<T> | null, b: Ordered<T> | null): Ordered<T> | null {
  if (a === null || b === null) return a ?? b;
  return a.order >= b.order ? a : b;
}

function union<T>(a: Ordered<T>[], b: Ordered<T>[]): Ordered<T>[] {
  const seen = new Set(a.map((item) => item.order));
  return [...a, ...b.filter((item) => !seen.has(item.order))].sort((x, y) => x.order - y.order);
}
