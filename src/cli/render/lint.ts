import type { FixedFile } from '../../lint/fix/fix.ts';
import type { LintFinding, LintResult } from '../../lint/lint.ts';
import { renderDiff } from './text/diff.ts';
import { count } from './problems.ts';
import type { Page, Paint } from './text/style.ts';
import { hang } from './text/wrap.ts';

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** One block per finding: where and what, then what will happen and what to do. */
export function renderLint({ findings, files }: Pick<LintResult, 'findings' | 'files'>, page: Page): string {
  const lines = findings.flatMap((finding, at) => {
    const isFirst = findings.findIndex(({ id }) => id === finding.id) === at;
    const more = isFirst ? labelled('more', `hookctl help traps ${finding.id}`, page.width) : [];
    return [...block(finding, page), ...more, ''];
  });
  lines.push(summaryOf(findings, files.length, page.paint));
  return `${lines.join('\n')}\n`;
}

/** What was done, as a diff; the run bit has no diff. */
export function renderFixed(fixed: readonly FixedFile[], paint: Paint): string {
  return fixed
    .map(({ file, before, after, done, backup }) => {
      const diff = before === after ? '' : renderDiff(file, before, after, paint);
      const backupNote = backup === null ? '' : `${paint('dim', `The old file is kept in ${backup}`)}\n`;
      return `${paint('bold', file)}: ${done.join('; ')}\n${diff}${backupNote}\n`;
    })
    .join('');
}

function block(finding: LintFinding, { paint, width }: Page): string[] {
  const { file, line, column, severity, message, id, consequence, fix, fixable } = finding;
  return [
    `${file}:${line}:${column}: ${paint([COLOURS[severity], 'bold'], severity)}: ${message} ${paint('dim', `[${id}]`)}`,
    ...labelled('what happens', consequence, width),
    ...labelled('what to do', `${fix}${fixable ? ' (--fix does this)' : ''}`, width),
  ];
}

function labelled(label: string, text: string, width: number): string[] {
  return hang(`  ${`${label}:`.padEnd(13)} `, text, width);
}

function summaryOf(findings: readonly LintFinding[], files: number, paint: Paint): string {
  const of = (severity: LintFinding['severity']): number => findings.filter((one) => one.severity === severity).length;
  const read = `${count(files, 'file')} read`;
  if (files === 0) return 'No hook settings here: nothing to check.';
  if (findings.length === 0) return paint('green', `${read}: no trap found`);
  const parts = [count(of('error'), 'error'), count(of('warning'), 'warning'), count(of('info'), 'note')];
  const fixable = findings.filter((one) => one.fixable).length;
  const text = `${read}: ${parts.join(', ')}${fixable > 0 ? `; ${fixable} can be fixed with --fix` : ''}`;
  return paint('bold', text);
}
