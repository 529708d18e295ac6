import { dirname, join } from 'node:path';
import { host } from '../../system/native/host.ts';
import { readStdin } from '../../system/native/stdin.ts';
import { nativeSystem } from '../../system/native/system.ts';
import { hookFailed, newProgress, runHook } from './run-hook.ts';
import { createEventCaches } from '../../policy/hook.ts';
import type { EncodedAnswer } from '../../protocol/agent-event.ts';
import { warmUp } from './warm-up.ts';
import { rebuildByNode } from './rebuild-by-node.ts';

/** The hook on QuickJS. Evaluated when the executable is built; `host.c` calls `run` when the hook is. */
const progress = newProgress();

/** Filled by `warm` when the executable is built, so that its memory image holds what usual events need. */
const caches = createEventCaches();

(globalThis as { hookctlHook?: unknown }).hookctlHook = {
  run: (): number => {
    const env = host.environment();
    const startedAt = host.now() - host.elapsed();
    const executable = host.executable() ?? '/';
    return finish(
      runHook(
        {
          system: nativeSystem,
          readStdin,
          args: host.arguments(),
          env,
          cwd: host.cwd,
          startedAt,
          elapsed: host.elapsed,
          isTerminal: () => host.isTerminal(0),
          within: (until, work) => {
            host.giveUpAt(until);
            return work();
          },
          caches,
          runningFiles: [host.executable() ?? []].flat(),
          shipped: join(dirname(dirname(executable)), 'default.policy'),
          rebuild: (request) => rebuildByNode(request, executable, env),
        },
        progress,
      ),
    );
  },
  warm: (policyFile: string) => warmUp(policyFile, caches),
  failed: (problem: string): number => finish(hookFailed(progress, problem)),
};

function finish({ stdout, stderr, exitCode }: EncodedAnswer): number {
  if (stderr !== '') host.print(2, stderr);
  if (stdout !== '') host.print(1, stdout);
  return exitCode;
}
