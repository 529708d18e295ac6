import { PROGRAM_NAMES } from './program-names.ts';
import type { TABLES } from './program-tables.ts';

/** The table that describes a program, if one does. */
export function tableOf(program: string): keyof typeof TABLES | undefined {
  if (program === '' || program.includes(' ')) return undefined;
  return PROGRAM_NAMES.find(([, names]) => names.includes(` ${program} `))?.[0];
}
