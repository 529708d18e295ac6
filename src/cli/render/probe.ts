import type { Diagnosis, DiagnosisSeverity } from '../../probe/diagnoses.ts';
import type { GuardReport, ProbeReport } from '../../probe/probe.ts';
import { count } from './problems.ts';
import { shorten } from './text/plain-text.ts';
import type { Page } from './text/style.ts';
import { table } from './text/table.ts';
import { hang } from './text/wrap.ts';

/** One table for all guards, then each in plain words, then what was not tried; the verdict comes last. */
export function renderProbe(report: ProbeReport, page: Page): string {
  const { guards } = report;
  const lines = [
    ...(guards.length === 0 ? [] : [...guardTable(guards, page), '']),
    ...guards.flatMap((guard) => [...guardLines(guard, page), '']),
    ...remarks(report, page),
    ...verdict(report, page),
  ];
  return `${lines.join('\n')}\n`;
}

function guardTable(guards: readonly GuardReport[], { paint, columns: width }: Page): string[] {
  const columns = [
    { title: 'guard', narrow: 'wrap' as const, least: 12 },
    { title: 'event', narrow: 'wrap' as const, least: 11 },
    { title: 'refuses', narrow: 'wrap' as const, least: 8 },
    { title: 'call', narrow: 'wrap' as const, least: 16, most: 40 },
    { title: 'time', align: 'right' as const },
  ];
  const rows = guards.map((guard) => [
    guard.name,
    guard.matcher === null ? guard.event : `${guard.event} ${guard.matcher}`,
    saysNo(guard),
    shorten(oneLine(guard.refuses[0] ?? ''), 60),
    `${guard.medianMs} ms`,
  ]);
  return table(columns, rows, { width, paintTitles: (text) => paint('dim', text) });
}

function saysNo({ refuses, diagnoses, verdict }: GuardReport): string {
  if (diagnoses.some(({ id }) => id === 'fires-on-everything')) return 'always';
  if (verdict === 'no guard') return 'never (no guard)';
  return refuses.length === 0 ? 'never' : 'yes';
}

const MARKS: Record<DiagnosisSeverity, { mark: string; colour: 'red' | 'yellow' | 'green' }> = {
  fault: { mark: '✗', colour: 'red' },
  warning: { mark: '!', colour: 'yellow' },
  note: { mark: '✓', colour: 'green' },
};

function guardLines(guard: GuardReport, page: Page): string[] {
  const { paint, width } = page;
  const { name, event, matcher, words, reader, dependsOn, refuses, runs } = guard;
  const facts: [string, string][] = [];
  if (refuses.length > 1) facts.push(['refuses', refuses.map((one) => shorten(oneLine(one), 60)).join('; ')]);
  if (words !== null)
    facts.push([
      `${reader ?? 'nobody'} ${refuses.length === 0 ? 'would read' : 'reads'}`,
      `"${shorten(oneLine(words), 300)}"`,
    ]);
  if (dependsOn.length > 0) facts.push(['depends on', dependsOn.join(', ')]);
  const place = `${event}${matcher === null ? '' : ` ${matcher}`}, ${count(runs, 'run')}`;
  return [
    ...hang('', `${paint('bold', name)}  ${paint('dim', `(${place})`)}`, width, 2),
    ...guard.diagnoses.flatMap((one) => diagnosisLines(one, page)),
    ...facts.flatMap(([label, text]) => hang(`    ${label}: `, text, width, 6)),
  ];
}

function diagnosisLines({ id, severity, says, remedy }: Diagnosis, { paint, width }: Page): string[] {
  const { mark, colour } = MARKS[severity];
  const head = paint(colour, id.replaceAll('-', ' '));
  return [
    ...hang(`  ${paint(colour, mark)} `, `${head}: ${says}`, width, 4),
    ...(id === 'works' || id === 'no-guard' || remedy === 'See below.'
      ? []
      : hang('    what to do: ', remedy, width, 6)),
  ];
}

/** What a reader might otherwise take for tried. */
function remarks({ notProbed, dropped, isolation, notCopied, guards }: ProbeReport, { paint, width }: Page): string[] {
  const lines = [
    ...dropped.flatMap((file) =>
      hang(`${paint('red', '✗')} `, `${file} is not in force: the client drops it. Run "hookctl lint".`, width, 2),
    ),
    ...notProbed.flatMap(({ name, event, type, why }) =>
      hang(`${paint('yellow', '!')} `, `not probed: ${name} (${event}, ${type}): ${why}`, width, 2),
    ),
    ...(notCopied.length === 0 || guards.length === 0
      ? []
      : hang(
          `${paint('yellow', '!')} `,
          `The copy of the project lacks ${shorten(notCopied.join(', '), 200)}.${isolation.kind === 'none' ? '' : ' (node_modules is there, read-only.)'}`,
          width,
          2,
        )),
    ...(isolation.kind === 'namespaces' || guards.length === 0
      ? []
      : hang(
          `${paint('yellow', '!')} `,
          `The guards were not isolated (${isolation.why}): they had a separate home and temporary directory, but could write to any other path they name, and reach the network.`,
          width,
          2,
        )),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function verdict({ guards, dropped, notProbed }: ProbeReport, { paint, width }: Page): string[] {
  const bad = guards.filter((one) => one.verdict === 'ineffective');
  if (bad.length > 0)
    return hang(
      '',
      paint(
        ['red', 'bold'],
        `${bad.length} of ${count(guards.length, 'guard')} ineffective: ${bad.map(({ name }) => name).join(', ')}`,
      ),
      width,
      2,
    );
  if (dropped.length > 0) return [paint(['red', 'bold'], 'A settings file is not in force.')];
  const working = guards.filter((one) => one.verdict === 'works').length;
  if (guards.length === 0)
    return [
      notProbed.length === 0
        ? 'No hooks are configured here: there is nothing to probe.'
        : 'There is no other command handler here: nothing was probed.',
    ];
  return [paint(['green', 'bold'], working === 0 ? 'No guard among the hooks.' : `${count(working, 'guard')} proved.`)];
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ⏎ ');
}
