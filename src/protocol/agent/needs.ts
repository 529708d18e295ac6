/** Which of an agent's events a policy has to see, in no agent's words. An adapter turns it into what is registered. */
export interface Needs {
  /** Tool calls before they run: all of them, or none. */
  before: boolean;
  /** Tool calls after they ran; null: none of them. */
  after: CallNeed | null;
  /** Names of `at:`, neutral ones and those that only one agent has. */
  events: string[];
}

export interface CallNeed {
  all: boolean;
  /** Every tool that can do one of these. */
  actions: CallAction[];
  /** And these, by the agent's name. */
  tools: string[];
}

export type CallAction = 'run' | 'write' | 'read' | 'fetch' | 'mcp';
