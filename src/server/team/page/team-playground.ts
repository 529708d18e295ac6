import { type AskedCall, AskedWrongly, readAskedCall } from '../../../explain/asked-call.ts';
import {
  type CallerMachine,
  type Explained,
  explainPayload,
  supposing,
  wordExplained,
} from '../../../explain/explain-call.ts';
import { decisionOf } from '../../../audit/query/decision.ts';
import type { AuditLine } from '../../../audit/record/audit-line.ts';
import { type Built, fromArtefact } from '../../../policy/index.ts';
import { comparePolicies } from '../../../replay/judge/compare-policies.ts';
import type { KeptDecision } from '../../../store/postgres/read/rows.ts';
import { remoteWorld } from '../../../system/facts/remote-world.ts';
import { nodeSystem } from '../../../system/node/system.ts';
import { compileBundle } from '../../../team/bundle/compile-bundle.ts';
import type { EditedAnswer, ExplainAnswer, ExplainQuestion, WhatIfAnswer } from '../../api.ts';
import { badRequest } from '../../routes/problem.ts';
import { errorsIn, type PublishedPolicy, testsIn } from './published.ts';

const LONGEST = 64 * 1024;
const HOME = '/home/user';
const PROJECT = `${HOME}/project`;

/** A machine of which nothing is known: the server never looks at its own disk for somebody else. */
export function unknownMachine(clock: () => number = Date.now): Omit<CallerMachine, 'mode'> {
  return {
    projectRoot: PROJECT,
    cwd: PROJECT,
    home: HOME,
    world: remoteWorld({
      os: 'linux',
      home: HOME,
      now: clock,
      localTime: (zone) => nodeSystem.localTime(zone, new Date(clock())),
    }),
    factsOf: () => [],
  };
}

interface Edited {
  file: string;
  text: string;
}

/** A call under the published policy, and under an unsaved one. */
export function teamExplainAnswer(question: ExplainQuestion, published: PublishedPolicy): ExplainAnswer {
  if (question.text.length > LONGEST) throw badRequest(`the call has more than ${LONGEST} characters`);
  const nothing = { now: null, edited: null, hint: null };
  let asked: AskedCall;
  try {
    asked = readAskedCall({ words: question.text.trim() === '' ? [] : [question.text], cwd: PROJECT });
  } catch (error) {
    if (error instanceof AskedWrongly) return { ...nothing, problem: error.message };
    throw error;
  }
  const supposed = { asked, branch: question.branch };
  const edited = question.edited === undefined ? null : editedAnswer(supposed, question.edited, published);
  const now = explainedBy(supposed, published.built);
  if ('problem' in now) return { ...nothing, edited, problem: now.problem };
  return { now, problem: null, edited, hint: asked.hint };
}

/** A call, and what is supposed about where it is made. */
interface SupposedCall {
  asked: AskedCall;
  branch: string | undefined;
}

function editedAnswer(call: SupposedCall, edited: Edited, published: PublishedPolicy): EditedAnswer {
  const built = builtWith(edited, published);
  if ('problem' in built) return { explained: null, problems: [built.problem], tests: null };
  const explained = explainedBy(call, built);
  return {
    explained: 'problem' in explained ? null : explained,
    problems: errorsIn(built),
    tests: testsIn(built),
  };
}

function explainedBy({ asked, branch }: SupposedCall, built: Built): Explained | { problem: string } {
  if (built.artefact === null) return { problem: `the policy has errors:\n${errorsIn(built).join('\n')}` };
  const machine = unknownMachine();
  const world = supposing(machine.world, branch);
  const explained = explainPayload(asked.payload, built.artefact, { ...machine, world, mode: undefined });
  return 'problem' in explained ? explained : wordExplained(explained, built.loosenings);
}

/** The published files with one of them replaced; packs are the only other thing that it may extend. */
function builtWith({ file, text }: Edited, { files }: PublishedPolicy): Built | { problem: string } {
  if (!files.some(({ path }) => path === file)) return { problem: `${file} is not a file of the published policy` };
  if (text.length > LONGEST) return { problem: `${file} has more than ${LONGEST} characters` };
  return compileBundle({ files: files.map((one) => (one.path === file ? { path: file, text } : one)) }, null);
}

/** The newest decisions whose payload is here, under the published policy and under an edited one. */
export async function teamWhatIf(
  edited: Edited,
  published: PublishedPolicy,
  past: readonly KeptDecision[],
): Promise<
  Omit<WhatIfAnswer, 'changes'> & { changes: (Omit<WhatIfAnswer['changes'][number], 'row'> & { id: string })[] }
> {
  const nothing = { judged: 0, skipped: 0, changes: [] };
  const built = builtWith(edited, published);
  if ('problem' in built) return { ...nothing, problems: [built.problem] };
  if (built.artefact === null) return { ...nothing, problems: errorsIn(built) };
  if (published.built.artefact === null) return { ...nothing, problems: errorsIn(published.built) };
  const decisions = past.flatMap(({ line }) =>
    line === null ? [] : (decisionOf(JSON.parse(line) as AuditLine) ?? []),
  );
  const policies = [fromArtefact(published.built.artefact), fromArtefact(built.artefact)] as const;
  const { changes, judged, skipped } = await comparePolicies(decisions, policies, {
    env: {},
    home: HOME,
    present: false,
  });
  return {
    judged,
    skipped: skipped + past.length - decisions.length,
    changes: changes.map(({ decision, ...change }) => ({ id: decision.id, ...change })),
    problems: [],
  };
}
