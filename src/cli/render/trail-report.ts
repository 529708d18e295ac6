import type { TrailReport } from '../../audit/verify/verify-trail.ts';
import { count } from './problems.ts';
import type { Paint } from './text/style.ts';

export function renderTrailReport(report: TrailReport, directory: string, paint: Paint): string {
  const { findings, moreFindings, lines, segments, unchained, unfinished, unwitnessed, head, pruned } = report;
  if (report.ok && lines + unchained === 0) return `There is no audit trail in ${directory} yet.\n`;
  const findingLines = findings.map(({ kind, file, line, text }) =>
    paint('red', `${file}${line === null ? '' : `:${line}`}: ${kind}: ${text}`),
  );
  if (moreFindings > 0) findingLines.push(paint('red', `… and ${count(moreFindings, 'more finding')}`));
  const total = findings.length + moreFindings;
  const verdict = report.ok ? 'unchanged' : count(total, 'finding');
  const summary = `${count(lines, 'record')} in ${count(segments, 'file')}: ${verdict}`;
  const notes = [
    pruned > 0 && `Everything up to segment ${pruned} was removed with \`hookctl audit prune\`.`,
    unfinished > 0 && `${count(unfinished, 'unfinished line')}: hooks were killed while writing. No record is lost.`,
    unwitnessed > 0 &&
      `${count(unwitnessed, 'line')} without a witness: the hook was killed right after writing, or another program added it.`,
    unchained > 0 && `${count(unchained, 'line')} from older versions, which kept no chain: they cannot be verified.`,
  ].filter((note) => note !== false);
  return `${[
    ...findingLines,
    ...(findingLines.length > 0 ? [''] : []),
    paint(report.ok ? ['green', 'bold'] : ['red', 'bold'], summary),
    ...notes,
    ...(head.length > 0 ? [paint('dim', `head ${head.join(' ')}`)] : []),
  ].join('\n')}\n`;
}
