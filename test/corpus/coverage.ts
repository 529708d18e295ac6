import { analyse } from '../../src/shell/index.ts';
import { findProgram } from '../../src/shell/programs/support/find-program.ts';
import { readUnlabelled } from '../support/corpus.ts';

/** Words that the examples of tldr have where a program's name is meant to be put. */
const PLACEHOLDERS = new Set(
  '... program x s v q Ctrl Esc argument1 command1 command2 command_arguments arguments_source'.split(' '),
);

export interface Coverage {
  /** The most frequent programs, and those of them of which we say nothing. */
  programs: number;
  unknown: string[];
}

/** Of the programs that the examples of tldr use most, how many have effects, or a stated lack of them; null without the corpus. */
export function coverageOf(directory: string, most = 400): Coverage | null {
  const tldr = readUnlabelled(directory).find(({ file }) => file === 'tldr.jsonl');
  if (tldr === undefined) return null;
  const counts = new Map<string, number>();
  for (const command of tldr.commands) {
    // What an unknown launcher may start is a guess, not a program of this example.
    const { invocations } = analyse(command, { cwd: '/p', home: '/h' });
    const names = invocations.flatMap(({ program, assumed }) => (assumed === true ? [] : [program]));
    for (const name of new Set(names))
      if (name !== '' && !PLACEHOLDERS.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
  const unknown = frequent.map(([name]) => name).filter((name) => !isStated(name));
  return { programs: frequent.length, unknown };
}

function isStated(name: string): boolean {
  const program = findProgram(name);
  return program?.effects !== undefined || program?.does !== undefined;
}
