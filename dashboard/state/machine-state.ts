import type { FleetAnswer, MachineRow } from '../../src/server/api.ts';
import { plural, span } from './words.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A clock that is off by less does no harm to the order of what people see. */
const SKEW_MS = 5_000;

export type Trouble = 'silent' | 'unsent' | 'refused' | 'behind' | 'clock' | 'lost' | 'revoked' | 'unarmed';

export interface MachineTrouble {
  kind: Trouble;
  words: string;
}

/** Why this machine may not be guarded, current or heard; nothing: all is well. */
export function troublesOf(
  machine: MachineRow,
  { published }: Pick<FleetAnswer, 'published'>,
  now: number,
): MachineTrouble[] {
  const troubles: MachineTrouble[] = [];
  const add = (kind: Trouble, words: string) => troubles.push({ kind, words });
  const { seenAt, decidedAt, unsent, unsentSince, skewMs, lost, bundle, bundleState, bundleProblem } = machine;
  if (machine.revoked) add('revoked', 'its token was revoked or has expired');
  if (decidedAt === null) add('unarmed', 'its hook has decided nothing yet: hookctl doctor there');
  else if (seenAt === null || now - seenAt > DAY_MS) add('silent', `silent for ${span(now - (seenAt ?? decidedAt))}`);
  if (bundleState === 'refused') add('refused', `refuses the policy: ${bundleProblem ?? 'it did not say why'}`);
  else if (machine.kind === 'machine' && published !== null && (bundle ?? 0) < published)
    add('behind', bundle === null ? 'has no policy of the team yet' : `is still on version ${bundle}`);
  if (unsent > 0 && unsentSince !== null && now - unsentSince > HOUR_MS)
    add('unsent', `${plural(unsent, 'record')} unsent for ${span(now - unsentSince)}`);
  if (lost > 0)
    add('lost', `${plural(lost, 'record')} deleted there before ${lost === 1 ? 'it was' : 'they were'} sent`);
  if (skewMs !== null && Math.abs(skewMs) > SKEW_MS)
    add('clock', `its clock is ${span(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead' : 'behind'}`);
  return troubles;
}

/** For the line above the table, in this order. */
export const TROUBLE_WORDS: Record<Trouble, string> = {
  silent: 'silent for a day',
  unarmed: 'without a decision',
  refused: 'with a refused policy',
  behind: 'not current',
  unsent: 'with unsent records',
  lost: 'with lost records',
  clock: 'with a wrong clock',
  revoked: 'revoked',
};
