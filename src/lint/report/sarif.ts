import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LintFinding } from '../lint.ts';
import type { Severity } from '../trap.ts';
import { TRAPS } from '../traps/index.ts';

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0, as code-scanning pages read it. */
export function toSarif(findings: readonly LintFinding[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'hookctl lint', semanticVersion: version, rules: TRAPS.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding, index) => resultOf(finding, findings.slice(0, index))),
      },
    ],
  };
}

function ruleOf({ id, title, severity, happens, remedy }: (typeof TRAPS)[number]): object {
  return {
    id,
    name: id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: happens },
    help: { text: `${happens}\n\n${remedy}`, markdown: `**What happens.** ${happens}\n\n**What to do.** ${remedy}` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: ['hooks'],
      precision: 'high',
      'problem.severity': severity === 'info' ? 'recommendation' : severity,
    },
  };
}

function resultOf(finding: LintFinding, before: readonly LintFinding[]): object {
  const { id, severity, file, line, column, endLine, endColumn, message, consequence, fix } = finding;
  return {
    ruleId: id,
    ruleIndex: TRAPS.findIndex((trap) => trap.id === id),
    level: LEVELS[severity],
    message: { text: `${message}. ${consequence} ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: uriOf(file),
          region: {
            startLine: line,
            startColumn: column,
            endLine,
            endColumn: Math.max(endColumn, endLine === line ? column : 1),
          },
        },
      },
    ],
    partialFingerprints: { 'hookctlFinding/v1': fingerprint(finding, before) },
  };
}

/** Relative to the root of the checkout, which the reader of the log knows as %SRCROOT%. */
function uriOf(file: string): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  return { uri: file.split(/[\\/]/).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}

/** Stays the same when lines move: no position in it, but which of several equal findings it is. */
function fingerprint({ id, file, message }: LintFinding, before: readonly LintFinding[]): string {
  const same = before.filter((one) => one.id === id && one.file === file && one.message === message).length;
  return createHash('sha256')
    .update(JSON.stringify([id, file, message, same]))
    .digest('hex')
    .slice(0, 32);
}
