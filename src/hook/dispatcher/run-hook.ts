import packageJson from '../../../package.json' with { type: 'json' };
import type { AuditPort } from '../../audit/audit-record.ts';
import { adapterNamed, adapterNames, DEFAULT_ADAPTER, speakerOf } from '../../adapters/index.ts';
import { createHookHost, type HookHost, type HookPlace, type PolicyLoading } from '../host.ts';
import { type Env, stateDirectory } from '../policy-files/locations.ts';
import { startWhenDue } from '../team-sync.ts';
import { DamagedPolicy } from '../../policy/hook.ts';
import { policyPlace } from '../policy-files/policy-place.ts';
import { ownVariables } from '../trust/repository-variables.ts';
import type { Adapter } from '../../protocol/agent-event.ts';
import { fieldsOf, type ReceivedPayload, receivePayload } from '../../protocol/payload/payload.ts';
import type { StdinText, System } from '../../system/ports.ts';
import { openTextFile } from '../../system/files/own-file.ts';
import { readArguments, USAGE } from './arguments.ts';
import { engineFailure, type HookOutput, unreadablePayload } from '../failure.ts';
import { handle } from '../handle.ts';
import { budget, setupRemarks } from '../hook-environment.ts';
import { statedOnError } from '../on-error.ts';
import { untrustedRemark } from '../remarks.ts';
import { statusLine } from '../status-line.ts';
import { wordTroubleAt } from '../../protocol/text/file-trouble.ts';

/** The process the hook runs in, whatever its host. */
export interface HookProcess
  extends
    Pick<PolicyLoading, 'shipped' | 'rebuild'>,
    Required<Pick<HookPlace, 'program'>>,
    Pick<HookPlace, 'prepared'> {
  /** The machine: `nodeSystem` or `nativeSystem`. */
  system: System;
  /** All of standard input, or why it did not come before the deadline. */
  readStdin: (deadline: number) => StdinText;
  args: readonly string[];
  env: Env;
  cwd: () => string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Milliseconds since then. */
  elapsed: () => number;
  isTerminal: () => boolean;
  /** Breaks the work off when the time is up: it then throws, or the host calls `hookFailed`. */
  within: <T>(until: number, work: () => T) => T;
}

/** Later than the budget of the rules, which leaves time to answer; still before the agent's own timeout. */
const GRACE_MS = 1_000;

/** Compiling a changed policy may take longer than judging, once. Still below the timeout that `hookctl install` registers. */
const COMPILING_MS = 7_000;

/** How far a run has come; what is broken off from outside is answered from this. */
export interface Progress {
  payload: ReceivedPayload;
  adapter: Adapter | null;
  event: string | undefined;
  host: HookHost | null;
}

/** One call of the hook, from its arguments to what it prints. */
export function runHook(hook: HookProcess, progress: Progress = newProgress()): HookOutput {
  const asked = readArguments(hook.args);
  if (asked.kind === 'version') return { stdout: `${packageJson.version}\n`, stderr: '', exitCode: 0 };
  if (asked.kind === 'help') return { stdout: `${USAGE}\n`, stderr: '', exitCode: 0 };
  if (asked.kind === 'wrong') return wrongUse(asked.problem);
  if (asked.kind === 'statusline') return runStatusLine(hook);
  const hint = asked.agent === undefined ? null : adapterNamed(asked.agent);
  if (asked.agent !== undefined && hint === null)
    return wrongUse(`no agent "${asked.agent}"; known: ${adapterNames().join(', ')}`);
  if (hook.isTerminal()) return wrongUse('the payload is read from stdin, and stdin is a terminal');
  progress.adapter = hint;
  progress.event = asked.event;
  try {
    const cwd = hook.cwd();
    const { env, doubtful, ignored } = ownVariables(
      hook.system,
      hook.env,
      policyPlace(hook.system, hook.env, cwd).searched,
      hint ?? DEFAULT_ADAPTER,
    );
    const deadline = hook.startedAt + budget(env);
    const input = hook.readStdin(deadline);
    const payload = input.ok ? receivePayload(input.text) : NO_PAYLOAD;
    progress.payload = payload;
    const adapter = speakerOf(fieldsOf(payload), hook.env, hint);
    progress.adapter = adapter;
    const place = placeOf(hook, { env, doubtful, cwd, deadline, named: adapter.placeIn(payload) });
    const loading = loadingOf(hook);
    let isUrgent = false;
    const answer = (isDamaged: boolean): HookOutput => {
      const elapsedBefore = hook.elapsed();
      const host = hook.within(hook.startedAt + COMPILING_MS, () =>
        createHookHost(adapter, place, { ...loading, isDamaged }),
      );
      progress.host = host;
      if (!input.ok)
        return unreadablePayload({ adapter, payload, event: asked.event }, input.problem, statedOnError(host));
      const firstDecision = untrustedRemark(host.compiled.manifest.untrusted ?? [], ignored);
      const call = { event: asked.event, remarks: { standing: setupRemarks(env), firstDecision } };
      // The time that compiling took is not taken from the rules. In whole milliseconds, as the clock tells them: a budget of 0 leaves nothing, however fast the hook is.
      const until = Math.floor(deadline + hook.elapsed() - elapsedBefore);
      host.begin(until);
      const audit: AuditPort = {
        append: (record) => {
          isUrgent = record.verdict === 'deny' || record.verdict === 'ask';
          host.audit.append(record);
        },
      };
      return hook.within(Math.max(until, Date.now()) + GRACE_MS, () => handle(payload, { ...host, audit }, call));
    };
    const output = unlessDamaged(answer);
    startWhenDue(hook.system, stateDirectory(hook.system, env), env, isUrgent);
    return output;
  } catch (error) {
    return hookFailed(progress, wordTroubleAt(error));
  }
}

/** The compiled policy is read in pieces, so damage may show only while an event is judged. It is then compiled again, and the event judged anew. */
function unlessDamaged(answer: (isDamaged: boolean) => HookOutput): HookOutput {
  try {
    return answer(false);
  } catch (error) {
    if (!(error instanceof DamagedPolicy)) throw error;
    return answer(true);
  }
}

const NO_PAYLOAD: ReceivedPayload = { text: '', decoded: { ok: false, problem: 'it is empty' } };

export function newProgress(): Progress {
  return { payload: NO_PAYLOAD, adapter: null, event: undefined, host: null };
}

/** The one place where the unexpected is answered, by the written failure policy (docs/dispatcher.md). */
export function hookFailed({ payload, adapter, event, host }: Progress, problem: string): HookOutput {
  const stated = host === null ? null : statedOnError(host);
  return engineFailure({ adapter: adapter ?? DEFAULT_ADAPTER, payload, event }, problem, stated);
}

function placeOf(
  { system, program, prepared, elapsed }: HookProcess,
  rest: Pick<HookPlace, 'env' | 'doubtful' | 'cwd' | 'deadline' | 'named'>,
): HookPlace {
  return { system, program, prepared, elapsed, ...rest };
}

function loadingOf({ system, shipped, rebuild }: HookProcess): PolicyLoading {
  return {
    version: packageJson.version,
    shipped,
    rebuild,
    open: (path) => openTextFile(system, path),
    isDamaged: false,
  };
}

/** The line that the agent shows of us. Whatever goes wrong, it is a line. */
function runStatusLine(hook: HookProcess): HookOutput {
  const line = (text: string): HookOutput => ({ stdout: `${text}\n`, stderr: '', exitCode: 0 });
  try {
    const cwd = hook.cwd();
    const adapter = DEFAULT_ADAPTER;
    const { searched } = policyPlace(hook.system, hook.env, cwd);
    const { env, doubtful } = ownVariables(hook.system, hook.env, searched, adapter);
    const deadline = hook.startedAt + budget(env);
    const input = hook.isTerminal() ? null : hook.readStdin(deadline);
    const payload = receivePayload(input?.ok === true ? input.text : '{}');
    const place = placeOf(hook, { env, doubtful, cwd, deadline, named: adapter.placeIn(payload) });
    const host = createHookHost(adapter, place, loadingOf(hook));
    const { decoded } = payload;
    const session = (decoded.ok ? decoded.payload : decoded.fields)?.['session_id'];
    return line(statusLine(host, typeof session === 'string' ? session : null));
  } catch (error) {
    return line(`hookctl does not work here: ${wordTroubleAt(error)}`);
  }
}

function wrongUse(problem: string): HookOutput {
  return { stdout: '', stderr: `dispatcher: ${problem}\n${USAGE}\n`, exitCode: 2 };
}
