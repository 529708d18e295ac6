import { buildPolicy } from '../policy/index.ts';
import { importerOf } from './index.ts';
import { type Fidelity, type Importer, type SourceFile, type Translation, untranslated } from './importer.ts';
import { type FinishedRule, policyText } from './policy-text.ts';
import { prove } from './prove.ts';
import { createIds } from './rule-id.ts';

/** One rule of the source and what became of it. */
export interface ReportLine {
  source: string;
  file: string;
  line: number;
  title: string;
  fidelity: Fidelity;
  notes: string[];
  /** Of the rules in the policy. */
  ids: string[];
}

export interface Imported {
  /** YAML; always passes `hookctl check` and `hookctl test`. */
  policy: string;
  report: ReportLine[];
}

/** `from`: whose rules these are; undefined tells them by their content. */
export function importRules(files: readonly SourceFile[], from?: Importer): Imported {
  const nextId = createIds();
  const rules: FinishedRule[] = [];
  const report = translateAll(files, from).map(([source, translation]) => {
    const finished = finish(translation, nextId);
    rules.push(...finished.rules);
    return { source, ...finished.line };
  });
  const policy = policyText(rules, headOf(files), tailOf(report));
  const problem = buildPolicy({ sources: [{ file: 'policy', layer: 'project', text: policy }] }).problems[0];
  if (problem !== undefined) throw new Error(`the imported policy is not valid: ${problem.line}: ${problem.message}`);
  return { policy, report };
}

function translateAll(files: readonly SourceFile[], from: Importer | undefined): [string, Translation][] {
  const mine = new Map<Importer, SourceFile[]>();
  const unknown: [string, Translation][] = [];
  for (const file of files) {
    const importer = from ?? importerOf(file);
    if (importer === undefined)
      unknown.push([
        'unknown',
        untranslated(file.path, 1, file.path, 'no rules of a known tool; --from says whose they are'),
      ]);
    else mine.set(importer, [...(mine.get(importer) ?? []), file]);
  }
  const known = [...mine].flatMap(([importer, own]) =>
    importer.translate(own).map((translation): [string, Translation] => [importer.name, translation]),
  );
  return [...known, ...unknown];
}

function finish(translation: Translation, nextId: (name: string) => string) {
  const { file, line, title, drafts } = translation;
  const proofs = drafts.map(prove);
  const problems = proofs.flatMap((proof) => (proof.ok ? [] : [proof.problem]));
  const broken = problems.length > 0;
  const differences = proofs.flatMap((proof) => (proof.ok ? proof.notes : []));
  const notes = [...new Set([...(broken ? problems : differences), ...translation.notes])];
  const fidelity: Fidelity = broken
    ? 'untranslated'
    : translation.fidelity === 'exact' && notes.length > 0
      ? 'approximate'
      : translation.fidelity;
  const rules = (broken ? [] : proofs).flatMap((proof): FinishedRule[] => {
    if (!proof.ok) return [];
    const comments = [
      `${file}:${line}  ${title}`,
      ...notes.map((note) => (/^(?:stricter|LOOSER)/.test(note) ? note : `${fidelity}: ${note}`)),
    ];
    return [{ ...proof, id: nextId(proof.draft.name), comments }];
  });
  return { rules, line: { file, line, title, fidelity, notes, ids: rules.map(({ id }) => id) } };
}

function headOf(files: readonly SourceFile[]): string[] {
  return [
    `Written by hookctl import from ${files.length > 3 ? `${files.length} files` : files.map(({ path }) => path).join(', ')}.`,
    'Read the comments, try it with `hookctl test` and `hookctl explain`, then extend it from .hookctl/policy.yaml.',
  ];
}

function tailOf(report: readonly ReportLine[]): string[] {
  const left = report.filter(({ ids }) => ids.length === 0);
  if (left.length === 0) return [];
  return [
    'Not in this policy:',
    ...left.map(
      ({ file, line, title, fidelity, notes }) =>
        `${file}:${line}  ${title}  (${fidelity}${notes.length > 0 ? `: ${notes.join('; ')}` : ''})`,
    ),
  ];
}
