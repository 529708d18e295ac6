import { createCache } from '../../protocol/cache.ts';
import { type Analysis, analyse, type Context } from '../../shell/index.ts';
import { segmentsOf } from '../match/glob.ts';
import { type RegexProgram, programOf } from '../regex/program.ts';

/** Values that depend only on their source text: a caller that judges more than one event computes them once. */
export interface EventCaches {
  regex: (source: string) => RegexProgram;
  segments: (pattern: string) => readonly string[];
  analysis: (command: string, context: Context) => Analysis;
}

/** Long scripts are rarely run twice, and would be kept for nothing. */
const LONGEST_COMMAND = 2_000;

/** Made by a composition root and passed down; an event that is judged without one has its own. `commands`: how many are kept analysed. */
export function createEventCaches({ commands = 256 }: { commands?: number } = {}): EventCaches {
  const programs = createCache<string, RegexProgram>({ max: 2_000 });
  const segments = createCache<string, readonly string[]>({ max: 5_000 });
  const analyses = createCache<string, Analysed>({ max: commands });
  return {
    regex: (source) => programs.get(source, programOf),
    segments: (pattern) => segments.get(pattern, segmentsOf),
    analysis: (command, context) => {
      if (command.length > LONGEST_COMMAND) return analysed(command, context).analysis;
      let computed: Analysed | null = null;
      const kept = analyses.get(keyOf(command, context), () => (computed = analysed(command, context)));
      // A script on disk may have changed since.
      return kept.readsDisk && computed === null ? analysed(command, context).analysis : kept.analysis;
    },
  };
}

interface Analysed {
  analysis: Analysis;
  readsDisk: boolean;
}

function analysed(command: string, context: Context): Analysed {
  const { scriptAt } = context;
  let readsDisk = false;
  const watched = scriptAt && {
    scriptAt: (path: string) => {
      readsDisk = true;
      return scriptAt(path);
    },
  };
  const analysis = analyse(command, { ...context, ...watched });
  return { analysis, readsDisk };
}

function keyOf(command: string, context: Context): string {
  return `${JSON.stringify(context)}\0${command}`;
}
