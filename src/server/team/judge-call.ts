import { adapterNamed, speakerOf } from '../../adapters/index.ts';
import type { AuditRecord } from '../../audit/audit-record.ts';
import { auditLine } from '../../audit/record/audit-line.ts';
import { recordId, recordTime } from '../../audit/record/record-id.ts';
import { engineFailure } from '../../hook/failure.ts';
import { handle } from '../../hook/handle.ts';
import type { HookHost } from '../../hook/host.ts';
import { statedOnError } from '../../hook/on-error.ts';
import { answerText } from '../../hook/resident/answer-text.ts';
import type { Adapter } from '../../protocol/agent-event.ts';
import { fieldsOf, outlineIn, type ReceivedPayload, receivePayload } from '../../protocol/payload/payload.ts';
import { wordTroubleAt } from '../../protocol/text/file-trouble.ts';
import { NO_GRANTS } from '../../session/grants-port.ts';
import { type Share, sharedLine } from '../../store/share.ts';
import type { StoredDecision, Unit } from '../../store/store.ts';
import { remoteWorld } from '../../system/facts/remote-world.ts';
import { nodeSystem } from '../../system/node/system.ts';
import type { System } from '../../system/ports.ts';
import type { DeciderCall } from './decider.ts';
import type { TeamPolicy } from './team-policy.ts';

export interface TeamCall extends DeciderCall {
  payload: ReceivedPayload;
  /** Overrides what the payload says. */
  event: string | undefined;
  host: Omit<HookHost, 'sessions' | 'audit' | 'elapsed'>;
  share: Share;
  bundle: number | null;
}

export interface CallRequest {
  body: string;
  query: URLSearchParams;
  /** `Hookctl-Record` and `Hookctl-Attempt`, where the caller sends them. */
  record: string | undefined;
  attempt: string | undefined;
  team: string;
  machine: number;
  os: string | null;
  share: Share;
  policy: TeamPolicy;
  claimOnce: (what: string) => boolean;
}

/** A call as it came → ready to be judged; what cannot be read needs no session and is answered at once. */
export function readRequestedCall(request: CallRequest): { call: TeamCall } | { answer: string } | { problem: string } {
  const { query, record, team, machine, policy, share } = request;
  const payload = receivePayload(request.body);
  const named = query.get('agent');
  const hint = named === null ? null : adapterNamed(named);
  if (named !== null && hint === null) return { problem: `no agent "${named}"` };
  // Without the environment: it is the server's.
  const adapter = speakerOf(outlineIn(payload), {}, hint);
  const id = record ?? recordId(Date.now());
  const at = recordTime(id);
  if (at === null)
    return { problem: 'Hookctl-Record is not a record id: nine letters and digits, a dash, and seven more' };
  const event = query.get('event') ?? undefined;
  const host = hostOf(adapter, payload, request);
  const read = adapter.decode(payload, event === undefined ? host.hints : { ...host.hints, event });
  if (!read.ok) return { answer: answerText(handle(payload, { ...host, ...NOWHERE }, { event })) };
  const isRepeated = record !== undefined && Number(request.attempt ?? 1) > 1;
  const key = { at, machine, id };
  const session = read.event.session.id;
  return { call: { team, session, key, isRepeated, payload, event, host, share, bundle: policy.version } };
}

/** An event that cannot be read meets neither a session nor the trail. */
const NOWHERE: Pick<HookHost, 'sessions' | 'audit' | 'elapsed'> = {
  sessions: {
    fold: () => {
      throw new Error('this call has no session');
    },
    append: () => undefined,
  },
  audit: { append: () => undefined },
  elapsed: () => 0,
};

/** One call on the locked sessions of its unit: the same `handle` as everywhere. Adds the decision, and never throws. */
export function judgeCall({ payload, host, event, key, share, bundle }: TeamCall, unit: Unit): string {
  const started = performance.now();
  const decisions: StoredDecision[] = [];
  const append = (record: AuditRecord) => {
    const entry = { record, frame: { id: key.id, mode: null } };
    const { line, text } = auditLine(entry, { segment: 0, at: 0, prev: [] }, nodeSystem.sha256);
    const shared = sharedLine(line, text.trimEnd(), share);
    if (shared !== null) decisions.push({ key, line: shared.lean, text: shared.text, answer: null, bundle });
  };
  const elapsed = () => performance.now() - started;
  let answer: string;
  try {
    answer = answerText(handle(payload, { ...host, elapsed, sessions: unit.sessions, audit: { append } }, { event }));
  } catch (error) {
    answer = answerText(
      engineFailure({ adapter: host.adapter, payload, event }, wordTroubleAt(error), statedOnError(host)),
    );
  }
  for (const decision of decisions) unit.add({ ...decision, answer });
  return answer;
}

/** Whatever asks for a file of the server on behalf of a caller fails. */
const WITHOUT_FILES: System = {
  ...nodeSystem,
  files: new Proxy(nodeSystem.files, {
    get: () => {
      throw new Error('a team server has no files of its callers');
    },
  }),
};

function hostOf(adapter: Adapter, payload: ReceivedPayload, request: CallRequest): TeamCall['host'] {
  const { query, policy } = request;
  const place = adapter.placeIn(payload);
  const cwd = place.cwd ?? '/';
  const home = query.get('home') ?? homeIn([fieldsOf(payload)?.['transcript_path'], cwd]) ?? '/home/unknown';
  return {
    system: WITHOUT_FILES,
    adapter,
    compiled: policy.compiled,
    stateDirectory: '',
    mode: undefined,
    caches: policy.caches,
    // Nobody can permit a call on this machine, so no code for that is offered.
    grants: NO_GRANTS,
    world: remoteWorld({
      os: request.os ?? osOf(cwd),
      home,
      now: Date.now,
      localTime: (zone) => nodeSystem.localTime(zone, new Date()),
    }),
    claimOnce: request.claimOnce,
    isLate: () => false,
    begin: () => undefined,
    // A label: nothing is read there.
    hints: { projectRoot: query.get('project') ?? place.project ?? cwd, cwd, home },
  };
}

/** The payload does not name the home directory, but its paths are usually below it. */
function homeIn(paths: readonly unknown[]): string | null {
  for (const path of paths) {
    const found = typeof path === 'string' ? /^(?:\/root|\/(?:home|Users)\/[^/]+)(?=\/|$)/.exec(path) : null;
    if (found !== null) return found[0];
  }
  return null;
}

function osOf(cwd: string): string {
  return /^[A-Za-z]:[\\/]/.test(cwd) ? 'windows' : cwd.startsWith('/Users/') ? 'macos' : 'linux';
}
