import type { Defaults, OnError } from './artefact.ts';
import type { Loosen } from './loosening.ts';
import type { ParsedPolicy } from '../language/parse.ts';

const STRICTNESS: readonly OnError[] = ['skip', 'ask', 'deny'];

/**
 * The strictest default of all layers holds. An untrusted file can only tighten: it neither skips what would be asked about nor takes time
 * from the rules. What would hold without such files is kept as well, where it differs: a rule that speaks only because of them must not silence a default.
 */
export function mergeDefaults(files: readonly ParsedPolicy[], loosen: Loosen): Defaults {
  const merged: Defaults = { onError: null, uncertain: 'skip', actions: {}, budgetMs: null };
  for (const parsed of files.filter(({ source }) => source.untrusted === undefined)) {
    const given = parsed.value.defaults;
    merged.onError = stricter(merged.onError, given?.['on-error']);
    const budget = given?.['budget-ms'];
    if (budget !== undefined) merged.budgetMs = Math.min(merged.budgetMs ?? Infinity, budget);
    tighten(merged, parsed);
  }
  const trusted = { onError: merged.onError, uncertain: merged.uncertain };
  for (const parsed of files.filter(({ source }) => source.untrusted !== undefined)) {
    const given = parsed.value.defaults?.['on-error'];
    if (given !== 'skip') merged.onError = stricter(merged.onError, given);
    tighten(merged, parsed);
  }
  noteLoosenings(files, merged, loosen);
  const isSame = trusted.onError === merged.onError && trusted.uncertain === merged.uncertain;
  return isSame ? merged : { ...merged, trusted };
}

function tighten(merged: Defaults, { value }: ParsedPolicy): void {
  merged.uncertain = stricter(merged.uncertain, value.defaults?.uncertain) ?? 'skip';
  for (const [name, verb] of Object.entries(value.defaults?.default ?? {})) {
    const key = name as keyof Defaults['actions'];
    const strict = stricter(merged.actions[key] ?? null, verb);
    if (strict === 'ask' || strict === 'deny') merged.actions[key] = strict;
  }
}

function noteLoosenings(files: readonly ParsedPolicy[], merged: Defaults, loosen: Loosen): void {
  for (const parsed of files) {
    if (parsed.source.file.startsWith('pack:')) continue;
    const { 'on-error': onError, 'budget-ms': budget } = parsed.value.defaults ?? {};
    const isSkipped = onError === 'skip' && (merged.onError === null || merged.onError === 'skip');
    if (isSkipped)
      loosen(parsed, ['defaults', 'on-error'], {
        kind: 'on-error',
        name: null,
        what: 'skips what cannot be judged (on-error: skip)',
      });
    if (budget !== undefined)
      loosen(parsed, ['defaults', 'budget-ms'], {
        kind: 'budget',
        name: null,
        what: `gives rules ${budget} ms to find out facts`,
      });
  }
}

export function stricter(a: OnError | null, b: OnError | undefined): OnError | null {
  if (b === undefined) return a;
  return a === null || STRICTNESS.indexOf(b) > STRICTNESS.indexOf(a) ? b : a;
}
