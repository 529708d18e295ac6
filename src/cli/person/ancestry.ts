import { agentStartedBy, markAmong } from './agent-signs.ts';
import { processTable, type ProcessTable, type RunningProcess } from '../../system/node/process-table.ts';

/**
 * Was this process started by an agent, however far up? A child can drop the variable (`env -u NAME`), but not from the environment its ancestors
 * were started with, and the agent's own program is among them. Returns the sign, or null. Windows can tell by our own environment only.
 */
export function agentAmongAncestors(env: Readonly<Record<string, string | undefined>>): string | null {
  const own = markAmong(Object.entries(env).map(([name, value]) => `${name}=${value ?? ''}`));
  if (own !== null) return own;
  const table = processTable();
  return table === null ? null : signAmong(ancestorsOf(process.ppid, table));
}

const FARTHEST = 64;

/** The process itself first, then its parent, up to the first one of this machine or container. */
export function ancestorsOf(pid: number, table: ProcessTable): RunningProcess[] {
  const chain: RunningProcess[] = [];
  for (let at = pid; at > 0 && chain.length < FARTHEST;) {
    const one = table(at);
    if (one === null) break;
    chain.push(one);
    at = one.parent;
  }
  return chain;
}

export function signAmong(chain: readonly RunningProcess[]): string | null {
  for (const { pid, environment, words, executable } of chain) {
    const sign = markAmong(environment) ?? agentStartedBy(words) ?? agentStartedBy([executable, ...words.slice(1)]);
    if (sign !== null) return `${sign}, process ${pid}`;
  }
  return null;
}
