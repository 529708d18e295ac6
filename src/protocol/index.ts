/** `hookctl/protocol`: the words of the hook protocol, pure. */
export { type Decision, decide } from './decision.ts';
export { type EventName, EVENT_NAMES, type EventPayload, hookName, isEventName, rowOf, subjectOf } from './event.ts';
export type { BlockEffect, EventRow, Reader } from './event-row.ts';
export { type Finding, type Permission, PERMISSIONS, toFinding } from './finding.ts';
export {
  type AgentHandler,
  type CommandHandler,
  type Handler,
  HANDLER_TYPES,
  type HandlerType,
  type HttpHandler,
  handlerLabel,
  type McpToolHandler,
  type PromptHandler,
} from './handler.ts';
export { type CommandRun, type Outcome, type OutcomeKind, readCommandRun } from './outcome.ts';
export { ANSWER_FIELDS, checkOutput, type HookOutput } from './output.ts';
export { checkPayload, COMMON_FIELDS, decodePayload, encodePayload, type Payload } from './payload/payload.ts';
export { classifyStdout, type Stdout } from './stdout.ts';
export { join, NO_VERDICT, type Verdict, verdictOf } from './verdict.ts';
export type { Message } from './wording.ts';
