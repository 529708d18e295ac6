import type { FixedFile } from '../../lint/fix/fix.ts';
import type { LintFinding, LintResult } from '../../lint/lint.ts';
import { renderDiff } from './text/diff.ts';
import { count } from './problems.ts';
import type { Paint } from './text/style.ts';
import { wrap } from './text/wrap.ts';

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** One block per finding: where and what, then what will happen and what to do. */
export function renderLint({ findings, files }: Pick<LintResult, 'findings' | 'files'>, paint: Paint): string {
  const lines = findings.flatMap((finding) => [...block(finding, paint), '']);
  lines.push(summaryOf(findings, files.length, paint));
  return `${lines.join('\n')}\n`;
}

/** What was done, as a diff; the run bit has none. */
export function renderFixed(fixed: readonly FixedFile[], paint: Paint): string {
  return fixed
    .map(({ file, before, after, done, backup }) => {
      const diff = before === after ? '' : renderDiff(file, before, after, paint);
      const kept = backup === null ? '' : `${paint('dim', `The old file is kept in ${backup}`)}\n`;
      return `${paint('bold', file)}: ${done.join('; ')}\n${diff}${kept}\n`;
    })
    .join('');
}

function block(finding: LintFinding, paint: Paint): string[] {
  const { file, line, column, severity, message, id, consequence, fix, fixable } = finding;
  return [
    `${file}:${line}:${column}: ${paint([COLOURS[severity], 'bold'], severity)}: ${message} ${paint('dim', `[${id}]`)}`,
    ...labelled(consequence, 'what happens'),
    ...labelled(`${fix}${fixable ? ' (--fix does it)' : ''}`, 'what to do'),
  ];
}

const WIDTH = 110;

function labelled(text: string, label: string): string[] {
  return wrap(text, WIDTH).map((line, index) => `  ${(index === 0 ? `${label}:` : '').padEnd(13)} ${line}`);
}

function summaryOf(findings: readonly LintFinding[], files: number, paint: Paint): string {
  const of = (severity: LintFinding['severity']): number => findings.filter((one) => one.severity === severity).length;
  const read = `${count(files, 'file')} read`;
  if (files === 0) return 'No hook settings here: nothing to check.';
  if (findings.length === 0) return paint('green', `${read}: no trap found`);
  const parts = [count(of('error'), 'error'), count(of('warning'), 'warning'), count(of('info'), 'note')];
  const fixable = findings.filter((one) => one.fixable).length;
  const text = `${read}: ${parts.join(', ')}${fixable > 0 ? `; ${fixable} can be fixed with --fix` : ''}`;
  return paint('bold', `${text}. docs/traps.md explains each.`);
}
