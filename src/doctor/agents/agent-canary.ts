import { readFileSync } from 'node:fs';
import type { BlockingAnswer, Registrar } from '../../adapters/register/registrar.ts';
import { canaryCommand, canaryReason } from '../../hook/canary.ts';
import { type ProcessResult, runProcess } from '../../system/node/process.ts';
import { type CanaryResult, type CanaryOutcome, newNonce } from '../canary.ts';
import type { FoundHook } from './registered-hooks.ts';

/** Above the deadline of the command itself. */
const PATIENCE_MS = 10_000;

export interface AgentCanaryRequest {
  registrar: Registrar;
  /** Ours, before a call. */
  hook: FoundHook;
  cwd: string;
  env: Readonly<Record<string, string>>;
}

/** The registered command line gets a call of this agent that every dispatcher of ours denies; its answer has to block there. */
export async function sendAgentCanary({ registrar, hook, cwd, env }: AgentCanaryRequest): Promise<CanaryResult> {
  const nonce = newNonce();
  const payload = registrar.canary.payload(canaryCommand(nonce), {
    cwd,
    session: `hookctl-doctor-${nonce.slice(0, 8)}`,
  });
  const [file = '/bin/sh', ...args] = argvOf(hook);
  const ran = await runProcess({
    file,
    args,
    cwd,
    env: { ...env },
    stdin: `${JSON.stringify(payload)}\n`,
    timeoutMs: PATIENCE_MS,
  });
  const isBlocked = registrar.canary.blockedBy.some((answer) => gives(answer, ran));
  const isOurs = (ran.stdout + ran.stderr).includes(canaryReason(nonce).slice(0, 50));
  const outcome: CanaryOutcome =
    isBlocked && isOurs
      ? 'denied'
      : ran.timedOut
        ? 'cancelled'
        : isBlocked || ran.exitCode !== 0
          ? 'failed'
          : 'not-denied';
  return {
    outcome,
    handler: hook.command,
    file: hook.file,
    durationMs: Math.round(ran.durationMs),
    detail: outcome === 'denied' ? null : ran.stderr.trim() || ran.stdout.trim() || null,
    blocksAll: isBlocked && !isOurs,
  };
}

/** A plugin names the program that it starts; everything else is a command line. */
function argvOf({ command, file }: FoundHook): string[] {
  if (!file.endsWith('.js')) return ['/bin/sh', '-c', command ?? ''];
  const [, list = '[]'] = /^const ARGV = (\[.*\]);$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return JSON.parse(list) as string[];
}

function gives(answer: BlockingAnswer, { exitCode, stdout, stderr }: ProcessResult): boolean {
  if (answer === 'exit-2') return exitCode === 2 && stderr.trim() !== '';
  const said = jsonOf(stdout);
  if (exitCode !== 0 || said === null) return false;
  if (answer === 'cancel') return said['cancel'] === true;
  if (answer === 'permission') return said['permission'] === 'deny';
  if (answer === 'decision')
    return (said['decision'] === 'deny' || said['decision'] === 'block') && Boolean(said['reason']);
  const nested = said['hookSpecificOutput'] as Record<string, unknown> | undefined;
  return nested?.['permissionDecision'] === 'deny' && Boolean(nested['permissionDecisionReason']);
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
