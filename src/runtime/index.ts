/** `hookctl/runtime`: the agent's side of the hook protocol, for people who build agents. */
export type { Judge, JudgeAnswer, JudgeQuestion } from './handlers/judge.ts';
export type { BackgroundReport, FireReport, ReportedHandler, SettingsWarning } from './report.ts';
export { createStopLoop, type StopLoop } from './stop-loop.ts';
export { createHookRuntime, type FireInput, type HookRuntime, type RuntimeOptions } from './runtime.ts';
