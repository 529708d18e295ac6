import { answerText } from './answer-text.ts';
import { openHook } from './open-hook.ts';

/** What the Agent SDK hands to a hook: the payload that a command hook would read from its standard input. */
export type HookInput = Record<string, unknown>;

/** The JSON object a command hook would print; empty means no opinion. */
export type HookOutput = Record<string, unknown>;

export type HookCallback = (
  input: HookInput,
  toolUseId: string | undefined,
  context: { signal: AbortSignal },
) => Promise<HookOutput>;

export interface HookMatcher {
  matcher?: string;
  hooks: HookCallback[];
  timeout?: number;
}

export interface PolicyHooksOptions {
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
 * session memory and audit trail as the dispatcher, without a process for each event.
 */
export function policyHooks(options: PolicyHooksOptions = {}): PolicyHooks {
  const decide = policyHook(options);
  // async: the SDK wants a promise, and a throw must become a rejection it can report.
  const callback: HookCallback = async (input) => decide(input);
  return Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [callback] }]])) as PolicyHooks;
}

/** The same for any other agent loop: one payload in, the answer out. */
export function policyHook({ projectDir, env = process.env }: PolicyHooksOptions = {}): (
  input: HookInput,
) => HookOutput {
  const hook = openHook({ env, cwd: projectDir ?? process.cwd() });
  return (input) => {
    const text = answerText(hook.answer(JSON.stringify(input), { projectDir }));
    return text === '' ? {} : (JSON.parse(text) as HookOutput);
  };
}
