/** `hookctl/policy`: read, check, compile, test and explain policies. The hook itself imports `hook.ts` only. */
export type { Artefact, CompiledRule } from './compile/artefact.ts';
export { FORMAT } from './compile/artefact.ts';
export { type Built, buildPolicy, type BuildInput } from './compile/compile.ts';
export { checkPolicy } from './checks/index.ts';
export { CONDITIONS } from './conditions/index.ts';
export { didYouMean } from '../protocol/text/did-you-mean.ts';
export { type EffectSummary, effectsOfEvent } from './judge/effect-summary.ts';
export { type ExampleOptions, type ExampleResult, runExamples } from './tests/examples.ts';
export {
  explain,
  type ExplainedCondition,
  type Explanation,
  formatExplanation,
  type RuleExplanation,
} from './judge/explain.ts';
export { readPolicyFiles, type Resolve } from './language/gather.ts';
export * from './hook.ts';
export { type Loosening, wordLoosening } from './compile/loosening.ts';
export { fromArtefact, serialise } from './stored/open-policy.ts';
export type { ParsedPolicy, PolicySource } from './language/parse.ts';
export { formatProblem, type Problem } from './language/problem.ts';
export { type ModeEdit, replaceMode, setMode } from './compile/set-mode.ts';
export { simulatedWorld } from './tests/simulated-world.ts';
export { VARIABLES } from './language/template.ts';
export { untestedRules } from './compile/untested-rules.ts';
