import { answerText } from './answer-text.ts';
import { compileGiven, givenPolicy, managedFile, type PolicyInput } from './given-policy.ts';
import type { HookAnswer } from './hook-answer.ts';
import { openHook } from './open-hook.ts';

export { PolicyError, type PolicyInput } from './given-policy.ts';
export type { ContextAnswer, HookAnswer, PermissionRequestAnswer, PreToolUseAnswer } from './hook-answer.ts';

/** What the Agent SDK hands to a hook: the payload that a command hook would read from its standard input. */
export type HookInput = Record<string, unknown>;

export type HookCallback = (
  input: HookInput,
  toolUseId: string | undefined,
  context: { signal: AbortSignal },
) => Promise<HookAnswer>;

export interface HookMatcher {
  matcher?: string;
  hooks: HookCallback[];
  timeout?: number;
}

export interface PolicyHooksOptions {
  /**
   * The path of a policy, `pack:NAME`, a policy as text or as an object, instead of what the user and the project say. A file is read again when it
   * changes. Default: what is in force in the project.
   */
  policy?: PolicyInput;
  /** The project whose policy applies. Default: the git repository around the session's working directory. */
  projectDir?: string;
  /** Where `HOOKCTL_POLICY`, `HOOKCTL_STATE_DIR`, `HOME` and the like are looked up. Default: the process's own. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Every event that a rule can be about. A rule that does not concern an event costs microseconds. */
const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'UserPromptSubmit',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
  'PreCompact',
  'Notification',
] as const;

export type PolicyHooks = Record<(typeof EVENTS)[number], HookMatcher[]>;

/**
 * The `hooks` option of the Claude Agent SDK: `query({ prompt, options: { hooks: policyHooks() } })`. The same policy,
 * session memory and audit trail as the dispatcher, without a process for each event. Throws a PolicyError when the given policy has errors.
 */
export function policyHooks(options: PolicyHooksOptions = {}): PolicyHooks {
  const decide = policyHook(options);
  // async: the SDK wants a promise, and a throw must become a rejection it can report.
  const callback: HookCallback = async (input) => decide(input);
  return Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [callback] }]])) as PolicyHooks;
}

/** The same for any other agent loop: one payload in, the answer out. */
export function policyHook(options: PolicyHooksOptions = {}): (input: HookInput) => HookAnswer {
  const { projectDir, env = process.env, policy } = options;
  const cwd = projectDir ?? process.cwd();
  const given = policy === undefined ? undefined : givenPolicy(policy, cwd);
  if (given !== undefined) compileGiven(given, [managedFile()]);
  const hook = openHook({ env, cwd, given });
  return (input) => {
    const text = answerText(hook.answer(JSON.stringify(input), { projectDir }));
    return text === '' ? {} : (JSON.parse(text) as HookAnswer);
  };
}
