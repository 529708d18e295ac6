import { findProgram } from './find-program.ts';
import type { ProgramKind } from './kinds.ts';

/** The role of a program in a pipeline. */
export function programKind(name: string): ProgramKind {
  return findProgram(name)?.kind ?? 'other';
}
