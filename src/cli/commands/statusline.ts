import { spawnSync } from 'node:child_process';
import { readStdin } from '../../system/node/stdin.ts';
import { findDispatchers } from '../../install/dispatcher/dispatchers.ts';
import { type CommandInput, defineCommand, InputError, type Option } from '../command.ts';
import { statusLineSettings } from '../../install/status-line.ts';
import { print, printVerbatim } from '../output.ts';

const OPTIONS = {
  settings: { type: 'boolean', help: "Print the lines for the agent's settings file instead." },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const statuslineCommand = defineCommand({
  name: 'statusline',
  group: 'install',
  summary: "One line for the agent's own status line: is the policy in force, and what was refused in this session.",
  usage: '[--settings]',
  about:
    'Reads what the agent gives a status line (JSON on stdin: session, directory) and prints one line. The dispatcher does the same with --statusline, and faster, because Node does not have to start: --settings prints the lines for the settings file with the fastest dispatcher that is here. hookctl does not write them itself, because a status line is a matter of taste.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl statusline --settings', shows: 'what to put into ~/.claude/settings.json', harmless: true },
    { run: 'echo \'{"session_id":"s1"}\' | hookctl statusline', shows: 'what the agent would show', harmless: true },
  ],
  seeAlso: ['status', 'install', 'doctor'],
  changes: 'nothing',
  run: async (input) => runStatusline(input),
});

function runStatusline({ values }: Input): number {
  const [dispatcher] = findDispatchers();
  if (dispatcher === undefined)
    throw new InputError('there is no dispatcher in this installation; install hookctl again');
  if (values.settings === true) {
    printVerbatim(statusLineSettings(dispatcher));
    return 0;
  }
  // Without a payload it is the line of a session that has just begun.
  const given = process.stdin.isTTY ? null : readStdin(Date.now() + 2_000);
  const { command, args } = dispatcher.launch;
  const ran = spawnSync(command, [...args, '--statusline'], {
    input: given?.ok === true ? given.text : '{}',
    encoding: 'utf8',
  });
  print(ran.stdout === '' ? 'hookctl: the dispatcher gave no answer, see `hookctl doctor`\n' : ran.stdout);
  return 0;
}
