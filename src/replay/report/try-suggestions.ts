import type { LayerFile } from '../../hook/policy-files/locations.ts';
import type { Artefact } from '../../policy/hook.ts';
import { rankGroups } from './rank.ts';
import {
  measureSuggestions,
  type Suggestion,
  suggestExceptions,
  suggestionYaml,
  type TriedSuggestions,
} from './suggest.ts';
import type { Group } from './tally.ts';

export interface TrialOptions {
  /** The layers of the policy on top of which the suggestions are put. */
  layers: readonly LayerFile[];
  /** Judges the record once more; null: a person has interrupted. */
  judgeAgain: (artefact: Artefact) => Promise<Group[] | null>;
}

/** Suggests exceptions for the alarms that are probably false, and tries them out: they must compile, and the record is judged a second time with all of them. */
export async function trySuggestions(groups: readonly Group[], options: TrialOptions): Promise<TriedSuggestions> {
  const suggestions = suggestExceptions(rankGroups(groups));
  const compile = await compilerOf(options.layers);
  const compilable = compile(suggestions) === null ? suggestions.filter((one) => compile([one]) !== null) : suggestions;
  const refused = suggestions.filter((one) => !compilable.includes(one));
  const artefact = compilable.length === 0 ? null : compile(compilable);
  const groupsAfter = artefact === null ? null : await options.judgeAgain(artefact);
  if (groupsAfter === null) return { effects: [], refused: [...refused, ...compilable] };
  const measured = measureSuggestions(compilable, groups, groupsAfter);
  return { effects: measured.effects, refused: [...refused, ...measured.refused] };
}

type Compile = (suggestions: readonly Suggestion[]) => Artefact | null;

/** Null where the compiler refuses: a locked rule, a condition that has no meaning at that moment. Loaded only now: most replays need no compiler. */
async function compilerOf(layers: readonly LayerFile[]): Promise<Compile> {
  const { compileLayers } = await import('../../hook/policy-files/compile-layers.ts');
  const path = 'suggested.yaml';
  const base: LayerFile[] = layers.length > 0 ? [...layers] : [{ layer: 'pack', path: 'pack:default', wanted: true }];
  return (suggestions) =>
    compileLayers([...base, { layer: 'project', path, wanted: true }], {
      instead: new Map([[path, suggestionYaml(suggestions)]]),
    }).artefact;
}
