import type { Payload } from '../protocol/payload/payload.ts';
import { type ProbeCall, payloadOf } from './calls/calls.ts';
import type { Try } from './evidence.ts';
import type { Guard } from './guards.ts';
import { type Reaction, runCall } from './run-call.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { type FieldPlacement, SHAPES } from './variants.ts';

export interface TrialLimits {
  /** Seconds for one run. */
  run: number;
  /** Seconds for all runs of one guard. Less likely calls are left out when a share of it is used up. */
  guard: number;
  /** Ends everything early. */
  signal?: AbortSignal | undefined;
}

/** For harmless and suspicious calls; the rest is for the questions after that. */
const SHARE_OF_CALLS = 0.4;

interface SandboxRunOptions {
  /** What the guard reads instead of the payload. */
  stdin?: string;
  /** Where the fields of the call are; null: where they belong. */
  shape?: FieldPlacement | null;
  /** Leave what earlier runs have written. */
  keepState?: true;
  /** In the directory whose name has a space. */
  spaced?: true;
  session?: string;
  fields?: Readonly<Record<string, unknown>>;
}

/** The runs of one guard, with a common end of time. */
export interface Trial {
  guard: Guard;
  sandbox: Sandbox;
  /** Of all runs, in their order. */
  reactions: readonly Reaction[];
  /** Files of the project that runs have changed. */
  changes: ReadonlySet<string>;
  /** Is this share of the time used up? */
  isOver(share?: number): boolean;
  payload(call: ProbeCall, options?: SandboxRunOptions): Payload;
  run(call: ProbeCall, options?: SandboxRunOptions): Promise<Reaction>;
  all(calls: readonly ProbeCall[], isEnough?: (done: readonly Try[]) => boolean): Promise<Try[]>;
  reset(): void;
}

export function startTrial(guard: Guard, sandbox: Sandbox, limits: TrialLimits): Trial {
  const started = performance.now();
  const reactions: Reaction[] = [];
  const changes = new Set<string>();
  const placeOf = ({ spaced }: SandboxRunOptions): string => (spaced === true ? sandbox.spacedDir : sandbox.projectDir);

  function payload(call: ProbeCall, options: SandboxRunOptions = {}): Payload {
    const projectDir = placeOf(options);
    const callPayload = payloadOf(guard.row, call, { projectDir, session: options.session ?? 'probe-session' });
    // The paths inside the call are those of the project, too.
    const text = JSON.stringify(callPayload).replaceAll(sandbox.projectDir, projectDir);
    return { ...(JSON.parse(text) as Payload), ...options.fields };
  }

  async function run(call: ProbeCall, options: SandboxRunOptions = {}): Promise<Reaction> {
    if (options.keepState !== true) reset();
    const own = payload(call, options);
    const moved = options.shape == null ? undefined : JSON.stringify(SHAPES[options.shape].make(own));
    const stdin = options.stdin ?? moved;
    const limit = { timeLimit: limits.run, projectDir: placeOf(options), signal: limits.signal };
    const reaction = await runCall(guard, own, sandbox, { ...(stdin === undefined ? {} : { stdin }), ...limit });
    reactions.push(reaction);
    return reaction;
  }

  async function all(
    calls: readonly ProbeCall[],
    isEnough: (done: readonly Try[]) => boolean = () => false,
  ): Promise<Try[]> {
    const done: Try[] = [];
    for (const call of calls) {
      if (isOver(SHARE_OF_CALLS) || isEnough(done)) break;
      done.push({ label: call.label, reaction: await run(call) });
    }
    return done;
  }

  function reset(): void {
    for (const path of sandbox.reset()) changes.add(path);
  }

  function isOver(share = 1): boolean {
    return limits.signal?.aborted === true || performance.now() - started > limits.guard * 1000 * share;
  }

  return { guard, sandbox, reactions, changes, isOver, payload, run, all, reset };
}
