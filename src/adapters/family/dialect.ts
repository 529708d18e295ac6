import type { AgentEvent, NeutralEvent, PermissionMode, Recognition } from '../../protocol/agent-event.ts';
import type { AgentTraits } from '../../protocol/agent/agent-traits.ts';
import type { Capabilities } from '../../protocol/agent/capabilities.ts';
import type { Answers } from './answers.ts';
import type { Envelope } from './envelope.ts';
import type { ToolTable } from './tool-table.ts';

type Fields = Record<string, unknown>;

/** All that makes an agent different from the others of its kind. One folder in `adapters/` has one of these. */
export interface Dialect {
  name: string;
  title: string;
  capabilities: Capabilities;
  traits: Partial<AgentTraits>;
  /** Its settings in a project that start hooks, relative to it. */
  settingsFiles?: readonly string[];
  recognises: (payload: Fields) => Recognition;
  /** The name of the way to speak, for agents with several. */
  dialectOf?: (payload: Fields) => string;
  hookVariables?: readonly string[];
  /** Events whose meaning the shared list does not have. */
  events?: Readonly<Record<string, NeutralEvent>>;
  tools: ToolTable;
  /** By dialect, where an agent has several. */
  answers: Answers | Readonly<Record<string, Answers>>;
  /** Its words for how much it may do without asking. */
  modes?: Readonly<Record<string, PermissionMode>>;
  /** A last word on what was read, where the payload needs more than names. */
  adjust?: (event: AgentEvent, envelope: Envelope) => AgentEvent;
}
