import type { AgentEvent } from '../protocol/agent-event.ts';
import type { PastEvent } from './past-event.ts';

const MOST = 2_000;
const LONGEST_KEY = 2_000;

/** Judgements of calls that neither time nor the session's memory had a part in: the same call later comes to the same. Two generations, as bounded as `shared-actions`. */
export function createRemembered<T>() {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return {
    find: (key: string): T | undefined => young.get(key) ?? old.get(key),
    keep: (key: string, value: T) => {
      if (young.size >= MOST) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}

/** Everything a rule can see of a call before it runs; null for events that are not worth it. */
export function keyOfCall(past: PastEvent, event: AgentEvent): string | null {
  if (event.event !== 'before-tool' || event.input === null || event.tool === null) return null;
  const input = JSON.stringify(event.input);
  if (input.length > LONGEST_KEY) return null;
  const { actor, permissionMode, cwd, projectRoot, tool } = event;
  return [tool.native, input, cwd, projectRoot, permissionMode.native, actor.type, actor.isSubagent, past.branch].join(
    '\0',
  );
}
