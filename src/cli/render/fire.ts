import { hookName, type Payload, rowOf } from '../../protocol/index.ts';
import type { EventName } from '../../protocol/event.ts';
import type { FireReport, ReportedHandler, SettingsWarning } from '../../runtime/index.ts';
import type { Paint } from './text/style.ts';

/** A page that answers, from top to bottom: what happens, why, who reads what, and which hooks said so. */
export function renderFire(report: FireReport, payload: Payload, oddities: string[], paint: Paint): string {
  const row = rowOf(payload.hook_event_name as EventName);
  const lines = [
    `${paint('bold', hookName(row, payload))}  ${summaryOf(payload)}`.trimEnd(),
    '',
    headline(report, paint),
    ...facts(report),
    '',
    ...handlerLines(report.handlers, paint),
    ...report.settings.flatMap((warning) => ['', ...warningLines(warning, paint)]),
    ...(oddities.length === 0 ? [] : ['', paint('yellow', 'The payload differs from what the agent sends:')]),
    ...oddities.map((oddity) => `  ${oddity}`),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf(payload: Payload): string {
  const input = payload['tool_input'] as Record<string, unknown> | undefined;
  const text = input?.['command'] ?? input?.['file_path'] ?? payload['prompt'] ?? '';
  return typeof text === 'string' ? oneLine(text, 90) : '';
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

function facts(report: FireReport): string[] {
  const facts: [string, string][] = [];
  if (report.reason !== null) facts.push([`reason (to ${report.reasonTo})`, report.reason]);
  for (const { to, text } of report.messages) facts.push([`${to} reads`, text]);
  if (report.updatedInput !== null) facts.push(['new input', JSON.stringify(report.updatedInput)]);
  if (report.updatedToolOutput !== null) facts.push(['new output', JSON.stringify(report.updatedToolOutput)]);
  if (!report.continue) facts.push(['turn ends', report.stopReason ?? 'no reason given']);
  for (const [key, value] of Object.entries(report.extras)) facts.push([key, JSON.stringify(value)]);
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return facts.map(([name, text]) => `  ${name.padEnd(width)}  ${indent(text, width + 4)}`);
}

function handlerLines(handlers: ReportedHandler[], paint: Paint): string[] {
  if (handlers.length === 0) return [paint('dim', 'No hook is configured for this event.')];
  const ran = handlers.filter((handler) => handler.ran).length;
  return [
    `${handlers.length} hook${handlers.length === 1 ? '' : 's'} configured, ${ran} ran:`,
    ...handlers.flatMap((one) => handlerBlock(one, paint)),
  ];
}

function handlerBlock(handler: ReportedHandler, paint: Paint): string[] {
  const what = oneLine(handler.command ?? handler.url ?? handler.prompt ?? `${handler.server}/${handler.tool}`, 80);
  const where = paint(
    'dim',
    `(${handler.plugin ?? handler.source}, ${handler.type}${handler.if === null ? '' : `, if ${handler.if}`})`,
  );
  if (!handler.ran) {
    return [`  ${paint('dim', '–')} ${what}  ${where}`, `      skipped: ${skipWords(handler)}`];
  }
  const mark =
    { success: paint('green', '✓'), 'blocking-error': paint('red', '✗') }[handler.outcome ?? ''] ??
    paint('yellow', '!');
  const lines = [`  ${mark} ${what}  ${where}`, `      ${resultWords(handler)}`];
  if (handler.notice !== null) lines.push(`      ${paint('yellow', oneLine(handler.notice, 200))}`);
  if (handler.stdout.trim() !== '') lines.push(`      stdout: ${oneLine(handler.stdout, 160)}`);
  if (handler.stderr.trim() !== '') lines.push(`      stderr: ${oneLine(handler.stderr, 160)}`);
  return lines;
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

function oneLine(text: string, most: number): string {
  const line = text.trim().replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function indent(text: string, width: number): string {
  return text.trim().replaceAll('\n', `\n${' '.repeat(width)}`);
}
