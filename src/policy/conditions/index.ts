import type { ConditionNode } from '../compile/artefact.ts';
import type { Condition } from './condition.ts';
import { callConditions } from './call.ts';
import { changeConditions } from './changes.ts';
import { commandConditions } from './commands.ts';
import { effectConditions } from './effects.ts';
import { environmentConditions } from './environment.ts';
import { fileConditions } from './files.ts';
import { gitConditions } from './git.ts';
import { gitLoses } from './git-losses.ts';
import { pathConditions } from './paths.ts';
import { sessionConditions } from './session.ts';
import { traitConditions } from './traits.ts';

export const CONDITIONS: readonly Condition<unknown>[] = [
  ...commandConditions,
  ...pathConditions,
  ...fileConditions,
  ...changeConditions,
  ...gitConditions,
  gitLoses,
  ...effectConditions,
  ...traitConditions,
  ...callConditions,
  ...sessionConditions,
  ...environmentConditions,
];

const BY_NAME = new Map(CONDITIONS.map((condition) => [condition.name, condition]));

interface Found {
  condition: Condition<unknown>;
  argument: string;
}

/** `env.HOME` → the family `env.*` and its argument. */
export function findCondition(written: string): Found | null {
  const exact = BY_NAME.get(written);
  if (exact !== undefined) return { condition: exact, argument: '' };
  const dot = written.indexOf('.');
  if (dot <= 0 || dot === written.length - 1) return null;
  const family = BY_NAME.get(`${written.slice(0, dot)}.*`);
  return family === undefined ? null : { condition: family, argument: written.slice(dot + 1) };
}

/** Is there such a condition anywhere in the tree? */
export function mentions(node: ConditionNode | null, isSuch: (condition: Condition<unknown>) => boolean): boolean {
  if (node === null) return false;
  if (node.op === 'not') return mentions(node.of, isSuch);
  if (node.op !== 'is') return node.of.some((part) => mentions(part, isSuch));
  const namedCondition = findCondition(node.name);
  return namedCondition !== null && isSuch(namedCondition.condition);
}
