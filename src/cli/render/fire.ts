import { hookName, type Payload, rowOf } from '../../protocol/index.ts';
import type { EventName } from '../../protocol/event.ts';
import type { FireReport, ReportedHandler, SettingsWarning } from '../../runtime/index.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { Page, Paint } from './text/style.ts';
import { hang } from './text/wrap.ts';

export interface Fired {
  payload: Payload;
  /** What an agent would not send like this. */
  oddities: string[];
  /** Is this handler hookctl itself? */
  isOwn: (handler: ReportedHandler) => boolean;
}

/** A page that answers, from top to bottom: what happens, why, who reads what, and which hooks said so. */
export function renderFire(report: FireReport, { payload, oddities, isOwn }: Fired, page: Page): string {
  const { paint, width } = page;
  const row = rowOf(payload.hook_event_name as EventName);
  const lines = [
    `${paint('bold', hookName(row, payload))}  ${summaryOf(payload)}`.trimEnd(),
    '',
    headline(report, paint),
    ...facts(report, width),
    '',
    ...handlerLines(report.handlers, isOwn, page),
    ...report.settings.flatMap((warning) => ['', ...warningLines(warning, paint)]),
    ...(oddities.length === 0 ? [] : ['', paint('yellow', 'The payload differs from what the agent sends:')]),
    ...oddities.flatMap((oddity) => hang('  ', oddity, width)),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf(payload: Payload): string {
  const input = payload['tool_input'] as Record<string, unknown> | undefined;
  const text = input?.['command'] ?? input?.['file_path'] ?? payload['prompt'] ?? '';
  return typeof text === 'string' ? shorten(oneLine(text), 90) : '';
}

function headline(report: FireReport, paint: Paint): string {
  if (!report.proceeds) return paint(['red', 'bold'], verdictWords(report));
  if (report.permission === 'ask')
    return paint(['yellow', 'bold'], 'ASKS   the user is asked; without a user it is refused');
  if (!report.continue)
    return paint(['yellow', 'bold'], 'RUNS, THEN STOPS   the action goes ahead, then the turn ends');
  if (report.permission === 'allow') return paint(['green', 'bold'], 'ALLOWED   without a permission prompt');
  return paint(['green', 'bold'], 'GOES AHEAD   as far as hooks are concerned');
}

function verdictWords(report: FireReport): string {
  const { effect } = rowOf(report.event as EventName).exit2;
  if (report.permission === 'defer') return 'DEFERRED   the run ends and can be resumed';
  if (effect === 'keeps-going') return 'KEEPS GOING   the agent may not stop yet';
  if (effect === 'ends-turn') return 'ENDS THE TURN   before the next model call';
  return 'BLOCKED   the action does not happen';
}

function facts(report: FireReport, room: number): string[] {
  const facts: [string, string][] = [];
  const { reason } = report;
  // The reader sees all of it, with what the agent puts in front.
  if (reason !== null && report.messages.every(({ text }) => !text.includes(reason.trim())))
    facts.push([`reason (to ${report.reasonTo})`, reason]);
  for (const { to, text } of report.messages) facts.push([`${to} reads`, text]);
  if (report.updatedInput !== null) facts.push(['new input', JSON.stringify(report.updatedInput)]);
  if (report.updatedToolOutput !== null) facts.push(['new output', JSON.stringify(report.updatedToolOutput)]);
  if (!report.continue) facts.push(['turn ends', report.stopReason ?? 'no reason given']);
  for (const [key, value] of Object.entries(report.extras)) facts.push([key, JSON.stringify(value)]);
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return facts.flatMap(([name, text]) => hang(`  ${name.padEnd(width)}  `, text.trim(), room));
}

function handlerLines(handlers: ReportedHandler[], isOwn: Fired['isOwn'], page: Page): string[] {
  if (handlers.length === 0) return [page.paint('dim', 'No hook is configured for this event.')];
  const ran = handlers.filter((handler) => handler.ran).length;
  return [
    `${handlers.length} hook${handlers.length === 1 ? '' : 's'} configured, ${ran} ran:`,
    ...handlers.flatMap((one) => handlerBlock(one, isOwn(one), page)),
  ];
}

/** So much of what a handler printed is shown; `--json` has all. */
const SHOWN = 300;

function handlerBlock(handler: ReportedHandler, isOwn: boolean, { paint, width }: Page): string[] {
  const started = [
    handler.command ?? handler.url ?? handler.prompt ?? `${handler.server}/${handler.tool}`,
    ...(handler.args ?? []),
  ];
  const line = oneLine(started.join(' '));
  // What our own hook is started with besides is for the case that hookctl is gone.
  const what = isOwn
    ? `${paint('bold', 'hookctl')} ${shorten(line.replace(/ --if-missing .*$/, ''), 200)}`
    : shorten(line, 200);
  const where = paint(
    'dim',
    `(${handler.plugin ?? handler.source}, ${handler.type}${handler.if === null ? '' : `, if ${handler.if}`})`,
  );
  const below = (text: string) => hang('      ', text, width);
  if (!handler.ran)
    return [...hang(`  ${paint('dim', '–')} `, `${what}  ${where}`, width), ...below(`skipped: ${skipWords(handler)}`)];
  const mark =
    { success: paint('green', '✓'), 'blocking-error': paint('red', '✗') }[handler.outcome ?? ''] ??
    paint('yellow', '!');
  const printed = (name: string, text: string) =>
    text.trim() === '' ? [] : below(`${name}: ${shorten(oneLine(text.trim()), SHOWN)}`);
  return [
    ...hang(`  ${mark} `, `${what}  ${where}`, width),
    ...below(resultWords(handler)),
    ...(handler.notice === null ? [] : below(paint('yellow', oneLine(handler.notice)))),
    // What our own hook answers is above, in full.
    ...(isOwn && handler.outcome === 'success' ? [] : printed('stdout', handler.stdout)),
    ...printed('stderr', handler.stderr),
  ];
}

function resultWords({ outcome, exitCode, signal, status, durationMs, noVerdict }: ReportedHandler): string {
  const how = signal ?? (status === null ? (exitCode === null ? '' : `exit ${exitCode}`) : `HTTP ${status}`);
  const unchecked = noVerdict ? ', so this hook did not check the action' : '';
  return [outcome, how, `${durationMs} ms`].filter((part) => part !== '').join(', ') + unchecked;
}

const SKIPS: Record<string, string> = {
  matcher: 'the matcher does not match',
  if: '"if" does not match',
  type: 'this type does not run on this event',
  duplicate: 'a copy of it runs',
  disabled: 'switched off',
  'url-not-allowed': 'its URL is not allowed',
};

function skipWords({ skipped, notice, matcher }: ReportedHandler): string {
  const what = SKIPS[skipped ?? ''] ?? skipped ?? '';
  const pattern = skipped === 'matcher' ? ` (${JSON.stringify(matcher)})` : '';
  return notice === null ? `${what}${pattern}` : `${what}${pattern}: ${notice}`;
}

function warningLines(warning: SettingsWarning, paint: Paint): string[] {
  const effect =
    warning.dropped === 'file'
      ? 'The agent silently drops this whole file: none of its hooks and rules is in force.'
      : 'The agent silently drops these entries.';
  return [
    `${paint(['red', 'bold'], 'SETTINGS')} ${warning.file}`,
    `  ${effect}`,
    ...warning.problems.map(({ path, problem }) => `  ${path === '' ? '(file)' : path}: ${problem}`),
  ];
}
