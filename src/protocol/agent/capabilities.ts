import type { NeutralEvent } from '../agent-event.ts';

/** What an agent makes of a hook's answers, and of a hook that gives none. Data only: the hook lowers answers by it, `docs/agents.md` shows it. */
export interface Capabilities {
  /** The npm package that holds the agent; null: it is not on npm, or not known. */
  package: string | null;
  /** The program that people start; null: it is an editor. */
  program: string | null;
  /** The version that was driven, or that the source or documentation is about; null: no version is named. */
  version: string | null;
  /** Driven: seen on the real program. Documented: from its source or documentation, never run by us. */
  evidence: 'driven' | 'documented';
  /** A refused call does not run. `ends-run`: the whole run ends with it. */
  deny: 'blocks' | 'ends-run';
  /** What becomes of a question to the person. `denies`: it counts as a refusal. `runs`: the call runs. `hangs`: the agent waits for ever. */
  ask: { interactive: AskFate; headless: AskFate };
  /** A hook can change a call's input: by a whole object, by the fields that change, or not. */
  rewrite: 'full' | 'merge' | 'none';
  /** Who reads why a call was refused. */
  reason: 'model' | 'person' | 'nobody';
  /** The events on which a hook can add to the model's context. */
  context: readonly NeutralEvent[];
  /** What a refused prompt does. */
  prompt: 'blocks' | 'ends-run' | 'passes';
  /** What a refused stop does: the agent goes on, at most this often in a row by the agent's own limit (null: it has none). */
  stop: { held: boolean; limit: number | null };
  /** The pre-tool hook ends with an error, or is missing. */
  crash: 'runs' | 'refused';
  /** The pre-tool hook does not answer in time. */
  hang: 'runs' | 'refused';
  /** The event after a call may be missing or come too late, so edits are remembered before the call. */
  afterTool: 'in-order' | 'unsure';
  /** What a person should know besides, in sentences. */
  notes: readonly string[];
}

type AskFate = 'asks' | 'denies' | 'runs' | 'hangs';
