export type PowerShellCommand = {
  words: string[];
  redirects: { operator: string; target: string }[];
  /** Position in its pipeline, from 0. */
  stage: number;
};

/** Statements of pipelines of commands; enough to match names and arguments, not to follow values. */
export function tokenisePowerShell(_text: string): PowerShellCommand[] {
  return [];
}
