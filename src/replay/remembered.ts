import type { AgentEvent } from '../protocol/agent-event.ts';
import type { PastEvent } from './past-event.ts';
import { createSeenBefore } from './seen-before.ts';

const MOST = 2_000;
const LONGEST_KEY = 2_000;

/**
 * Values by key, within bounds: two generations, the older one forgotten when the younger is full. Kept is only what comes a second time: most commands
 * never come again, and what they leave behind would only be moved around by the garbage collector.
 */
export function createRemembered<T>() {
  const seenBefore = createSeenBefore(20_000);
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return {
    find: (key: string): T | undefined => young.get(key) ?? old.get(key),
    keep: (key: string, value: T) => {
      if (!seenBefore(key)) return;
      if (young.size >= MOST) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}

/**
 * What a rule usually sees of a call before it runs: the command or the path, not what is written and not what else the tool was given (a description, a
 * time limit). Who keeps a judgement under this key must know that nobody asked for the rest. Null for events that are not worth it.
 */
export function keyOfCall(past: PastEvent, event: AgentEvent): string | null {
  const [action, ...more] = event.actions;
  if (event.event !== 'before-tool' || action === undefined || more.length > 0) return null;
  const about = action.kind === 'file' ? `${action.op} ${action.path}` : action.kind === 'exec' ? action.command : null;
  if (about === null || about.length > LONGEST_KEY) return null;
  const { actor, permissionMode, cwd, projectRoot, tool } = event;
  return [tool?.native, about, cwd, projectRoot, permissionMode.native, actor.type, actor.isSubagent, past.branch].join(
    '\0',
  );
}
