import type { ChangeRow, GroupRow, ReplayReport, RuleRow } from '../../replay/report/report.ts';
import type { Example } from '../../replay/report/example.ts';
import { count } from './problems.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { Page, Paint } from './text/style.ts';
import { type Column, table } from './text/table.ts';

/** The report for people: what was read, what would have been decided, and the likely false alarms first. */
export function renderReplay(report: ReplayReport, { paint, width, columns }: Page): string {
  const blocks = [
    head(report, paint),
    ...(report.changes === null
      ? [rulesBlock(report.rules, paint, columns), groupsBlock(report, paint, width)]
      : changesBlock(report, paint, width)),
    suggestionsBlock(report, paint),
    remarks(report, paint),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function head({ read, calls, events, decisions, policy, against, stopped }: ReplayReport, paint: Paint): string {
  const total = Object.values(events).reduce((sum, number) => sum + number, 0);
  const span = read.from === null || read.to === null ? '' : `, ${day(read.from)} to ${day(read.to)}`;
  const lines = [
    `${count(read.sessions, 'session')}${span}: ${count(calls, 'call')}, ${count(total, 'event')} in ${count(read.files, 'file')} (${megabytes(read.bytes)} MB)`,
    `judged by ${policy.files.join(', ')} (${count(policy.rules, 'rule')})${against === null ? '' : `, compared with ${against.files.join(', ')} (${count(against.rules, 'rule')})`}`,
  ];
  if (stopped) lines.unshift(paint('yellow', 'Interrupted: this is what was found so far.'));
  if (against !== null) return lines.join('\n');
  const decided = [
    paint('red', `denied ${decisions.deny}`),
    paint('yellow', `asked about ${decisions.ask}`),
    `warned about ${decisions.warn}`,
    ...(decisions.observe > 0 ? [`only observed ${decisions.observe}`] : []),
  ];
  return [...lines, '', `${paint('bold', 'Would have')} ${decided.join(', ')}`].join('\n');
}

function rulesBlock(rules: readonly RuleRow[], paint: Paint, width: number): string {
  if (rules.length === 0) return 'No rule would have matched.';
  const number = (value: number) => (value === 0 ? '·' : String(value));
  const titles = ['deny', 'ask', 'warn', 'observe', 'sessions', 'days', 'unknown'];
  const rows = rules.map(({ rule, verdicts, sessions, days, unknown }) => [
    rule,
    ...[verdicts.deny, verdicts.ask, verdicts.warn, verdicts.observe, sessions, days, unknown].map(number),
  ]);
  const columns: Column[] = [
    { title: 'rule', narrow: 'wrap' },
    ...titles.map((title): Column => ({ title, align: 'right' })),
  ];
  const lines = table(columns, rows, { width, paintTitles: (text) => paint('dim', text) });
  return [paint('bold', 'By rule'), ...lines].join('\n');
}

function groupsBlock({ groups, groupsLeftOut, ungrouped }: ReplayReport, paint: Paint, width: number): string {
  if (groups.length === 0) return '';
  const blocks = groups.map((group) => groupBlock(group, paint, width));
  const left = groupsLeftOut > 0 ? [paint('dim', `… and ${groupsLeftOut} more kinds of calls (--limit).`)] : [];
  const lost =
    ungrouped > 0 ? [paint('dim', `${count(ungrouped, 'alarm')} of further kinds are only counted by rule.`)] : [];
  return [paint('bold', 'By kind of call, likely false alarms first'), ...blocks, ...left, ...lost].join('\n');
}

function groupBlock(group: GroupRow, paint: Paint, width: number): string {
  const { score, reading, rule, calls, sessions, days, examples, grave } = group;
  const colour = score >= 70 ? 'yellow' : score >= 40 ? 'cyan' : 'dim';
  const verdict = (['deny', 'ask', 'warn', 'observe'] as const).find((name) => group.verdicts[name] > 0) ?? 'unknown';
  const often = `${count(calls, 'time')}, ${count(sessions, 'session')}, ${count(days, 'day')}`;
  return [
    `${paint(colour, `${String(score).padStart(3)} ${reading}`)}  ${paint('bold', oneLine(group.shape))}  ${verdict} by ${oneLine(rule)}${grave ? ' (grave)' : ''}`,
    paint('dim', `      ${often}; ${outcomesOf(group)}`),
    ...examples.map((example) => exampleLine(example, paint, width)),
  ].join('\n');
}

function outcomesOf({ outcomes, unknown, calls }: GroupRow): string {
  const words = Object.entries(outcomes).map(([name, number]) => `${number} ${WORDS[name] ?? name}`);
  return [...words, ...(unknown > 0 ? [`${unknown} of ${calls} depended on an unknown fact`] : [])].join(', ');
}

const WORDS: Record<string, string> = {
  ran: 'ran',
  failed: 'ran and failed',
  'refused-by-person': 'refused by the person at the time',
  'refused-by-rule': 'refused by a permission rule at the time',
  'refused-by-hook': 'refused by a hook at the time',
  unknown: 'outcome unknown',
};

function exampleLine({ text, session, time, where }: Example, paint: Paint, width: number): string {
  const room = Math.max(30, width - 8);
  return `      ${shorten(oneLine(text), room)}\n${paint('dim', `        ${oneLine(time.slice(0, 16).replace('T', ' '))}  ${oneLine(session.slice(0, 8))}  ${oneLine(where.file)}:${where.line}`)}`;
}

function changesBlock({ changes }: ReplayReport, paint: Paint, width: number): string[] {
  if (changes === null) return [];
  if (changes.calls === 0) return ['Both policies make the same decisions.'];
  const block = (title: string, rows: readonly ChangeRow[]) =>
    rows.length === 0 ? '' : [title, ...rows.map((row) => changeBlock(row, paint, width))].join('\n');
  return [
    `${count(changes.calls, 'event')} would be decided differently.`,
    block(paint(['bold', 'red'], 'Stricter'), changes.stricter),
    block(paint(['bold', 'green'], 'Looser'), changes.looser),
  ];
}

function changeBlock(
  { from, to, rules, shape, calls, sessions, examples }: ChangeRow,
  paint: Paint,
  width: number,
): string {
  const name = (verdict: string) => (verdict === 'none' ? 'silence' : verdict);
  return [
    `  ${name(from)} → ${paint('bold', name(to))}  ${paint('bold', oneLine(shape))}  ${oneLine(rules.join(', '))}  ${paint('dim', `${count(calls, 'time')}, ${count(sessions, 'session')}`)}`,
    ...examples.map((example) => exampleLine(example, paint, width)),
  ].join('\n');
}

function suggestionsBlock({ suggestions }: ReplayReport, paint: Paint): string {
  if (suggestions === null) return '';
  const refused =
    suggestions.refused.length > 0
      ? [
          paint(
            'dim',
            `${count(suggestions.refused.length, 'exception')} not proposed: they would silence a grave alarm, or nothing.`,
          ),
        ]
      : [];
  if (suggestions.effects.length === 0)
    return [
      'No exception is proposed: no interruption recurred often enough and could be described narrowly.',
      ...refused,
    ].join('\n');
  const effects = suggestions.effects.map(({ rule, condition, silenced, alsoSilenced }) => {
    const also = alsoSilenced.map(({ shape, calls }) => `${oneLine(shape)} (${calls})`).join(', ');
    const others = also === '' ? '' : `, and of other kinds: ${also}`;
    return condition === null
      ? `  ${rule}, mode: warn: ${count(silenced, 'interruption')} would become warnings${others}; an exception would turn the whole rule off`
      : `  ${rule}, ${JSON.stringify(condition)}: silences ${count(silenced, 'alarm')}${others}`;
  });
  return [
    paint('bold', 'Proposed exceptions'),
    'Tested on this record: they compile, silence no grave alarm and switch no rule off. Read them before you add them to your policy.',
    ...effects,
    '',
    suggestions.yaml.trimEnd(),
    ...refused,
  ].join('\n');
}

/** What could not be read or judged. */
function remarks({ read, unknown }: ReplayReport, paint: Paint): string {
  const lines: string[] = [];
  if (unknown.events > 0)
    lines.push(
      `${count(unknown.events, 'event')} needed facts about files or git at that time, which are no longer known; ${count(unknown.decisions, 'decision')} depended on them. --world-now asks today's files.`,
    );
  if (read.repeated > 0)
    lines.push(`${read.repeated} calls or prompts repeated in resumed or forked sessions were counted once.`);
  if (read.invalid > 0)
    lines.push(
      `Not JSON: ${count(read.invalid, 'line')}${read.invalidAt.length > 0 ? ` (${read.invalidAt.join(', ')})` : ''}.`,
    );
  if (read.torn > 0) lines.push(`${count(read.torn, 'file')} ended in the middle of a line.`);
  if (read.tooLong > 0) lines.push(`Skipped: ${count(read.tooLong, 'line')} longer than 16 MB.`);
  if (read.cutPayloads > 0)
    lines.push(
      `Judged by what remains: ${count(read.cutPayloads, 'payload')} that the trail holds shortened or masked.`,
    );
  if (read.withoutPayload > 0)
    lines.push(`Not judged: ${count(read.withoutPayload, 'record')} of the trail without a payload.`);
  lines.push(...read.unreadable.map(({ file, problem }) => oneLine(`${file} could not be read: ${problem}`)));
  return lines.map((line) => paint('dim', line)).join('\n');
}

function day(time: string): string {
  return time.slice(0, 10);
}

function megabytes(bytes: number): string {
  return bytes < 1e7 ? (bytes / 1e6).toFixed(1) : String(Math.round(bytes / 1e6));
}
