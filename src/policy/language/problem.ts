import type { Position } from '../judgement.ts';
import type { ParsedPolicy } from './parse.ts';

/** Something wrong in a policy file. Errors keep the file from being used; warnings do not. */
export interface Problem extends Position {
  severity: 'error' | 'warning';
  message: string;
}

/** Where something is in a policy file: the keys and indexes that lead to it. */
export type PolicyPath = readonly (string | number)[];

export type ReportProblem = (path: PolicyPath, message: string) => void;

/** Reports what is wrong in one of several files. */
export type Report = (parsed: ParsedPolicy, severity?: Problem['severity']) => ReportProblem;

/** `policy.yaml:8:15: error: …`, as editors and terminals link it. */
export function formatProblem({ file, line, column, severity, message }: Problem): string {
  return `${file}:${line}:${column}: ${severity}: ${message}`;
}

export function sortProblems(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
}
