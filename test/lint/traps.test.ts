import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint, type LintFinding } from '../../src/lint/lint.ts';
import { TRAPS } from '../../src/lint/traps/index.ts';
import { readCases } from '../oracle/observed-case.ts';
import { ROOT } from '../support/hookctl.ts';
import { FIXTURES, stage } from './support/fixture.ts';

function findingsIn(fixture: string): { root: string; findings: (LintFinding & { frame: string })[] } {
  const { root, request, remove } = stage(fixture);
  try {
    const { findings } = lint(request);
    return { root, findings: findings.map((finding) => ({ ...finding, frame: frameOf(finding, root) })) };
  } finally {
    remove();
  }
}

/** The lines that a finding points at, with marks below its columns. */
function frameOf({ file, line, column, endLine, endColumn }: LintFinding, root: string): string {
  const path = resolve(root, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const last = Math.min(endLine, line + LINES - 1);
  return lines
    .slice(line - 1, last)
    .map((text, index) => {
      const start = index === 0 ? column : 1;
      const end = line + index === endLine ? endColumn : text.length + 1;
      return `${String(line + index).padStart(4)} | ${text}\n     | ${' '.repeat(start - 1)}${'^'.repeat(Math.max(1, end - start))}`;
    })
    .join('\n');
}

const LINES = 3;

/** What a person reads of all findings; the directory of the fixture has one name. */
function pageOf(fixture: string): string {
  const { root, findings } = findingsIn(fixture);
  const pages = findings.map(({ id, severity, file, line, column, frame, message, consequence, fix, fixable }) =>
    [
      `${severity} ${id} ${file}:${line}:${column}`,
      frame,
      message,
      `Consequence: ${consequence}`,
      `Fix${fixable ? ' (by --fix)' : ''}: ${fix}`,
    ].join('\n'),
  );
  return `${pages.join('\n\n')}\n`.replaceAll(root, '@ROOT@').replaceAll('\r', '␍');
}

it('every trap has a fixture, and every fixture a trap', () => {
  expect(readdirSync(FIXTURES).sort()).toEqual(TRAPS.map(({ id }) => id).sort());
});

describe.each(TRAPS.map(({ id }) => id))('%s', (id) => {
  it('is found in its fixture, and nothing else is', () => {
    expect(new Set(findingsIn(`${id}/bad`).findings.map((finding) => finding.id))).toEqual(new Set([id]));
  });

  it('points at the place and says what is wrong there (vitest -u accepts new words)', async () => {
    await expect(pageOf(`${id}/bad`)).toMatchFileSnapshot(`fixtures/${id}/findings.txt`);
  });

  it('is not found in the clean twin, and nothing else is', () => {
    expect(findingsIn(`${id}/clean`).findings).toEqual([]);
  });
});

describe('how we know', () => {
  const evidence = TRAPS.map((trap) => trap.evidence);

  it('every trap says it', () => {
    expect(TRAPS.filter((trap) => Object.keys(trap.evidence).length === 0)).toEqual([]);
  });

  it('every observed case exists', () => {
    const ids = ['cases.jsonl', 'observed-here.jsonl'].flatMap((file) => readCases(file).map(({ id }) => id));
    const cited = evidence.flatMap(({ cases = [] }) => cases);
    const isKnown = (one: string) =>
      one.endsWith('…') ? ids.some((id) => id.startsWith(one.slice(0, -1))) : ids.includes(one);
    expect(cited.filter((one) => !isKnown(one))).toEqual([]);
  });

  it.each(['protocol', 'events'] as const)('every heading of docs/%s.md exists', (page) => {
    const text = readFileSync(resolve(ROOT, `docs/${page}.md`), 'utf8');
    const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading);
    expect(evidence.flatMap((one) => one[page] ?? []).filter((heading) => !headings.includes(heading))).toEqual([]);
  });

  it('every decision exists', () => {
    const cited = evidence.flatMap(({ decision }) => decision ?? []);
    expect(cited.filter((name) => !existsSync(resolve(ROOT, `docs/decisions/${name}.md`)))).toEqual([]);
  });
});
