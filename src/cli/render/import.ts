import type { ReportLine } from '../../importers/import-rules.ts';
import type { Fidelity } from '../../importers/importer.ts';
import type { Paint } from './text/style.ts';

const MARKS: Record<Fidelity, { mark: string; colour: 'green' | 'yellow' | 'red' | 'dim'; words: string }> = {
  exact: { mark: '=', colour: 'green', words: 'exact' },
  approximate: { mark: '≈', colour: 'yellow', words: 'approximate' },
  untranslated: { mark: '✗', colour: 'red', words: 'not translated' },
  disabled: { mark: '–', colour: 'dim', words: 'switched off there' },
};

export function renderImport(report: readonly ReportLine[], out: string | null, paint: Paint): string {
  const lines = report.flatMap(({ file, line, title, fidelity, notes, ids }) => {
    const { mark, colour, words } = MARKS[fidelity];
    const into = ids.length === 0 ? words : `${words} → ${ids.join(', ')}`;
    return [
      `${paint(colour, mark)} ${title}  ${paint('dim', `(${file}:${line})`)}`,
      `    ${into}`,
      ...notes.map((note) => `    ${note}`),
    ];
  });
  const counts = Object.entries(MARKS).flatMap(([fidelity, { words }]) => {
    const count = report.filter((one) => one.fidelity === fidelity).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const next = out === null ? [] : [nextAfter(out)];
  return `${[...lines, '', `${report.length} rule${report.length === 1 ? '' : 's'}: ${counts.join(', ')}`, ...next].join('\n')}\n`;
}

/** A file that is a policy by its place is in force as it is; any other one must be extended. */
function nextAfter(out: string): string {
  return /(?:^|[/\\])\.?hookctl[/\\]policy(?:\.local)?\.yaml$/.test(out)
    ? `wrote ${out}, which is in force because of its location. Next: \`hookctl test\`, then \`hookctl install\`.`
    : `wrote ${out}. Next: \`hookctl test ${out}\`, then name it in "extends" of .hookctl/policy.yaml.`;
}
