import { readCommands, readUnlabelled } from '../support/corpus.ts';
import { judgeCommand, policyOf } from './judge-command.ts';

/** Milliseconds of processor time that analysis and judgement of one command take in this process. */
export interface Timing {
  name: string;
  commands: number;
  p50: number;
  p99: number;
  p999: number;
  max: number;
  slowest: { ms: number; command: string }[];
}

const ROUNDS = 3;
const MEGABYTE = 1024 * 1024;

/** Texts of a megabyte, of the kinds that cost most. */
const LARGE: Record<string, string> = {
  words: 'echo '.padEnd(MEGABYTE, 'word '),
  lines: 'ls -la\n'.repeat(MEGABYTE / 7),
  quotes: `echo '${'x'.repeat(MEGABYTE)}'`,
  substitutions: 'echo $(echo a); '.repeat(MEGABYTE / 16),
  'open braces': '{'.repeat(MEGABYTE),
  'open parentheses': '$('.repeat(MEGABYTE / 2),
  'a here-document': `cat > f <<'E'\n${'line of text\n'.repeat(MEGABYTE / 13)}E\n`,
  assignments: 'x=$x$y; '.repeat(MEGABYTE / 8),
};

/** The best of three rounds each: in the others the compiler may have been at work. */
export function measureTime(directory: string, pack = 'recommended'): Timing[] {
  const policy = policyOf(pack);
  const time = (command: string): number => {
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.cpuUsage();
      judgeCommand(policy, command);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  const sets = [
    ...readUnlabelled(directory).map(({ file, commands }) => ({ name: `learn/${file}`, commands })),
    { name: 'labelled commands', commands: readCommands(directory) },
  ];
  const timed = sets.map(({ name, commands }) => ({
    name,
    rows: commands.map((command) => ({ ms: time(command), command })),
  }));
  const large = Object.entries(LARGE).map(([kind, command]) => ({ ms: time(command), command: kind }));
  return [
    ...timed.map(({ name, rows }) => summary(name, rows)),
    summary(
      'all of them',
      timed.flatMap(({ rows }) => rows),
    ),
    summary('texts of 1 MB', large),
  ];
}

function summary(name: string, rows: { ms: number; command: string }[]): Timing {
  const sorted = [...rows].sort((a, b) => a.ms - b.ms);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0;
  const slowest = sorted.slice(-8).reverse();
  return { name, commands: rows.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1), slowest };
}
