/** `hookctl/policy`: read, check, compile, test and explain policies. The hook itself imports `hook.ts` only. */
export type { Artefact, CompiledRule } from './artefact.ts';
export { FORMAT } from './artefact.ts';
export { type Built, buildPolicy, type BuildInput } from './compile.ts';
export { CONDITIONS } from './conditions/index.ts';
export { didYouMean } from './did-you-mean.ts';
export { type EffectSummary, effectsOfEvent } from './effect-summary.ts';
export { type ExampleOptions, type ExampleResult, runExamples } from './examples.ts';
export { explain, type Explanation, formatExplanation, type RuleExplanation } from './explain.ts';
export { readPolicyFiles, type Resolve } from './gather.ts';
export * from './hook.ts';
export { type Loosening, wordLoosening } from './loosening.ts';
export { fromArtefact, serialise } from './load.ts';
export type { ParsedPolicy, PolicySource } from './parse.ts';
export { formatProblem, type Problem } from './problem.ts';
export { type ModeEdit, setMode } from './set-mode.ts';
export { simulatedWorld } from './simulated-world.ts';
export { VARIABLES } from './template.ts';
export { untestedRules } from './untested-rules.ts';
