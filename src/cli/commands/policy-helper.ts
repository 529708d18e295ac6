import { isAbsolute } from 'node:path';
import { DEFAULT_AGENT } from '../../adapters/agents.ts';
import { placeOf } from '../../install/places.ts';
import { helperScript, managedEntries } from '../../install/plan/policy-helper.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { refusing } from '../confirmed-change.ts';
import { jsonText, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  script: { type: 'boolean', help: 'Print the program that the agent starts: a shell script with absolute paths.' },
  settings: {
    type: 'string',
    value: 'FILE',
    help: 'Print the managed settings that name this program, an absolute path.',
  },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const policyHelperCommand = defineCommand({
  name: 'policy-helper',
  group: 'install',
  summary: 'Print managed settings that start hookctl, for the policy helper of Claude Code.',
  usage: '[--script | --settings FILE]',
  about:
    'An administrator can name a program in the managed settings of Claude Code. The client starts it with each session and takes managed settings from its output; when it fails, the client does not start. This is such a program: it prints the hook with the dispatcher that works on this machine, for the events that the policy in force needs, so nothing has to be installed again when hookctl or the policy changes. The client passes no arguments, so it needs the script that --script prints.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl policy-helper', shows: 'what a session would get', harmless: true },
    {
      run: 'hookctl policy-helper --settings /usr/local/sbin/hookctl-policy-helper',
      shows: 'the file for managed-settings.d',
      harmless: true,
    },
  ],
  json: '{ managedSettings: { hooks } }: always JSON, as the client reads it',
  exitCodes: { 0: 'printed', 1: 'no dispatcher works here: nothing is printed, and the client refuses to start' },
  seeAlso: ['install', 'install.md', 'doctor'],
  changes: 'nothing',
  run: runPolicyHelper,
});

async function runPolicyHelper({ values }: Input): Promise<number> {
  const { policyHelper } = DEFAULT_AGENT;
  if (values.script === true && values.settings !== undefined)
    throw new UsageError('--script and --settings print two files; give one');
  if (values.script === true) {
    printVerbatim(helperScript());
    return 0;
  }
  if (values.settings !== undefined) {
    if (!isAbsolute(values.settings)) throw new UsageError('--settings: the client takes an absolute path only');
    printVerbatim(`${jsonText(policyHelper.settings(values.settings, process.platform), 2)}\n`);
    return 0;
  }
  return refusing('policy-helper', async () => {
    printJson(policyHelper.output(managedEntries(placeOf({}, process.env, process.cwd()))));
    return 0;
  });
}
