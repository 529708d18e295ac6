import { stateDirectory } from '../../config/locations.ts';
import { findOffer, grantOnce, type Offer } from '../../state/grant-once.ts';
import { doubtAboutTerminal } from '../../system/node/person-terminal.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { print, printError } from '../output.ts';

const OPTIONS = {} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const allowOnceCommand = defineCommand({
  name: 'allow-once',
  group: 'look-back',
  summary: 'Permit one refused call, once. For people: an agent cannot use it.',
  usage: 'CODE',
  about:
    'A refusal names a code. The grant covers exactly that call in that session, is spent by its next attempt, and expires after 15 minutes. It is asked for on a terminal and refused to anything an agent has started.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [[]],
  exitCodes: { 0: 'granted', 1: 'refused, not confirmed, or no such code', 2: 'no code was given' },
  seeAlso: ['dispatcher.md', 'explain'],
  examples: [
    { run: 'hookctl allow-once 7K2M9Q', shows: 'what the code stands for, and a question' },
    {
      run: 'HOOKCTL_STATE_DIR=/srv/state hookctl allow-once 7K2M9Q',
      shows: 'where the hook keeps its state elsewhere',
    },
  ],
  changes: () => 'what is permitted',
  run: async (input) => runAllowOnce(input),
});

async function runAllowOnce({ positionals }: Input): Promise<number> {
  const code = positionals[0]?.toUpperCase();
  if (code === undefined) throw new UsageError('CODE is needed; the refusal names it');
  const doubt = doubtAboutTerminal();
  if (doubt !== null) return fail(`refused: ${doubt}. Run it in a terminal of your own.`);
  const directory = stateDirectory(process.env);
  const offer = findOffer(directory, code);
  if (offer === null) return fail(`no refusal with the code ${code} is known here (state: ${directory})`);
  if (!(await isConfirmed(offer, code))) return fail('not granted');
  grantOnce(offer, Date.now());
  print(`Granted once, for 15 minutes: ${offer.about}\n`);
  return 0;
}

async function isConfirmed({ rule, about }: Offer, code: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    print(`Rule: ${rule}\nCall: ${about}\n`);
    const answer = await ask.question(`Permit this call once? Type ${code} to confirm: `);
    return answer.trim().toUpperCase() === code;
  } finally {
    ask.close();
  }
}

function fail(line: string): number {
  printError(`hookctl allow-once: ${line}\n`);
  return 1;
}
