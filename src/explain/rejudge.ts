import { nodeSystem } from '../system/node/system.ts';
import { adapterNamed } from '../adapters/index.ts';
import type { AuditLine } from '../audit/record/audit-line.ts';
import { choosePolicy, errorsOf } from '../hook/policy-files/chosen-policy.ts';
import { guardPlaces } from '../hook/policy-files/guard-places.ts';
import { type Env, homeOf, projectRootOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import type { Judgement } from '../policy/judgement.ts';
import { createSession, type Session } from '../session/session.ts';
import { type Artefact, explain, type Explanation, fromArtefact } from '../policy/index.ts';
import { receivePayload } from '../protocol/payload/payload.ts';
import { fileState } from '../session/store/file-state.ts';
import { isDirectory } from '../system/node/files.ts';
import { keyOfArtefact } from '../hook/policy-files/artefact-text.ts';
import { createWorld } from '../system/facts/world.ts';
import type { CallerMachine } from './explain-call.ts';
import { earlierFacts } from './earlier-facts.ts';

export interface Rejudged {
  explanation: Explanation;
  /** What the hook would print. */
  answer: string;
  /** Null when the record does not say which policy has decided. */
  policyChanged: boolean | null;
  /** The same verdict, by the same rules. */
  same: boolean;
  /** Why this may not be what the hook saw. */
  doubts: string[];
}

/** A decision on record, judged by the policy in force now: on the stored payload, at the time it was, with what the session had done by then. */
export function rejudge(record: AuditLine, env: Env): Rejudged | { problem: string } {
  // The shell this runs in may be in another project.
  const project = record.project ?? projectRootOf(nodeSystem, {}, record.cwd);
  const policy = choosePolicy({ project, env, cwd: record.cwd });
  if (policy.artefact === null)
    return { problem: `the policy in force now has errors:\n${errorsOf(policy).join('\n')}` };
  const home = homeOf(nodeSystem, env);
  const judged = rejudgeBy(record, policy.artefact, {
    projectRoot: project,
    home,
    world: createWorld(nodeSystem, {
      env,
      home,
      clock: () => Date.parse(record.time),
      guard: () => guardPlaces({ system: nodeSystem, env, home }),
    }),
    factsOf: (session) => fileState(nodeSystem, stateDirectory(nodeSystem, env)).read(session).facts,
  });
  if ('problem' in judged || isDirectory(project)) return judged;
  return { ...judged, doubts: [...judged.doubts, `The project ${project} is no longer there.`] };
}

/** The same for a record of any machine. */
export function rejudgeBy(
  record: AuditLine,
  artefact: Artefact,
  { projectRoot: project, home, world, factsOf }: Omit<CallerMachine, 'cwd' | 'mode'>,
): Rejudged | { problem: string } {
  const adapter = adapterNamed(record.agent);
  if (adapter === null) return { problem: `there is no adapter for the agent "${record.agent}"` };
  if (record.payload === null) return { problem: 'its payload is not on record' };
  const hints = {
    projectRoot: project,
    cwd: record.cwd,
    home,
    event: record.nativeEvent === '' ? undefined : record.nativeEvent,
  };
  const decoded = adapter.decode(receivePayload(JSON.stringify(record.payload)), hints);
  if (!decoded.ok) return { problem: `its payload cannot be read any more: ${decoded.problem}` };

  const { event } = decoded;
  const loaded = fromArtefact(artefact);
  const journal = factsOf(record.session);
  const past = createSession(earlierFacts(record, journal));
  let remembers = false;
  const session: Session = {
    append: past.append,
    state: () => {
      remembers = true;
      return past.state();
    },
  };
  const explanation = explain(event, { policy: loaded, world, session, mode: record.mode ?? undefined });
  const same = fateOf(record) === fateOf(explanation.judgement);
  return {
    explanation,
    answer: adapter.encode(event, answerTo(explanation.judgement)).stdout.trimEnd(),
    policyChanged: record.policy === null ? null : record.policy !== keyOfArtefact(nodeSystem, artefact),
    same,
    doubts: [
      ...(record.payloadCut ? ['The stored payload was shortened or had secrets masked.'] : []),
      ...(remembers && journal.length === 0 && !same ? ['What the session had done before is no longer known.'] : []),
    ],
  };
}

function fateOf({
  verdict,
  hits,
}: Pick<Judgement, 'verdict'> & { hits: readonly Pick<Judgement['hits'][number], 'rule' | 'effective'>[] }): string {
  return [verdict, ...new Set(hits.map(({ rule, effective }) => `${rule} ${effective}`).sort())].join('\n');
}
