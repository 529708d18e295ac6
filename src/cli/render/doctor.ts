import { type DoctorCheck, GROUPS, type Status } from '../../doctor/check.ts';
import type { ListedHandler, DoctorReport } from '../../doctor/diagnose.ts';
import { count } from './problems.ts';
import { oneLine } from './text/plain-text.ts';
import type { DetailedPage, Page } from './text/style.ts';
import { table } from './text/table.ts';
import { hang } from './text/wrap.ts';

/** The verdict, what to do about it, and the verdict again where it may have scrolled away. What is fine is counted, or listed with `verbose`. */
export function renderDoctor(report: DoctorReport, page: DetailedPage): string {
  const { verbose } = page;
  const short = (text: string): string => text.replaceAll(new RegExp(`${escape(report.home)}(?=[/\\s]|$)`, 'g'), '~');
  const fine = report.checks.filter(({ status }) => status === 'ok').length;
  const shown = report.checks.filter(({ status }) => verbose || status !== 'ok');
  const groups = GROUPS.flatMap((group) => {
    const checks = shown.filter((check) => check.group === group);
    if (checks.length === 0) return [];
    const isAboutHooks = group === 'Hooks' && (verbose || checks.some(({ status }) => status === 'problem'));
    return [
      [
        page.paint('bold', group),
        ...checks.flatMap((check) => checkLines(check, short, page)),
        ...(isAboutHooks ? handlerLines(report.handlers, short, page) : []),
      ],
    ];
  });
  const passed = `${count(fine, 'check')} passed (--verbose shows ${fine === 1 ? 'it' : 'them'}).`;
  const blocks = [
    headline(report, short, page),
    ...groups,
    ...(verbose ? [] : [[page.paint('dim', passed)]]),
    ...(shown.length === 0 ? [] : [[verdict(report, page)]]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join(shown.length === 0 ? '\n' : '\n\n')}\n`;
}

function headline(report: DoctorReport, short: (text: string) => string, page: Page): string[] {
  const project = short(report.project);
  const what = report.armed
    ? `hookctl stops what the policy denies in ${project}`
    : report.observing
      ? `hookctl records what the policy denies in ${project}, and stops nothing`
      : `hookctl does not hold the policy in ${project}`;
  return hang(`${word(report, page)}   `, what, page.width, 2);
}

/** On a separate line: `NOT ARMED   2 problems, 1 warning`. */
function verdict(report: DoctorReport, page: Page): string {
  const number = (status: Status) => report.checks.filter((check) => check.status === status).length;
  const [problems, warnings] = [number('problem'), number('warning')];
  const found = [
    ...(problems === 0 ? [] : [count(problems, 'problem')]),
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
  ];
  return `${word(report, page)}   ${found.length === 0 ? 'no problem found' : found.join(', ')}`;
}

function word({ armed, observing }: DoctorReport, { paint }: Page): string {
  if (armed) return paint(['green', 'bold'], 'ARMED');
  return observing ? paint(['yellow', 'bold'], 'OBSERVING') : paint(['red', 'bold'], 'NOT ARMED');
}

const MARKS: Record<Status, { mark: string; colour: 'green' | 'yellow' | 'red' }> = {
  ok: { mark: '✓', colour: 'green' },
  warning: { mark: '!', colour: 'yellow' },
  problem: { mark: '✗', colour: 'red' },
};

function checkLines({ status, what, where, fix }: DoctorCheck, short: (text: string) => string, page: Page): string[] {
  const { paint, width } = page;
  const { mark, colour } = MARKS[status];
  const text = short(what);
  return [
    ...hang(`  ${paint(colour, mark)} `, status === 'ok' ? text : paint(colour, text), width),
    ...where.flatMap((one) => hang('      ', paint('dim', short(one)), width)),
    ...(fix === null ? [] : hang('      → ', short(fix), width)),
  ];
}

/** Every handler with its source, so that people need not read four files to know what runs. */
function handlerLines(handlers: readonly ListedHandler[], short: (text: string) => string, page: Page): string[] {
  const rows = handlers.map(({ event, matcher, handler, source, ours, idle }) => {
    const paint = (text: string) => (ours || text === '' ? text : page.paint('dim', text));
    const what = `${ours ? 'hookctl' : oneLine(short(handler))}${idle === null ? '' : ` (not run: ${idle})`}`;
    const when = matcher === null || matcher === '' || matcher === '*' ? '' : oneLine(matcher);
    return [paint(event), paint(source), paint(what), paint(when)];
  });
  return table([{}, {}, { narrow: 'wrap', least: 20 }, { narrow: 'wrap', least: 8 }], rows, {
    width: page.columns,
    indent: 4,
  });
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
