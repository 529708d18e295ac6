import type { EventRow } from '../protocol/event-row.ts';
import { type GuardEvidence, isAlike } from './evidence.ts';
import { triesToRefuse } from './intent.ts';
import { type Reaction, saysNo } from './run-call.ts';
import {
  alwaysFails,
  canLoop,
  countsAllSessions,
  type Diagnosis,
  exitCode,
  failsWithSpace,
  firesOnEverything,
  inBackground,
  mindsUnknownFields,
  missingProgram,
  neverFires,
  neverRuns,
  noGuard,
  notSafeInParallel,
  reasonUnread,
  slow,
  stateByPid,
  timesOut,
  unreadText,
  works,
  writesOutside,
  wrongPlace,
} from './diagnoses.ts';

/** Milliseconds from which a hook is felt. */
const SLOW = 1000;

/** What the evidence means, in plain words; the gravest first. */
export function diagnoseGuard(row: EventRow, evidence: GuardEvidence): Diagnosis[] {
  const found = [...outcomes(row, evidence), ...circumstances(row, evidence)];
  const order = { fault: 0, warning: 1, note: 2 };
  const sorted = found.sort((a, b) => order[a.severity] - order[b.severity]);
  const isFine = !sorted.some(({ severity }) => severity !== 'note') && !sorted.some(({ id }) => id === 'no-guard');
  return isFine ? [works(evidence), ...sorted] : sorted;
}

/** Does it say no, and does that count? */
function* outcomes(row: EventRow, evidence: GuardEvidence): Generator<Diagnosis> {
  const { harmless, suspicious, trigger, moved, repeated, planted } = evidence;
  const all = [...harmless, ...suspicious];
  const isMeant = isMeantToRefuse(row, evidence);
  if (all.every(({ reaction }) => reaction.kind === 'skipped')) return yield neverRuns(row, all);
  const isGate = row.exit2.effect === 'keeps-going';
  const refusesHarmless = harmless.length > 0 && harmless.every(({ reaction }) => saysNo(reaction));
  if (refusesHarmless && !isGate) yield firesOnEverything(all, evidence);
  if (refusesHarmless || (trigger !== null && saysNo(trigger.reaction)) || repeated?.shape === null) return;
  if (!isMeant) return yield noGuard(evidence);
  if (all.some(({ reaction }) => reaction.kind === 'background')) return yield inBackground();
  if (all.every(({ reaction }) => reaction.kind === 'late')) return yield timesOut(all[0]);
  yield neverFires(evidence);
  if (all.length > 1 && all.every(({ reaction }) => reaction.kind === 'fails')) yield alwaysFails(all[0]);
  if (planted !== null || evidence.namesStateByPid) yield stateByPid(planted);
  if (moved !== null) yield wrongPlace(moved, null);
  else if (repeated !== null)
    yield wrongPlace({ label: '', reaction: repeated.reaction, shape: repeated.shape ?? 'top' }, repeated.from);
  const isAttempt = trigger !== null && triesToRefuse(row, trigger.reaction);
  if (isAttempt && trigger.reaction.kind === 'fails') yield exitCode(trigger.reaction, trigger.label);
  else if (moved?.reaction.kind === 'fails') yield exitCode(moved.reaction, moved.label);
  if (isAttempt && trigger.reaction.kind === 'nothing') yield unreadText(row, trigger);
}

/** By its text, or by what it says to some calls and not to others. Formatters and loggers fail and print, too. */
function isMeantToRefuse(row: EventRow, { isMeantToRefuse: byText, trigger, moved }: GuardEvidence): boolean {
  return byText || [trigger, moved].some((one) => one !== null && triesToRefuse(row, one.reaction));
}

/** What else was seen, whether it works or not. */
function* circumstances(row: EventRow, evidence: GuardEvidence): Generator<Diagnosis> {
  const { repeated, whileKeptGoing, trigger, missing, durations, changes } = evidence;
  const refusal = [
    trigger?.reaction,
    repeated?.reaction,
    evidence.planted?.reaction,
    evidence.harmless[0]?.reaction,
  ].find((one): one is Reaction => one !== undefined && saysNo(one));
  if (refusal !== undefined) yield* reasonUnread(row, refusal);
  if (repeated?.before != null) yield exitCode(repeated.before, 'the calls before that');
  if (whileKeptGoing.length > 1 && whileKeptGoing.every(saysNo)) yield canLoop(whileKeptGoing.length);
  if (repeated?.acrossSessions === true) yield countsAllSessions(repeated.from);
  if (isUnsafeInParallel(evidence)) yield notSafeInParallel();
  const answers = refusal !== undefined && trigger !== null;
  if (answers && differs(evidence.unknownFields, trigger.reaction)) yield mindsUnknownFields();
  if (answers && differs(evidence.inSpacedDirectory, trigger.reaction)) yield failsWithSpace();
  if (missing.length > 0) yield missingProgram(missing, refusal !== undefined);
  // The fastest run: the others may have waited for the processor.
  const fastest = durations.length === 0 ? 0 : Math.min(...durations);
  if (fastest >= SLOW && !found(evidence, 'late')) yield slow(fastest);
  const outside = changes.filter((path) => path.startsWith('/'));
  if (outside.length > 0) yield writesOutside(outside);
}

function found({ harmless }: GuardEvidence, kind: Reaction['kind']): boolean {
  return harmless.some(({ reaction }) => reaction.kind === kind);
}

function differs(reaction: Reaction | null, usual: Reaction): boolean {
  return reaction !== null && !isAlike(reaction, usual);
}

/** A call is answered in another way when others run beside it. What a repetition changes anyway is not to blame. */
function isUnsafeInParallel({ parallel, trigger, again, repeated }: GuardEvidence): boolean {
  if (repeated !== null && repeated.shape === null && !repeated.countsParallel) return true;
  if (trigger === null || !saysNo(trigger.reaction) || again === null || !isAlike(again, trigger.reaction))
    return false;
  return parallel.some((one) => !isAlike(one, trigger.reaction));
}
