/** `hookctl`: what a policy says of a call, and both ends of the hook protocol. The rooms have separate entries: `hookctl/protocol`, `hookctl/runtime` … */
export type { Judged } from './hook/judge-call.ts';
export { createJudge, judge, type JudgeOptions, type ToolCall } from './hook/resident/judge.ts';
export {
  type HookAnswer,
  policyHook,
  policyHooks,
  type PolicyHooks,
  type PolicyHooksOptions,
  PolicyError,
  type PolicyInput,
} from './hook/resident/agent-sdk.ts';
export * from './protocol/index.ts';
export * from './runtime/index.ts';
