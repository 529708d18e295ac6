import type { Position } from '../judgement.ts';

/** Something wrong in a policy file. Errors keep the file from being used; warnings do not. */
export interface Problem extends Position {
  severity: 'error' | 'warning';
  message: string;
}

/** `policy.yaml:8:15: error: …`, as editors and terminals link it. */
export function formatProblem({ file, line, column, severity, message }: Problem): string {
  return `${file}:${line}:${column}: ${severity}: ${message}`;
}

export function sortProblems(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
}
