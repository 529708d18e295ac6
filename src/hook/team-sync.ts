import { join } from 'node:path';
import { readPrivate, replacePrivate } from '../system/files/private-files.ts';
import type { System } from '../system/ports.ts';

/** A file whose age says when to synchronise again, and whose text says how. The hook reads nothing else. */
export function dueFile(stateDirectory: string): string {
  return join(stateDirectory, 'team', 'due');
}

const EVERY_MS = 60_000;
/** After a refusal. A synchronisation that the hook has started waits as long for more before it ends, so none is missed in between. */
export const URGENT_MS = 2_000;

/**
 * Starts `hookctl sync` in the background where it is due. It costs the hook one `stat`. Hooks that find it due at the same moment
 * all start one; the lock of the synchronisation lets a single one through.
 */
export function syncTeamWhenDue(
  system: System,
  stateDirectory: string,
  { env, isUrgent }: { env: Readonly<Record<string, string | undefined>>; isUrgent: boolean },
): void {
  const path = dueFile(stateDirectory);
  const facts = system.files.stat(path);
  const every = isUrgent ? URGENT_MS : EVERY_MS;
  if (facts === null || Date.now() - facts.modifiedAt < every || system.platform === 'win32') return;
  const text = readPrivate(system, path) ?? '';
  const command = JSON.parse(text) as string[];
  replacePrivate(system, path, text);
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:NODE_|LD_|DYLD_)/.test(name)));
  const script = '"$@" >/dev/null 2>&1 </dev/null &';
  system.exitCodeOf(['/bin/sh', '-c', script, 'sh', ...command], { env: clean, timeoutMs: 1_000 });
}
