/** A model, or anything else, that decides prompt and agent handlers. */
export interface Judge {
  /** One question, one verdict: `prompt` handlers. */
  ask(question: JudgeQuestion): Promise<JudgeAnswer>;
  /** A bounded verifier loop with read-only tools: `agent` handlers. */
  verify(question: JudgeQuestion): Promise<JudgeAnswer>;
}

export interface JudgeQuestion {
  /** The handler's prompt with `$ARGUMENTS` filled in. */
  prompt: string;
  event: string;
  model: string | undefined;
  /** Where the verifier may read. */
  projectDir: string;
  signal: AbortSignal;
  /** The agent's other hooks see the verifier's own tool calls; a refusal's text goes back to the model. */
  refusal: (tool: string, input: unknown) => Promise<string | null>;
}

/**
 * `verdict` is what the model gave, unchecked; `problem` says why there is none.
 * `unanswered`: the model ended without a verdict; the client reports that like an answer that came too late.
 */
export type JudgeAnswer = { verdict: unknown; text: string } | { problem: string; unanswered?: boolean };
