/** The JSON object that a command hook would print; an empty one is not an opinion. The Agent SDK takes it as it is. */
export interface HookAnswer {
  /** On Stop, SubagentStop, UserPromptSubmit, PostToolUse, PreCompact: the action does not happen, or the agent goes on working. */
  decision?: 'block';
  /** Goes with `decision`. */
  reason?: string;
  /** For the person. */
  systemMessage?: string;
  hookSpecificOutput?: PreToolUseAnswer | PermissionRequestAnswer | ContextAnswer;
}

export interface PreToolUseAnswer {
  hookEventName: 'PreToolUse';
  /** With `ask` a person decides. Absent: no opinion. */
  permissionDecision?: 'allow' | 'deny' | 'ask';
  permissionDecisionReason?: string;
  /** For the model. */
  additionalContext?: string;
}

export interface PermissionRequestAnswer {
  hookEventName: 'PermissionRequest';
  decision: { behavior: 'allow' } | { behavior: 'deny'; message: string };
}

/**
 * Events besides PreToolUse on which a hook can add to the model's context.
 * @internal
 */
export const CONTEXT_EVENTS = [
  'Notification',
  'PostModelSwitch',
  'PostToolBatch',
  'PostToolUse',
  'PostToolUseFailure',
  'SessionStart',
  'Setup',
  'SubagentStart',
  'UserPromptExpansion',
  'UserPromptSubmit',
] as const;

export interface ContextAnswer {
  hookEventName: (typeof CONTEXT_EVENTS)[number];
  additionalContext: string;
}
