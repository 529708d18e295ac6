import { type Decision, SHOWN_VERDICTS, type ShownVerdict } from '../../audit/query/decision.ts';
import type { TrailIndex } from '../../audit/query/open.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { UsageError } from '../command.ts';

export type Found = { decision: Decision } | { many: Decision[] } | { none: string };

const MOST = 10;

/** By its id or the beginning of it; `last` is the latest that `log` shows, `last deny` the latest deny. */
export function findDecision(index: TrailIndex, [name, verdict]: readonly string[]): Found {
  if (name === undefined) throw new UsageError('ID is needed; hookctl log shows them, and "last" is the latest');
  if (name === 'last') return latest(index, verdict);
  if (verdict !== undefined) throw new UsageError(`unexpected argument "${verdict}"`);
  const found = [...index.select({ id: name }, MOST + 1)];
  const exact = found.find(({ id }) => id === name);
  if (exact !== undefined) return { decision: exact };
  const [first, second] = found;
  if (first === undefined) return { none: `no decision "${name}" is on record; hookctl log lists them` };
  return second === undefined ? { decision: first } : { many: found };
}

function latest(index: TrailIndex, verdict: string | undefined): Found {
  const known = SHOWN_VERDICTS.find((one) => one === verdict);
  if (verdict !== undefined && known === undefined)
    throw new UsageError(`there is no verdict "${verdict}"${didYouMean(verdict, SHOWN_VERDICTS)}`);
  const wanted: ShownVerdict[] = known === undefined ? SHOWN_VERDICTS.filter((one) => one !== 'none') : [known];
  const [decision] = index.select({ verdicts: wanted }, 1);
  if (decision !== undefined) return { decision };
  return { none: known === undefined ? 'no rule has spoken yet' : `no ${known} is on record` };
}
