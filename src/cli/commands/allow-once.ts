import { nodeSystem } from '../../system/node/system.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { findOffer, grantOnce, type Offer } from '../../session/grants/grant-call.ts';
import { doubtAboutTerminal } from '../person/person-terminal.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { print, printError } from '../output.ts';
import { renderOfferedCall } from '../render/offered-call.ts';
import { oneLine } from '../render/text/plain-text.ts';

const OPTIONS = {} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const allowOnceCommand = defineCommand({
  name: 'allow-once',
  group: 'look-back',
  summary: 'Permit one refused call, once. For people: an agent cannot use it.',
  usage: 'CODE',
  about:
    'A refusal names a code. hookctl shows the whole call, page by page if it is long, with invisible characters spelled out. The grant covers exactly that call (tool, input, directory, session, by its SHA-256), whichever rules refuse it; the next attempt uses it up, and it expires after 15 minutes. It needs a terminal and is refused to anything an agent has started.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [[]],
  exitCodes: { 0: 'granted', 1: 'refused, not confirmed, or no such code', 2: 'no code was given' },
  seeAlso: ['dispatcher.md', 'explain'],
  examples: [
    { run: 'hookctl allow-once 7K2M9Q', shows: 'the refused call, and a question' },
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
  if (code === undefined) throw new UsageError('CODE is missing; the refusal shows it');
  const doubt = doubtAboutTerminal();
  if (doubt !== null) return fail(`refused: ${doubt}. Run it in your own terminal.`);
  const directory = stateDirectory(nodeSystem, process.env);
  const offer = findOffer(directory, code);
  if (typeof offer === 'string') return fail(offer);
  if (!(await isConfirmed(offer))) return fail('not granted');
  grantOnce(directory, offer, Date.now());
  print(`Granted once, for 15 minutes: ${oneLine(offer.about)}\n`);
  return 0;
}

/** The whole call first, page by page where it is longer than the screen: what a person has not seen they cannot permit. */
async function isConfirmed({ code, rule, hash, call }: Offer): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    print(`Rule: ${oneLine(rule)}\n`);
    const lines = renderOfferedCall(call, process.stdout.columns || 80);
    const pages = pagesOf(lines, (process.stdout.rows || 24) - 4);
    for (const [i, page] of pages.entries()) {
      print(page.map((line) => `${line}\n`).join(''));
      if (i < pages.length - 1) await ask.question(`(page ${i + 1} of ${pages.length}; Enter shows the next) `);
    }
    print(`End of the call. SHA-256: ${hash}\n`);
    const answer = await ask.question(`Permit this call once? Type ${code} to confirm: `);
    return answer.trim().toUpperCase() === code;
  } finally {
    ask.close();
  }
}

function pagesOf(lines: readonly string[], rows: number): string[][] {
  const size = Math.max(5, rows);
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, i) => lines.slice(i * size, (i + 1) * size));
}

function fail(line: string): number {
  printError(`hookctl allow-once: ${line}\n`);
  return 1;
}
