import { type TrailDecision, SHOWN_VERDICTS, type ShownVerdict } from '../../audit/query/decision.ts';
import { type Filter, matcherOf } from '../../audit/query/filter.ts';
import { newestDecisions } from '../../audit/query/trail-reader.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { UsageError } from '../command.ts';

export type DecisionSearch = { decision: TrailDecision } | { many: TrailDecision[] } | { none: string };

const MOST = 10;

/** By its id or the beginning of it; `last` is the latest that `log` shows, `last deny` the latest deny. */
export function findDecision(stateDirectory: string, [name, verdict]: readonly string[]): DecisionSearch {
  if (name === undefined) throw new UsageError('ID is missing; hookctl log shows the ids, and "last" is the latest');
  const newest = (filter: Filter, most: number) => newestDecisions(stateDirectory, matcherOf(filter), most);
  if (name === 'last') return latest(newest, verdict);
  if (verdict !== undefined) throw new UsageError(`unexpected argument "${verdict}"`);
  const matching = newest({ id: name }, MOST + 1);
  const exact = matching.find(({ id }) => id === name);
  if (exact !== undefined) return { decision: exact };
  const [first, second] = matching;
  if (first === undefined) return { none: `no decision "${name}" is on record; hookctl log lists them` };
  return second === undefined ? { decision: first } : { many: matching };
}

function latest(
  newest: (filter: Filter, most: number) => TrailDecision[],
  verdict: string | undefined,
): DecisionSearch {
  const namedVerdict = SHOWN_VERDICTS.find((one) => one === verdict);
  if (verdict !== undefined && namedVerdict === undefined)
    throw new UsageError(`there is no verdict "${verdict}"${didYouMean(verdict, SHOWN_VERDICTS)}`);
  const verdicts: ShownVerdict[] =
    namedVerdict === undefined ? SHOWN_VERDICTS.filter((one) => one !== 'none') : [namedVerdict];
  const [decision] = newest({ verdicts }, 1);
  if (decision !== undefined) return { decision };
  return { none: namedVerdict === undefined ? 'no rule has spoken yet' : `no ${namedVerdict} is on record` };
}
