import type { CallAction, CallNeed, Needs } from '../../../protocol/agent/needs.ts';
import type { ToolKind } from '../../../protocol/agent-event.ts';
import { EVENT_NAMES, type EventName, isEventName, rowOf } from '../../../protocol/event.ts';
import type { CommandHandler } from '../../../protocol/handler.ts';
import type { HookEntry, Launch } from '../../agent.ts';
import { nativeEvents } from '../decode.ts';
import { toolsOfKind } from '../tools.ts';
import { PLUGIN_PLACEHOLDER } from './placeholders.ts';

/** Seconds. The dispatcher answers within 3; more would only make a hanging one hang longer. */
const TIMEOUT_SECONDS = 10;

/** Tells us from others, besides the name: see `own-handler.ts`. */
export const AGENT_ARGS = ['--agent', 'claude-code'];

/**
 * The client quotes command and arguments of a hook that cannot be started, to the person and to the model (oracle case o8-exec-missing-onfail). So the arguments
 * name the way out. They are the same in every scope, because the client merges equal handlers.
 */
export const IF_MISSING = [
  '--if-missing',
  'install hookctl again (npm ci), or run npx hookctl uninstall --all, or delete this hook from the settings',
];

/** In the order of a session, for people who read the settings; the rest follows. */
const ORDER: readonly EventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
];

/** What a policy needs → what is registered. */
export function hookEntries(needs: Needs, launch: Launch): HookEntry[] {
  const matchers = new Map<EventName, string | undefined>();
  const add = (name: string, matcher?: string) => {
    for (const event of nativeEvents(name)) if (isEventName(event)) matchers.set(event, matcher);
  };
  for (const name of needs.events) add(name);
  // Every tool, whatever the rules ask for today: a matcher that is too narrow tomorrow disarms a rule without a word.
  if (needs.before) add('before-tool', '*');
  if (needs.after !== null) add('after-tool', matcherOf(needs.after));
  const handler: CommandHandler = {
    type: 'command',
    command: launch.command,
    // The hooks of a plugin go with it.
    args: [...launch.args, ...AGENT_ARGS, ...(launch.command.startsWith(PLUGIN_PLACEHOLDER) ? [] : IF_MISSING)],
    timeout: TIMEOUT_SECONDS,
    onFailure: 'block',
  };
  const events = [...new Set([...ORDER, ...EVENT_NAMES])].filter((event) => matchers.has(event));
  return events.map((event) => {
    const matcher = rowOf(event).subject === 'tool_name' ? matchers.get(event) : undefined;
    return { event, ...(matcher === undefined ? {} : { matcher }), handler };
  });
}

const KINDS: Record<CallAction, ToolKind[]> = {
  run: ['shell'],
  write: ['write', 'edit', 'patch'],
  read: ['read', 'search'],
  fetch: ['fetch'],
  mcp: [],
};

/** After a call, tools that can change nothing a rule asks for are left out: most calls only read. */
function matcherOf({ all, actions, tools }: CallNeed): string {
  if (all) return '*';
  const names = [...new Set([...toolsOfKind(actions.flatMap((action) => KINDS[action])), ...tools])];
  // An MCP tool may read and write files as well.
  const mcp = actions.some((action) => action === 'mcp' || action === 'read' || action === 'write');
  return mcp ? `^(?:${[...names, 'mcp__.*'].join('|')})$` : names.join('|');
}

/** A tool for each part of a matcher made here; null: it lets everything through. */
export function matcherSamples(matcher: string): string[] | null {
  if (matcher === '*') return null;
  const [, inner = matcher] = /^\^\(\?:(.*)\)\$$/.exec(matcher) ?? [];
  return inner.split('|').map((name) => name.replace('.*', 'server__tool'));
}
