import { SHOWN_VERDICTS } from '../../audit/query/decision.ts';
import type { PendingRule } from '../../audit/query/pending-rules.ts';
import type { Tally } from '../../audit/query/tally.ts';
import { bar, type Pen } from './text/chart.ts';
import { COLOURS } from './decisions.ts';
import { localDay, localTime } from './text/local-time.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import { count } from './problems.ts';
import type { Paint } from './text/style.ts';

export interface StatsPage {
  paint: Paint;
  pen: Pen;
  width: number;
  /** Rows of the longer lists. */
  rows: number;
}

const BAR = 30;
const DAYS = 14;

export function renderStats(tally: Tally, page: StatsPage): string {
  if (tally.decisions === 0)
    return 'There is nothing to count: no decision on record matches. The hook records each call it judges; `hookctl doctor` says whether it is installed.\n';
  const parts = [
    heading(tally, page),
    verdicts(tally, page),
    rules(tally, page),
    pending(tally, page),
    ...lists(tally, page),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function heading({ decisions, sessions, first, last }: Tally, { paint }: StatsPage): string[] {
  const span = `${localTime(first ?? 0, 'long')} to ${localTime(last ?? 0, 'long')}`;
  return [
    `${paint('bold', `${count(decisions, 'decision')} in ${count(sessions, 'session')}`)}  ${paint('dim', span)}`,
  ];
}

function verdicts({ verdicts: numbers }: Tally, { paint, pen }: StatsPage): string[] {
  const shown = SHOWN_VERDICTS.filter((verdict) => numbers[verdict] > 0);
  const largest = Math.max(...shown.map((verdict) => numbers[verdict]));
  const width = String(largest).length;
  return shown.map((verdict) => {
    const number = String(numbers[verdict]).padStart(width);
    return `  ${paint(COLOURS[verdict], verdict.padEnd(7))}  ${number}  ${paint(COLOURS[verdict], bar(numbers[verdict], largest, BAR, pen))}`.trimEnd();
  });
}

const VERBS = ['deny', 'ask', 'warn', 'allow', 'inject', 'observe'] as const;

function rules({ rules: all }: Tally, { paint, width, rows }: StatsPage): string[] {
  if (all.length === 0) return [];
  const verbs = VERBS.filter((verb) => all.some((rule) => rule[verb] > 0));
  const name = Math.min(40, Math.max(12, width - 40), Math.max(...all.map(({ rule }) => rule.length)));
  const title = [
    'Rules'.padEnd(name + 2),
    ...verbs.map((verb) => verb.padStart(8)),
    'sessions'.padStart(10),
    '  last',
  ].join('');
  return [
    paint('bold', title),
    ...all.slice(0, rows).map((rule) => {
      const numbers = verbs.map((verb) => {
        const text = (rule[verb] === 0 ? '.' : String(rule[verb])).padStart(8);
        return rule[verb] === 0 ? paint('dim', text) : paint(COLOURS[verb], text);
      });
      return `  ${shorten(oneLine(rule.rule), name).padEnd(name)}${numbers.join('')}${String(rule.sessions).padStart(10)}  ${paint('dim', localTime(rule.last, 'short'))}`;
    }),
    ...more(all.length - rows, 'rule', paint),
  ];
}

function pending({ pending: all, enforcing, decisions }: Tally, { paint, width }: StatsPage): string[] {
  if (all.length === 0) return [];
  const { calls, would } = enforcing;
  const isMany = all.filter(({ byEnvironment }) => !byEnvironment).length > 1;
  return [
    paint('bold', 'Not enforced: what enforcing would have changed'),
    ...(all.length > 1 ? [`  ${calls} of ${count(decisions, 'decision')}: ${wordWould(would)}`] : []),
    ...all.flatMap((rule) => pendingLines(rule, width, paint)),
    ...(isMany ? [`  ${paint('cyan', 'hookctl promote --all')}  enforces all that the policy only watches`] : []),
  ];
}

function wordWould(would: PendingRule['would']): string {
  const parts = Object.entries(would).map(([verb, times]) => `would ${verb} ${times}`);
  return parts.length === 0 ? 'nothing would change' : parts.join(', ');
}

function pendingLines(rule: PendingRule, width: number, paint: Paint): string[] {
  const { calls, sessions, would, examples } = rule;
  const mode = rule.byEnvironment ? `HOOKCTL_MODE=${rule.mode}` : rule.mode;
  const changed =
    calls === 0
      ? `nothing (${count(rule.hits, 'hit')}, another rule decided each one equally strictly)`
      : `${wordWould(would)} (${count(calls, 'call')} in ${count(sessions, 'session')})`;
  const advice = rule.byEnvironment ? [] : [`      ${paint('cyan', `hookctl promote ${oneLine(rule.rule)}`)}`];
  return [
    `  ${paint('magenta', oneLine(rule.rule))}  ${mode}  ${changed}`,
    ...examples.map(({ what, times, id }) => {
      const tail = `  ${times > 1 ? `${times} times, ` : ''}${id}`;
      return `      ${shorten(oneLine(what), Math.max(20, width - 6 - tail.length))}${paint('dim', tail)}`;
    }),
    ...advice,
  ];
}

function lists(tally: Tally, page: StatsPage): string[][] {
  const { paint, rows } = page;
  const days = lastDays(tally.days);
  const sessions = tally.topSessions.slice(0, Math.min(5, rows));
  const tools = tally.tools.slice(0, Math.min(8, rows));
  return [
    table(
      'Sessions',
      sessions.map(({ session, agent, ...rest }) => ({ name: `${session} ${agent}`, ...rest })),
      tally.topSessions.length,
      page,
    ),
    table(
      'Tools',
      tools.map(({ tool, ...rest }) => ({ name: tool, ...rest })),
      tally.tools.length,
      page,
    ),
    table(
      'Days',
      days.map(({ day, ...rest }) => ({ name: day, ...rest })),
      days.length,
      page,
    ),
    tally.latency === null
      ? []
      : [
          paint('bold', 'Time taken by the hook'),
          `  ${Object.entries(tally.latency)
            .map(([name, ms]) => `${name} ${wordMs(ms)}`)
            .join('   ')}`,
        ],
  ];
}

interface Row {
  name: string;
  decisions: number;
  stopped: number;
}

function table(title: string, shown: readonly Row[], all: number, { paint, pen, width }: StatsPage): string[] {
  const largest = Math.max(0, ...shown.map(({ decisions }) => decisions));
  const name = Math.min(Math.max(12, width - BAR - 30), Math.max(...shown.map((row) => row.name.length)));
  const number = String(largest).length;
  return [
    paint('bold', title),
    ...shown.map((row) => {
      const stopped = row.stopped === 0 ? '' : paint('red', `  ${row.stopped} stopped`);
      return `  ${shorten(oneLine(row.name), name).padEnd(name)}  ${String(row.decisions).padStart(number)}  ${bar(row.decisions, largest, BAR, pen)}${stopped}`.trimEnd();
    }),
    ...more(all - shown.length, title.toLowerCase().slice(0, -1), paint),
  ];
}

function more(number: number, noun: string, paint: Paint): string[] {
  return number > 0 ? [paint('dim', `  and ${count(number, `more ${noun}`)} (--json has all)`)] : [];
}

/** The last two weeks there was something, quiet days included: a gap is seen. */
function lastDays(days: Tally['days']): Tally['days'] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const byDay = new Map(days.map((day) => [day.day, day]));
  const [year = 0, month = 1, date = 1] = last.day.split('-').map(Number);
  const span = Array.from({ length: DAYS }, (_, back) =>
    localDay(new Date(year, month - 1, date - DAYS + 1 + back, 12).getTime()),
  );
  const first = span.findIndex((day) => byDay.has(day));
  return span.slice(first).map((day) => byDay.get(day) ?? { day, decisions: 0, stopped: 0 });
}

function wordMs(ms: number): string {
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
}
