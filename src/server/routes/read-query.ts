import { SHOWN_VERDICTS, type ShownVerdict } from '../../audit/query/decision.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { DecisionQuery } from '../api.ts';
import { badRequest } from './problem.ts';

const KNOWN = ['verdict', 'rule', 'tool', 'session', 'machine', 'grep', 'since', 'until', 'before', 'limit'];
const MOST_ROWS = 5_000;
const USUAL_ROWS = 200;

/** `?verdict=deny,ask&rule=no-*&grep=text&since=…`. An unknown name is an error: a mistyped filter must not show everything. */
export function readDecisionQuery(parameters: URLSearchParams): DecisionQuery {
  for (const name of parameters.keys())
    if (!KNOWN.includes(name)) throw badRequest(`there is no parameter "${name}"${didYouMean(name, KNOWN)}`);
  return {
    verdicts: listOf(parameters, 'verdict')?.map(readVerdict),
    rules: listOf(parameters, 'rule'),
    tools: listOf(parameters, 'tool'),
    session: textOf(parameters, 'session'),
    machine: textOf(parameters, 'machine'),
    grep: textOf(parameters, 'grep'),
    since: numberOf(parameters, 'since'),
    until: numberOf(parameters, 'until'),
  };
}

export function readPage(parameters: URLSearchParams): { before: string | undefined; limit: number } {
  const limit = numberOf(parameters, 'limit') ?? USUAL_ROWS;
  if (limit < 1 || limit > MOST_ROWS) throw badRequest(`limit is ${limit}; it is from 1 to ${MOST_ROWS}`);
  return { before: textOf(parameters, 'before'), limit };
}

const WEEK_MS = 7 * 24 * 3_600_000;

const HOUR = 3_600_000;

/** The last seven days by default; whole hours, because team servers count by the hour. */
export function readSpan(parameters: URLSearchParams, now: number): { since: number; until: number } {
  const until = numberOf(parameters, 'until') ?? now;
  const since = numberOf(parameters, 'since') ?? until - WEEK_MS;
  return { since: Math.floor(since / HOUR) * HOUR, until: Math.ceil((until + 1) / HOUR) * HOUR };
}

export function textOf(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  return value === null || value === '' ? undefined : value;
}

function numberOf(parameters: URLSearchParams, name: string): number | undefined {
  const value = textOf(parameters, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw badRequest(`${name}: "${value}" is not a number`);
  return Number(value);
}

function listOf(parameters: URLSearchParams, name: string): string[] | undefined {
  const values = parameters.getAll(name).flatMap((value) => value.split(','));
  const named = values.map((value) => value.trim()).filter((value) => value !== '');
  return named.length === 0 ? undefined : named;
}

function readVerdict(text: string): ShownVerdict {
  const found = SHOWN_VERDICTS.find((verdict) => verdict === text);
  if (found === undefined) throw badRequest(`there is no verdict "${text}"${didYouMean(text, SHOWN_VERDICTS)}`);
  return found;
}
