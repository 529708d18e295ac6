import { type Command, HELP } from '../command.ts';
import type { Paint } from './style.ts';

export function renderHelp(command: Command, paint: Paint): string {
  const options = Object.entries({ ...command.options, help: HELP }).map(([name, option]) => {
    const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}${option.multiple === true ? '…' : ''}` : '';
    const short = option.short === undefined ? '    ' : `-${option.short}, `;
    return { left: `${short}--${name}${value}`, right: option.help };
  });
  return [
    command.summary,
    '',
    `${paint('bold', 'Usage:')} hookctl ${command.name} ${command.usage}`.trimEnd(),
    ...(command.about === undefined ? [] : ['', command.about]),
    '',
    paint('bold', 'Options:'),
    ...columns(options),
    '',
    paint('bold', 'Examples:'),
    ...command.examples.flatMap(({ run, shows }) => [`  ${paint('dim', `# ${shows}`)}`, `  ${run}`]),
    '',
  ].join('\n');
}

export function renderOverview(commands: readonly Command[], version: string, paint: Paint): string {
  return [
    `hookctl ${version}: hooks of AI coding agents, played, tested and explained`,
    '',
    `${paint('bold', 'Usage:')} hookctl COMMAND [options]`,
    '',
    paint('bold', 'Commands:'),
    ...columns(commands.map(({ name, summary }) => ({ left: name, right: summary }))),
    '',
    'hookctl COMMAND --help shows the options of a command, with examples.',
    'Exit codes: 0 fine, 1 findings, 2 wrong use.',
    '',
  ].join('\n');
}

function columns(rows: { left: string; right: string }[]): string[] {
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`);
}
