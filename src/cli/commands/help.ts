import { type CommandInput, defineCommand, type Option, type Program } from '../command.ts';
import { allCommands, findCommand } from '../find-command.ts';
import { GROUPS, renderHelp, renderOverview } from '../render/help.ts';
import { pageOf } from '../render/text/style.ts';
import { jsonText, print } from '../output.ts';

const OPTIONS = {
  json: { type: 'boolean', help: 'One JSON object: { version, groups, commands }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const helpCommand = defineCommand({
  name: 'help',
  group: 'install',
  summary: 'List the commands, or show the options and examples of one.',
  usage: '[COMMAND] [--json]',
  about:
    '`hookctl COMMAND --help` shows the same page. With --json: every command with its options and examples, as data.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['commands'],
  json: '{ version, groups: { ID: TITLE }, commands: [{ name, group, summary, usage, about, options: { NAME: { type, value, help } }, examples: [{ run, shows }] }] }',
  examples: [
    { run: 'hookctl help', shows: 'all commands', harmless: true },
    { run: 'hookctl help fire', shows: 'one command', harmless: true },
    { run: 'hookctl help --json', shows: 'everything, for a tool', harmless: true },
  ],
  changes: 'nothing',
  run: async (input, program) => runHelp(input, program),
});

async function runHelp({ values, positionals }: Input, program: Program): Promise<number> {
  const [name] = positionals;
  const page = pageOf(process.stdout);
  const commands = name === undefined ? await allCommands(program) : [await findCommand(program, name)];
  print(
    // What JSON cannot say is left out (`run`) or null (any number of arguments).
    values.json === true
      ? `${jsonText({ version: program.version, groups: GROUPS, commands }, 2)}\n`
      : name === undefined
        ? renderOverview(commands, program.version, page)
        : commands.map((command) => renderHelp(command, page)).join(''),
  );
  return 0;
}
