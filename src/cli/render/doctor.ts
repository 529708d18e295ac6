import { type Check, GROUPS, type Status } from '../../doctor/check.ts';
import type { ListedHandler, Report } from '../../doctor/diagnose.ts';
import { count } from './problems.ts';
import type { Paint } from './text/style.ts';

/** One headline, then what to do, then all checks, group by group. Paths below the home are shortened. */
export function renderDoctor(report: Report, paint: Paint): string {
  const short = (text: string): string => text.replaceAll(new RegExp(`${escape(report.home)}(?=[/\\s]|$)`, 'g'), '~');
  const lines = [...headline(report, paint), ''];
  for (const group of GROUPS) {
    const checks = report.checks.filter((check) => check.group === group);
    if (checks.length === 0) continue;
    lines.push(paint('bold', group), ...checks.flatMap((check) => checkLines(check, short, paint)));
    if (group === 'Hooks') lines.push(...handlerLines(report.handlers, short, paint));
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function headline({ armed, observing, checks, project }: Report, paint: Paint): string[] {
  const problems = checks.filter(({ status }) => status === 'problem').length;
  const warnings = checks.filter(({ status }) => status === 'warning').length;
  const beside = warnings === 0 ? '' : `, ${count(warnings, 'warning')}`;
  if (armed)
    return [`${paint(['green', 'bold'], 'ARMED')}   hookctl stops what the policy denies in ${project}${beside}`];
  if (observing)
    return [
      `${paint(['yellow', 'bold'], 'OBSERVING')}   hookctl records what the policy denies in ${project}, and stops nothing${beside}`,
    ];
  return [`${paint(['red', 'bold'], 'NOT ARMED')}   ${count(problems, 'problem')}${beside} in ${project}`];
}

const MARKS: Record<Status, { mark: string; colour: 'green' | 'yellow' | 'red' }> = {
  ok: { mark: '✓', colour: 'green' },
  warning: { mark: '!', colour: 'yellow' },
  problem: { mark: '✗', colour: 'red' },
};

function checkLines({ status, what, where, fix }: Check, short: (text: string) => string, paint: Paint): string[] {
  const { mark, colour } = MARKS[status];
  const text = short(what);
  return [
    `  ${paint(colour, mark)} ${status === 'ok' ? text : paint(colour, text)}`,
    ...where.map((one) => `      ${paint('dim', short(one))}`),
    ...(fix === null ? [] : [`      → ${short(fix)}`]),
  ];
}

/** Every handler with its source, so that people need not read four files to know what runs. */
function handlerLines(handlers: readonly ListedHandler[], short: (text: string) => string, paint: Paint): string[] {
  const rows = handlers.map(({ event, matcher, handler, source, ours, idle }) => ({
    head: matcher === null || matcher === '' || matcher === '*' ? event : `${event} ${oneLine(matcher, 20)}`,
    source,
    text: `${ours ? 'hookctl' : oneLine(short(handler), 60)}${idle === null ? '' : `  (not run: ${idle})`}`,
    ours,
  }));
  const width = (pick: (row: (typeof rows)[number]) => string) =>
    Math.min(44, Math.max(0, ...rows.map((row) => pick(row).length)));
  const [heads, sources] = [width(({ head }) => head), width(({ source }) => source)];
  return rows.map(({ head, source, text, ours }) => {
    const line = `    ${head.padEnd(heads)}  ${source.padEnd(sources)}  ${text}`;
    return ours ? line : paint('dim', line);
  });
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
