import { formatProblem, type Problem } from '../../policy/language/problem.ts';
import type { Mode } from '../../policy/judgement.ts';
import type { Paint } from './text/style.ts';

export interface Checked {
  problems: readonly Problem[];
  files: Record<'own' | 'packs', { files: number; rules: number }>;
  modes: Readonly<Record<Mode, number>>;
  fallback: boolean;
  /** What is in force while there are errors. */
  meanwhile: string | null;
}

export function renderProblems({ problems, files, modes, fallback, meanwhile }: Checked, paint: Paint): string {
  const lines = problems.map((problem) => {
    const text = formatProblem(problem);
    return problem.severity === 'error' ? paint('red', text) : paint('yellow', text);
  });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  if (lines.length > 0) lines.push('');
  if (fallback) lines.push('No policy file here: the pack "default" is in force. `hookctl new` writes a policy.');
  const counts = [count(errors, 'error'), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(', ');
  const mild = (['warn', 'observe'] as const).filter((mode) => modes[mode] > 0).map((mode) => `${modes[mode]} ${mode}`);
  const only = mild.length === 0 ? '' : ` (not enforced: ${mild.join(', ')})`;
  const { own, packs } = files;
  const numbers = [
    ...(own.files > 0 || packs.files === 0 ? [`${count(own.files, 'file')}, ${count(own.rules, 'rule')}`] : []),
    ...(packs.files > 0 ? [`${count(packs.files, 'pack')}, ${count(packs.rules, 'rule')}`] : []),
  ];
  const summary = `${numbers.join('; ')}${only}: ${problems.length === 0 ? 'no problems' : counts}`;
  lines.push(errors > 0 ? paint(['red', 'bold'], summary) : paint('bold', summary));
  if (meanwhile !== null) lines.push(meanwhile);
  return `${lines.join('\n')}\n`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
