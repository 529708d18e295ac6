import { SHOWN_VERDICTS, type ShownVerdict } from '../../audit/query/decision.ts';
import type { Filter } from '../../audit/query/filter.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { type CommandInput, type Option, UsageError } from '../command.ts';
import { readTimePoint, TIME_FORMS } from './time-point.ts';

/** What commands about the trail can be asked to look at. */
export const FILTER_OPTIONS = {
  session: { type: 'string', value: 'ID', help: 'Only sessions whose id starts with ID.' },
  agent: { type: 'string', value: 'NAME', multiple: true, completes: 'agents', help: 'The agent.' },
  event: { type: 'string', value: 'NAME', multiple: true, completes: 'events', help: 'PreToolUse, or before-tool.' },
  tool: { type: 'string', value: 'NAME', multiple: true, help: 'Bash, or mcp__*: * matches any text.' },
  rule: {
    type: 'string',
    value: 'ID',
    multiple: true,
    completes: 'rules',
    help: 'A rule that matched, in any mode.',
  },
  since: { type: 'string', value: 'TIME', help: '2h, 3d, 2026-11-01, yesterday, 14:30.' },
  until: { type: 'string', value: 'TIME', help: 'The same forms; a day includes its end.' },
  grep: {
    type: 'string',
    value: 'TEXT',
    help: 'Text in the call, the reasons or the directory; case does not matter.',
  },
} as const satisfies Record<string, Option>;

export const VERDICT_OPTION = {
  type: 'string',
  value: 'NAME',
  multiple: true,
  completes: SHOWN_VERDICTS,
  help: `${SHOWN_VERDICTS.join(', ')}.`,
} as const satisfies Option;

type FilterValues = CommandInput<typeof FILTER_OPTIONS>['values'] & { verdict?: string[] };

/** Lists may be given by commas or by repeating the option. */
export function readFilter(values: FilterValues, now: number): Filter {
  return {
    session: values.session,
    agents: listOf(values.agent),
    events: listOf(values.event),
    tools: listOf(values.tool),
    rules: listOf(values.rule),
    verdicts: listOf(values.verdict)?.map(readVerdict),
    since: timeOf('since', values.since, now),
    until: timeOf('until', values.until, now),
    grep: values.grep,
  };
}

function listOf(given: readonly string[] | undefined): string[] | undefined {
  return given?.flatMap((text) => text.split(',')).map((text) => text.trim());
}

function readVerdict(text: string): ShownVerdict {
  const found = SHOWN_VERDICTS.find((verdict) => verdict === text);
  if (found === undefined) throw new UsageError(`--verdict: there is no "${text}"${didYouMean(text, SHOWN_VERDICTS)}`);
  return found;
}

function timeOf(edge: 'since' | 'until', text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = readTimePoint(text, now, edge);
  if (time === null) throw new UsageError(`--${edge}: "${text}" is not a time; give ${TIME_FORMS}`);
  return time;
}
