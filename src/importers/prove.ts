import { DEFAULT_ADAPTER } from '../adapters/index.ts';
import { buildPolicy, runExamples } from '../policy/index.ts';
import type { ImportedCall, Draft } from './importer.ts';
import { type FinishedRule, policyText } from './policy-text.ts';

/** A draft that was compiled, and held against what the original does. */
export type RuleProof =
  | { ok: true; draft: Draft; fires: ImportedCall[]; passes: ImportedCall[]; notes: string[] }
  /** The policy language has no place for it. */
  | { ok: false; problem: string };

/** Translations are not trusted, they are tried: what the original stops must be stopped here, and what it lets pass must pass. */
export function prove(draft: Draft): RuleProof {
  const first = attempt(draft);
  if (draft.fallback === undefined || (first.ok && first.fires.length === draft.fires.length)) return first;
  const { when, note } = draft.fallback;
  const second = attempt({ ...draft, when });
  if (!second.ok || (first.ok && second.fires.length <= first.fires.length)) return first;
  return { ...second, notes: [note, ...second.notes] };
}

function attempt(draft: Draft): RuleProof {
  const built = (fires: ImportedCall[], passes: ImportedCall[]) => {
    const rule: FinishedRule = { id: 'draft', draft, fires, passes, comments: [] };
    return buildPolicy({ sources: [{ file: 'draft', layer: 'project', text: policyText([rule], [], []) }] });
  };
  const alone = built([], []);
  const problem = alone.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) return { ok: false, problem: problem.message };
  const holds = (call: ImportedCall, expected: 'fires' | 'passes') => {
    const results = runExamples(expected === 'fires' ? built([call], []) : built([], [call]), {
      adapter: DEFAULT_ADAPTER,
    });
    return results.length > 0 && results.every(({ ok }) => ok);
  };
  const missed = draft.fires.filter((call) => !holds(call, 'fires'));
  const caught = draft.passes.filter((call) => !holds(call, 'passes'));
  const isAllow = draft.verb === 'allow';
  if (isAllow && caught[0] !== undefined)
    return { ok: false, problem: `would allow ${show(caught[0])}, which the original does not` };
  return {
    ok: true,
    draft,
    fires: draft.fires.filter((call) => !missed.includes(call)),
    passes: draft.passes.filter((call) => !caught.includes(call)),
    notes: [
      ...missed.map(
        (call) => `${isAllow ? 'stricter' : 'LOOSER'}: ${show(call)} is not ${WORDS[draft.verb]} here, but was`,
      ),
      ...caught.map((call) => `stricter: ${show(call)} is ${WORDS[draft.verb]} here, but was not`),
    ],
  };
}

const WORDS = { deny: 'denied', ask: 'asked about', allow: 'allowed', warn: 'warned of', inject: 'commented on' };

function show(call: ImportedCall): string {
  return `\`${typeof call === 'string' ? call : JSON.stringify(call)}\``;
}
