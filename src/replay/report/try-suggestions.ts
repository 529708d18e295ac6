import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import type { CompiledLayers } from '../../hook/policy-files/compile-layers.ts';
import type { LayerFile } from '../../hook/policy-files/locations.ts';
import type { Artefact } from '../../policy/hook.ts';
import type { ExampleResult } from '../../policy/index.ts';
import { rankGroups } from './rank.ts';
import {
  measureSuggestions,
  measureWarnings,
  splitByLife,
  type Suggestion,
  suggestExceptions,
  suggestionYaml,
  type TriedSuggestions,
  warnInstead,
} from './suggest.ts';
import type { AlarmGroup } from './tally.ts';

export interface TrialOptions {
  /** The layers of the policy on top of which the suggestions are put. */
  layers: readonly LayerFile[];
  /** Judges the record once more; null: a person has interrupted. */
  judgeAgain: (artefact: Artefact) => Promise<AlarmGroup[] | null>;
}

/**
 * Suggests exceptions for the alarms that are probably false, and tries them out: they must compile, the rule must still pass its own tests, and the record is
 * judged a second time with all of them: the rule must still speak on some of it. An exception that would switch the rule off becomes `mode: warn`.
 */
export async function trySuggestions(groups: readonly AlarmGroup[], options: TrialOptions): Promise<TriedSuggestions> {
  const suggestions = suggestExceptions(rankGroups(groups));
  if (suggestions.length === 0) return { effects: [], refused: [] };
  const trial = await openTrial(options.layers);
  const isGood = (list: readonly Suggestion[]) => trial.compile(list).artefact !== null;
  const compilable = isGood(suggestions) ? suggestions : suggestions.filter((one) => isGood([one]));
  const refused = suggestions.filter((one) => !compilable.includes(one));
  const tested = compilable.filter((one) => trial.keepsTests([one]));
  const together = tested.filter(({ rule }) => trial.keepsTests(tested.filter((one) => one.rule === rule)));
  const artefact = together.length === 0 ? null : trial.compile(together).artefact;
  const groupsAfter = artefact === null ? [] : await options.judgeAgain(artefact);
  if (groupsAfter === null) return { effects: [], refused: suggestions };
  const { alive, dead } = splitByLife(together, groupsAfter);
  const measured = measureSuggestions(alive, groups, groupsAfter);
  // A rule that keeps one narrow exception needs no milder mode.
  const excused = new Set(alive.map(({ rule }) => rule));
  const switching = compilable.filter((one) => !together.includes(one) || dead.includes(one));
  const warnings = warnInstead(switching.filter(({ rule }) => !excused.has(rule))).filter((one) => isGood([one]));
  const milder = measureWarnings(warnings, groups);
  return {
    effects: [...measured.effects, ...milder.effects],
    refused: [...refused, ...measured.refused, ...milder.refused],
  };
}

interface Trial {
  /** Null as the artefact where the compiler refuses: a locked rule, a condition that has no meaning at that moment. */
  compile: (suggestions: readonly Suggestion[]) => CompiledLayers;
  /** Do the tests of the rules still pass that say when they stop a call? */
  keepsTests: (suggestions: readonly Suggestion[]) => boolean;
}

/** Loaded only now: most replays need no compiler. */
async function openTrial(layers: readonly LayerFile[]): Promise<Trial> {
  const { compileLayers } = await import('../../hook/policy-files/compile-layers.ts');
  const { runExamples } = await import('../../policy/index.ts');
  const path = 'suggested.yaml';
  const base: LayerFile[] = layers.length > 0 ? [...layers] : [{ layer: 'pack', path: 'pack:default', wanted: true }];
  const compile = (suggestions: readonly Suggestion[]) =>
    compileLayers([...base, { layer: 'project', path, wanted: true }], {
      instead: new Map([[path, suggestionYaml(suggestions)]]),
    });
  const plain = compile([]);
  const passing = (built: CompiledLayers, rule: string): Set<string> => {
    const results = runExamples(built, { adapter: DEFAULT_ADAPTER, ofRule: (id) => id === rule });
    return new Set(results.filter(stops).map(keyOf));
  };
  return {
    compile,
    keepsTests: (suggestions) => {
      const built = compile(suggestions);
      const rules = [...new Set(suggestions.map(({ rule }) => rule))];
      return rules.every((rule) => {
        const after = passing(built, rule);
        return [...passing(plain, rule)].every((key) => after.has(key));
      });
    },
  };
}

function stops({ ok, expected }: ExampleResult): boolean {
  return ok && (expected === 'deny' || expected === 'ask');
}

function keyOf({ position: { file, line, column }, label }: ExampleResult): string {
  return `${file}:${line}:${column} ${label}`;
}
