import packageJson from 'hookctl/package.json' with { type: 'json' };
import type { AuditPort } from '../../audit/audit-record.ts';
import { adapterNamed, adapterNames, DEFAULT_ADAPTER, speakerOf } from '../../adapters/index.ts';
import { createHookHost, type HookHost, type HookPlace, type PolicyLoading } from '../host.ts';
import { type Env, stateDirectory } from '../policy-files/locations.ts';
import { syncTeamWhenDue } from '../team-sync.ts';
import { DamagedPolicy } from '../../policy/hook.ts';
import { policyPlace } from '../policy-files/policy-place.ts';
import { type OwnVariables, ownVariables } from '../trust/repository-variables.ts';
import type { Adapter, EncodedAnswer } from '../../protocol/agent-event.ts';
import { fieldsOf, outlineIn, type ReceivedPayload, receivePayload } from '../../protocol/payload/payload.ts';
import type { StdinText, System } from '../../system/ports.ts';
import { openTextFile } from '../../system/files/own-file.ts';
import { readArguments, USAGE } from './arguments.ts';
import { engineFailure, unreadablePayload } from '../failure.ts';
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
    Required<Pick<HookPlace, 'runningFiles'>>,
    Pick<HookPlace, 'caches'> {
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
  /** Runs `work` and breaks it off when the time is up: it then throws, or the host calls `hookFailed`. */
  within: <T>(until: number, work: () => T) => T;
}

/** Later than the budget of the rules, which leaves time to answer; still before the agent's own timeout. */
const GRACE_MS = 1_000;

/** Compiling a changed policy may take longer than judging, once. Still below the timeout that `hookctl install` registers, unless a person gave the hook a larger budget. */
const COMPILING_MS = 7_000;

/** How far a run has come. If the host breaks it off, the answer is made from this. */
export interface Progress {
  payload: ReceivedPayload;
  adapter: Adapter | null;
  event: string | undefined;
  host: HookHost | null;
}

/** One call of the hook, from its arguments to what it prints. */
export function runHook(hook: HookProcess, progress: Progress = newProgress()): EncodedAnswer {
  const request = readArguments(hook.args);
  if (request.kind === 'version') return printed(packageJson.version);
  if (request.kind === 'help') return printed(USAGE);
  if (request.kind === 'wrong') return wrongUse(request.problem);
  if (request.kind === 'statusline') return printed(statusLineOf(hook));
  const registered = request.agent === undefined ? null : adapterNamed(request.agent);
  if (request.agent !== undefined && registered === null)
    return wrongUse(`no agent "${request.agent}"; known: ${adapterNames().join(', ')}`);
  if (hook.isTerminal()) return wrongUse('the payload is read from stdin, and stdin is a terminal');
  progress.adapter = registered;
  progress.event = request.event;
  try {
    return answerEvent(hook, registered, progress);
  } catch (error) {
    return hookFailed(progress, wordTroubleAt(error));
  }
}

/** Standard input → payload → host → answer. `progress` gets each of them as soon as it is known. */
function answerEvent(hook: HookProcess, registered: Adapter | null, progress: Progress): EncodedAnswer {
  const surroundings = surroundingsOf(hook, registered ?? DEFAULT_ADAPTER);
  const { env, deadline } = surroundings;
  const input = hook.readStdin(deadline);
  const payload = input.ok ? receivePayload(input.text) : NO_PAYLOAD;
  progress.payload = payload;
  const adapter = speakerOf(outlineIn(payload), hook.env, registered);
  progress.adapter = adapter;
  const { event } = progress;
  const place = placeOf(hook, surroundings, adapter.placeIn(payload));
  let isUrgent = false;
  const answer = unlessDamaged((loading) => {
    const elapsedBefore = hook.elapsed();
    const host = hook.within(Math.max(hook.startedAt + COMPILING_MS, deadline), () =>
      createHookHost(adapter, place, { ...loadingOf(hook), ...loading }),
    );
    progress.host = host;
    if (!input.ok) return unreadablePayload({ adapter, payload, event }, input.problem, statedOnError(host));
    const firstDecision = untrustedRemark(host.compiled.manifest.untrusted ?? [], surroundings.ignored);
    const remarks = { standing: setupRemarks(env), firstDecision };
    // Compiling does not use up the rules' time. In whole milliseconds, like the clock: a budget of 0 leaves nothing, however fast the hook is.
    const until = Math.floor(deadline + hook.elapsed() - elapsedBefore);
    host.begin(until);
    const audit: AuditPort = {
      append: (record) => {
        isUrgent = record.verdict === 'deny' || record.verdict === 'ask';
        host.audit.append(record);
      },
    };
    const limit = Math.max(until, Date.now()) + GRACE_MS;
    return hook.within(limit, () => handle(payload, { ...host, audit }, { event, remarks }));
  });
  syncTeamWhenDue(hook.system, stateDirectory(hook.system, env), { env, isUrgent });
  return answer;
}

/** The compiled policy is read in pieces, so damage may show only while an event is judged. hookctl then compiles it again, and judges the event again. */
function unlessDamaged(answer: (loading: Pick<PolicyLoading, 'isDamaged'>) => EncodedAnswer): EncodedAnswer {
  try {
    return answer({ isDamaged: false });
  } catch (error) {
    if (!(error instanceof DamagedPolicy)) throw error;
    return answer({ isDamaged: true });
  }
}

const NO_PAYLOAD: ReceivedPayload = { text: '', decoded: { ok: false, problem: 'it is empty' } };

export function newProgress(): Progress {
  return { payload: NO_PAYLOAD, adapter: null, event: undefined, host: null };
}

/** The one place where the unexpected is answered, by the written failure policy (docs/dispatcher.md). */
export function hookFailed({ payload, adapter, event, host }: Progress, problem: string): EncodedAnswer {
  const stated = host === null ? null : statedOnError(host);
  return engineFailure({ adapter: adapter ?? DEFAULT_ADAPTER, payload, event }, problem, stated);
}

interface Surroundings extends OwnVariables {
  cwd: string;
  /** When the rules' time is up; milliseconds since the epoch. */
  deadline: number;
}

function surroundingsOf(hook: HookProcess, adapter: Adapter): Surroundings {
  const cwd = hook.cwd();
  const { searched } = policyPlace(hook.system, hook.env, cwd);
  const variables = ownVariables(hook.system, hook.env, searched, adapter);
  return { ...variables, cwd, deadline: hook.startedAt + budget(variables.env) };
}

function placeOf(
  { system, runningFiles, caches, elapsed }: HookProcess,
  { env, fullEnv, cwd, deadline }: Surroundings,
  payloadPaths: HookPlace['payloadPaths'],
): HookPlace {
  return { system, runningFiles, caches, elapsed, env, fullEnv, cwd, deadline, payloadPaths };
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

/** The line that the agent shows of us. Always prints a line, even after an error. */
function statusLineOf(hook: HookProcess): string {
  try {
    const adapter = DEFAULT_ADAPTER;
    const surroundings = surroundingsOf(hook, adapter);
    const input = hook.isTerminal() ? null : hook.readStdin(surroundings.deadline);
    const payload = receivePayload(input?.ok === true ? input.text : '{}');
    const place = placeOf(hook, surroundings, adapter.placeIn(payload));
    const host = createHookHost(adapter, place, loadingOf(hook));
    const session = fieldsOf(payload)?.['session_id'];
    return statusLine(host, typeof session === 'string' ? session : null);
  } catch (error) {
    return `hookctl does not work here: ${wordTroubleAt(error)}`;
  }
}

function printed(text: string): EncodedAnswer {
  return { stdout: `${text}\n`, stderr: '', exitCode: 0 };
}

function wrongUse(problem: string): EncodedAnswer {
  return { stdout: '', stderr: `dispatcher: ${problem}\n${USAGE}\n`, exitCode: 2 };
}
