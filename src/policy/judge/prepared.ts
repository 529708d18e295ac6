import { createCache } from '../../protocol/cache.ts';
import { type Analysis, analyse, type Context, withAssumed } from '../../shell/index.ts';
import { type FixedParts, fixedPartsOf } from '../match/fixed-parts.ts';
import { type Program, programOf } from '../regex/program.ts';

/** Values that depend only on their source text: a caller that judges more than one event computes them once. */
export interface Prepared {
  regex: (source: string) => Program;
  fixedParts: (glob: string) => FixedParts;
  analysis: (command: string, context: Context) => Analysis;
}

/** Long scripts are rarely run twice, and would be kept for nothing. */
const LONGEST_COMMAND = 2_000;

/** Made by a composition root and passed down; an event that is judged without one has its own. `commands`: how many are kept analysed. */
export function createPrepared({ commands = 256 }: { commands?: number } = {}): Prepared {
  const programs = createCache<string, Program>({ max: 2_000 });
  const globs = createCache<string, FixedParts>({ max: 5_000 });
  const analyses = createCache<string, Analysis>({ max: commands });
  return {
    regex: (source) => programs.get(source, () => programOf(source)),
    fixedParts: (glob) => globs.get(glob, () => fixedPartsOf(glob)),
    analysis: (command, context) => {
      const compute = () => withAssumed(analyse(command, context));
      return command.length > LONGEST_COMMAND ? compute() : analyses.get(keyOf(command, context), compute);
    },
  };
}

function keyOf(command: string, context: Context): string {
  return `${JSON.stringify(context)}\0${command}`;
}
