import type { Mode } from '../judgement.ts';
import { milder, stricterOnError } from '../strictness.ts';
import type { ActionDefault, Defaults } from './artefact.ts';
import type { Loosen } from './loosening.ts';
import type { ParsedPolicy } from '../language/parse.ts';

/**
 * The strictest default of all layers holds. An untrusted file can only tighten: it neither skips what would be asked about nor takes time
 * from the rules. What would hold without such files is kept as well, where it differs: a rule that speaks only because of them must not silence a default.
 * In the same way a file that only observes changes nothing about rules that are enforced.
 */
export function mergeDefaults(
  files: readonly ParsedPolicy[],
  capOf: (parsed: ParsedPolicy) => Mode,
  loosen: Loosen,
): Merged {
  const modeOf = (parsed: ParsedPolicy) => milder(parsed.value.mode ?? 'enforce', capOf(parsed));
  const all = mergeFiles(files, modeOf);
  const strict = mergeFiles(
    files.filter((parsed) => modeOf(parsed) === 'enforce'),
    modeOf,
  );
  noteLoosenings(files, all, loosen);
  return isSame(all, strict) ? all : { ...all, enforced: { onError: strict.onError, uncertain: strict.uncertain } };
}

type Merged = Omit<Defaults, 'ownMode'>;

function mergeFiles(files: readonly ParsedPolicy[], modeOf: (parsed: ParsedPolicy) => Mode): Merged {
  const merged: Merged = { onError: null, uncertain: 'skip', actions: {}, budgetMs: null };
  for (const parsed of files.filter(({ source }) => source.untrusted === undefined)) {
    const defaults = parsed.value.defaults;
    merged.onError = stricterOnError(merged.onError, defaults?.['on-error']);
    const budget = defaults?.['budget-ms'];
    if (budget !== undefined) merged.budgetMs = Math.min(merged.budgetMs ?? Infinity, budget);
    tighten(merged, parsed, modeOf(parsed));
  }
  const trusted = { onError: merged.onError, uncertain: merged.uncertain };
  for (const parsed of files.filter(({ source }) => source.untrusted !== undefined)) {
    const onError = parsed.value.defaults?.['on-error'];
    if (onError !== 'skip') merged.onError = stricterOnError(merged.onError, onError);
    tighten(merged, parsed, modeOf(parsed));
  }
  return isSame(trusted, merged) ? merged : { ...merged, trusted };
}

type Doubt = Pick<Defaults, 'onError' | 'uncertain'>;

function isSame(a: Doubt, b: Doubt): boolean {
  return a.onError === b.onError && a.uncertain === b.uncertain;
}

function tighten(merged: Merged, { value }: ParsedPolicy, mode: Mode): void {
  merged.uncertain = stricterOnError(merged.uncertain, value.defaults?.uncertain) ?? 'skip';
  for (const [name, verb] of Object.entries(value.defaults?.default ?? {})) {
    const key = name as keyof Defaults['actions'];
    if (verb !== undefined) merged.actions[key] = withDefault(merged.actions[key] ?? [], { verb, mode });
  }
}

/** The strictest of each mode. */
function withDefault(earlierDefaults: readonly ActionDefault[], added: ActionDefault): ActionDefault[] {
  const same = earlierDefaults.find(({ mode }) => mode === added.mode);
  if (same === undefined) return [...earlierDefaults, added];
  return earlierDefaults.map((one) => (one === same && added.verb === 'deny' ? added : one));
}

function noteLoosenings(files: readonly ParsedPolicy[], merged: Merged, loosen: Loosen): void {
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
