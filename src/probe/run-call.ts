import type { EventName } from '../protocol/event.ts';
import type { EventRow, Reader } from '../protocol/event-row.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { fire } from '../runtime/fire.ts';
import type { ProcessStart } from '../runtime/handlers/handler-run.ts';
import type { Guard } from './guards.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** What a guard's answer comes to for the agent. */
export type ReactionKind =
  /** The call is refused, the agent is kept going, or the model reads an objection afterwards: the guard said no. */
  | 'refuses'
  | 'asks'
  /** The model reads something, and the call goes ahead. */
  | 'speaks'
  | 'rewrites'
  | 'allows'
  | 'nothing'
  /** An error of the hook; the call goes ahead. */
  | 'fails'
  | 'late'
  /** It runs beside the agent and has no say. */
  | 'background'
  /** Its matcher or `if` does not let it run. */
  | 'skipped';

export interface Reaction {
  kind: ReactionKind;
  /** What is read of it, word for word, and by which reader. */
  words: string | null;
  reader: Reader | null;
  exitCode: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** What the client notes about it. */
  notice: string | null;
}

export interface CallOptions {
  /** What the guard reads instead of the payload. */
  stdin?: string;
  /** Seconds; the handler's own limit counts if it is shorter. */
  timeLimit: number;
  /** The project's directory as the guard sees it. */
  projectDir: string;
  signal: AbortSignal | undefined;
}

/** Runs a guard once, in the sandbox, and reads its answer as the client would. */
export async function runCall(
  guard: Guard,
  payload: Payload,
  sandbox: Sandbox,
  options: CallOptions,
): Promise<Reaction> {
  const { registration, row } = guard;
  const timeout = Math.min(registration.handler.timeout ?? row.timeouts.command, options.timeLimit);
  const one = { ...registration, handler: { ...registration.handler, timeout } };
  const start = (start: ProcessStart): ProcessStart => sandbox.start({ ...start, stdin: options.stdin ?? start.stdin });
  const result = await fire(payload, {
    settings: { ...guard.settings, registrations: (event: EventName) => (event === row.name ? [one] : []) },
    projectDir: options.projectDir,
    home: sandbox.home,
    env: { ...sandbox.env, ...guard.settings.env },
    oneShot: true,
    spent: new Set(),
    signal: options.signal,
    start,
  });
  await result.close();
  const [report] = result.handlers;
  const run = report?.run ?? null;
  const facts = {
    exitCode: run?.exitCode ?? null,
    stdout: run?.stdout ?? '',
    stderr: run?.stderr ?? '',
    durationMs: run?.durationMs ?? 0,
    notice: run?.outcome.notice ?? report?.note ?? null,
  };
  if (run === null) return { kind: 'skipped', words: null, reader: null, ...facts };
  return { ...readingOf(row, run.outcome, result.decision), ...facts };
}

type Fired = Awaited<ReturnType<typeof fire>>;
type Outcome = NonNullable<Fired['handlers'][number]['run']>['outcome'];

function readingOf(
  row: EventRow,
  outcome: Outcome,
  decision: Fired['decision'],
): Pick<Reaction, 'kind' | 'words' | 'reader'> {
  const said = (kind: ReactionKind): Pick<Reaction, 'kind' | 'words' | 'reader'> => {
    const message = decision.messages.find(({ to }) => to === decision.reasonTo) ?? decision.messages[0];
    return {
      kind,
      words: decision.reason ?? message?.text ?? null,
      reader: decision.reasonTo ?? message?.to ?? null,
    };
  };
  if (outcome.kind === 'async') return { kind: 'background', words: null, reader: null };
  // What "onFailure" makes of a failure is not an answer of the guard.
  const isOwn = outcome.block === null || !outcome.block.failedClosed;
  if (outcome.timedOut) return { kind: 'late', words: null, reader: null };
  if (!isOwn || outcome.kind === 'non-blocking-error') return { kind: 'fails', words: null, reader: null };
  if (decision.permission === 'ask') return said('asks');
  if (outcome.block !== null || !decision.proceeds || !decision.continue || decision.permission === 'deny')
    return row.exit2.effect === 'nothing' && decision.proceeds && decision.permission !== 'deny'
      ? { kind: 'nothing', words: null, reader: 'nobody' }
      : said('refuses');
  if (decision.reason !== null && decision.permission === null) return said('refuses');
  if (decision.updatedInput !== null || decision.updatedToolOutput !== null) return said('rewrites');
  if (decision.context.length > 0) return { kind: 'speaks', words: decision.context[0] ?? null, reader: 'model' };
  return decision.permission === 'allow' ? said('allows') : { kind: 'nothing', words: null, reader: null };
}

export function saysNo({ kind }: Reaction): boolean {
  return kind === 'refuses' || kind === 'asks';
}
