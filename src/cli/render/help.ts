import { type Command, type CommandGroup, HELP, type Option } from '../command.ts';
import type { Page } from './text/style.ts';
import { wrap } from './text/wrap.ts';

/** In the order in which a new user needs them. */
export const GROUPS: Record<CommandGroup, string> = {
  write: 'Write rules',
  try: 'Try them',
  install: 'Install and diagnose',
  'look-back': 'Look back',
};

export function renderHelp(command: Command, page: Page): string {
  const { paint } = page;
  const width = readable(page);
  const options = Object.entries({ ...command.options, help: HELP }).map(([name, option]) => ({
    left: spellOption(name, option),
    right: option.help,
  }));
  return [
    ...wrap(command.summary, width),
    '',
    ...hanging(`${paint('bold', 'Usage:')} `, 'Usage: '.length, usageLine(command), width),
    ...(command.about === undefined ? [] : ['', ...wrap(command.about, width)]),
    '',
    paint('bold', 'Options:'),
    ...columns(options, width),
    '',
    paint('bold', 'Examples:'),
    ...command.examples.flatMap(({ run, shows }) => [`  ${paint('dim', `# ${shows}`)}`, `  ${run}`]),
    '',
  ].join('\n');
}

export function renderOverview(commands: readonly Command[], version: string, page: Page): string {
  const { paint } = page;
  const width = readable(page);
  const left = Math.max(...commands.map(({ name }) => name.length));
  const groups = Object.entries(GROUPS).flatMap(([group, title]) => {
    const rows = commands.filter((command) => command.group === group);
    const lines = columns(
      rows.map(({ name, summary }) => ({ left: name.padEnd(left), right: summary })),
      width,
    );
    return rows.length === 0 ? [] : [paint('bold', `${title}:`), ...lines, ''];
  });
  return [
    `hookctl ${version}: enforce, test and debug rules for AI coding agents`,
    '',
    `${paint('bold', 'Usage:')} hookctl COMMAND [options]`,
    '',
    ...groups,
    'hookctl COMMAND --help shows the options of a command, with examples; hookctl help topics lists the pages to read.',
    'Exit codes: 0 fine, 1 findings, 2 wrong use.',
    '',
  ].join('\n');
}

/** The usage as it follows an error. */
export function renderUsage(command: Command, page: Page): string {
  return `${hanging('Usage: ', 'Usage: '.length, usageLine(command), page.width).join('\n')}\n`;
}

function usageLine({ name, usage }: Command): string {
  return `hookctl ${name} ${usage}`.trimEnd();
}

/** `-v, --verbose`, `    --policy FILE…`: options without a short form are aligned with the others. */
function spellOption(name: string, { type, value, multiple, short }: Option): string {
  const shown = type === 'string' ? ` ${value ?? 'VALUE'}${multiple === true ? '…' : ''}` : '';
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${shown}`;
}

/** Help is read, also through a pager. */
function readable({ width }: Page): number {
  return Math.min(width, 100);
}

/** Beside a wide left column there is no room for text: it goes below. */
const WIDEST_LEFT = 28;

function columns(rows: { left: string; right: string }[], width: number): string[] {
  const fitting = rows.map(({ left }) => left.length).filter((length) => length <= WIDEST_LEFT);
  const column = Math.max(...fitting, 0) + 4;
  return rows.flatMap(({ left, right }) => {
    const lines = wrap(right, width - column).map((line) => `${' '.repeat(column)}${line}`);
    if (left.length > WIDEST_LEFT) return [`  ${left}`, ...lines];
    return [`  ${left.padEnd(column - 2)}${(lines[0] ?? '').slice(column)}`, ...lines.slice(1)];
  });
}

/** An option in brackets stays with its value. */
function hanging(head: string, indent: number, text: string, width: number): string[] {
  const bound = text.replace(/\[[^\]]*\]/g, (part) => part.replaceAll(' ', '\u00A0'));
  return wrap(bound, width - indent).map(
    (line, i) => `${i === 0 ? head : ' '.repeat(indent)}${line.replaceAll('\u00A0', ' ')}`,
  );
}
