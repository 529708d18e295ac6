import type { RuleHit } from '../../policy/judgement.ts';
import type { AlarmShape } from '../judge/shape.ts';

/** Verdicts a person would notice, and what a rule in `observe` would have said. */
export const VERDICTS = ['deny', 'ask', 'warn', 'observe'] as const;
export type AlarmVerdict = (typeof VERDICTS)[number];

export function alarmVerdict({ effective }: RuleHit): AlarmVerdict | null {
  return (VERDICTS as readonly string[]).includes(effective) ? (effective as AlarmVerdict) : null;
}

const CORE_PACKS = ['pack:recommended', 'pack:git', 'pack:secrets', 'pack:self-protection', 'pack:strict'];
const GUARDING_PACKS = ['pack:secrets', 'pack:self-protection'];

/**
 * Alarms that must not be dismissed: what the shipped packs refuse outright, everything about secrets and about the guard itself, locked rules, and
 * whatever reaches the root, the home directory or the project as a whole.
 */
export function isGrave(
  hit: Pick<RuleHit, 'position' | 'verb' | 'locked'>,
  shape: Pick<AlarmShape, 'place' | 'text'>,
): boolean {
  const { file } = hit.position;
  if (hit.locked || GUARDING_PACKS.includes(file)) return true;
  if (hit.verb === 'deny' && CORE_PACKS.includes(file)) return true;
  return shape.place === 'root' || shape.place === 'project' || shape.text.endsWith(' ~');
}
