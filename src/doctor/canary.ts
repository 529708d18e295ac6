import { randomBytes } from 'node:crypto';
import { canaryCommand, canaryReason } from '../hook/canary.ts';
import { fire, type HandlerReport } from '../runtime/fire.ts';
import type { EffectiveSettings } from '../runtime/settings/effective.ts';
import { type DoctorCheck, notesOf } from './check.ts';
import { type GuardPlaces, type IsOwnHook, shownLabel } from './guard.ts';

export type CanaryOutcome =
  /** The deny came back, with the nonce: the hook is armed. */
  | 'denied'
  /** No hook would run before a Bash command. */
  | 'not-configured'
  /** The hook ran, and said something else or nothing. */
  | 'not-denied'
  /** The hook could not be started, or ended with an error. */
  | 'failed'
  /** The hook gave no answer in time. */
  | 'cancelled'
  /** The hook runs in the background, where it can deny nothing. */
  | 'background';

export interface CanaryResult {
  outcome: CanaryOutcome;
  /** The command of the handler this is about. */
  handler: string | null;
  file: string | null;
  durationMs: number;
  /** What the hook or the agent said about it. */
  detail: string | null;
  /** Fails closed: nothing gets through, and nothing works. */
  blocksAll: boolean;
}

export interface CanaryPlace extends GuardPlaces {
  settings: EffectiveSettings;
  isOwn: IsOwnHook;
  env: Readonly<Record<string, string>>;
}

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Plays the agent: a Bash call that every dispatcher of ours denies goes through the settings and the real process, and is never run. Only our own
 * handlers are started: other tools' hooks have nothing to prove. One result per handler.
 */
export async function sendCanary({ settings, isOwn, env, projectDir, home }: CanaryPlace): Promise<CanaryResult[]> {
  const registrations: EffectiveSettings['registrations'] = (event) => settings.registrations(event).filter(isOwn);
  const nonce = newNonce();
  const fired = await fire(
    {
      hook_event_name: 'PreToolUse',
      session_id: `hookctl-doctor-${nonce.slice(0, 8)}`,
      transcript_path: '',
      cwd: projectDir,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: canaryCommand(nonce), description: 'hookctl doctor' },
      tool_use_id: `toolu_${nonce}`,
    },
    { settings: { ...settings, registrations }, projectDir, home, env, oneShot: false, spent: new Set() },
  );
  await fired.close();
  const ran = fired.handlers.filter((one) => one.run !== null);
  if (ran.length > 0) return ran.map((report) => readReport(report, nonce));
  const idle = fired.handlers[0];
  return [
    {
      outcome: 'not-configured',
      handler: idle === undefined ? null : shownLabel(idle.registration.handler),
      file: idle?.registration.path ?? null,
      durationMs: 0,
      detail: idle?.note ?? (idle?.skipped === 'matcher' ? 'its matcher leaves Bash out' : null),
      blocksAll: false,
    },
  ];
}

function readReport({ registration, run }: HandlerReport, nonce: string): CanaryResult {
  const outcome = run?.outcome;
  const specific = outcome?.output?.hookSpecificOutput;
  const denied =
    specific?.['permissionDecision'] === 'deny' &&
    String(specific['permissionDecisionReason']).includes(canaryReason(nonce));
  const said = run?.stderr.trim() || run?.stdout.trim() || null;
  return {
    outcome: denied && outcome?.kind === 'success' ? 'denied' : kindOf(run),
    handler: shownLabel(registration.handler),
    file: registration.path,
    durationMs: run?.durationMs ?? 0,
    detail: denied ? null : (outcome?.notice ?? said),
    blocksAll: outcome?.block?.failedClosed === true,
  };
}

function kindOf(run: HandlerReport['run']): CanaryOutcome {
  const outcome = run?.outcome;
  if (outcome === undefined) return 'not-configured';
  if (outcome.kind === 'async') return 'background';
  if (outcome.timedOut || outcome.kind === 'cancelled') return 'cancelled';
  if (outcome.block?.failedClosed === true || outcome.kind === 'non-blocking-error') return 'failed';
  // Exit 2 blocks, but it is not how ours denies: it was started wrongly, and everything is blocked.
  return outcome.kind === 'blocking-error' ? 'failed' : 'not-denied';
}

export function canaryChecks(canaries: readonly CanaryResult[]): DoctorCheck[] {
  const notes = notesOf('Canary');
  for (const { outcome, handler, file, durationMs, detail, blocksAll } of canaries) {
    const because = detail === null ? '' : `: ${oneLine(detail)}`;
    const meanwhile = blocksAll ? ' Until then every call is blocked.' : ' Until then every call goes through.';
    const where = [file, handler].filter((one) => one !== null);
    switch (outcome) {
      case 'denied':
        notes.ok('canary-denied', `A test call was denied by the hook and the deny came back (${durationMs} ms).`, {
          where,
        });
        break;
      case 'not-configured':
        notes.fail('canary-not-configured', `No hook of hookctl runs before a Bash command${because}.`, {
          where,
          fix: '"Hooks" below says why.',
        });
        break;
      case 'not-denied':
        notes.fail('canary-not-denied', `The hook ran and did not deny the test call${because}.`, {
          where,
          fix: 'What runs there is not a dispatcher of this version: run `hookctl install`.',
        });
        break;
      case 'failed':
        notes.fail('canary-failed', `The hook failed on the test call${because}.`, {
          where,
          fix: `Repair what it names, or run \`hookctl install\`.${meanwhile}`,
        });
        break;
      case 'cancelled':
        notes.fail('canary-cancelled', 'The hook gave no answer to the test call within its timeout.', {
          where,
          fix: `Find out what it waits for, or raise its "timeout".${meanwhile}`,
        });
        break;
      case 'background':
        notes.fail('canary-background', 'The hook runs in the background, where it can deny nothing.', {
          where,
          fix: 'Remove "async" from its settings.',
        });
        break;
    }
  }
  return notes.all;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
