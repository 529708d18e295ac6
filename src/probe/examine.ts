import { namesStateByPid } from '../lint/traps/state-by-process-id.ts';
import { type ProbeCall, callsFor } from './calls/calls.ts';
import { literalsIn, pidPathsIn } from './calls/literals.ts';
import { type GuardEvidence, isAlike, type Repeated, type Try } from './evidence.ts';
import type { Guard } from './guards.ts';
import { missingPrograms, triedToWrite } from './complaints.ts';
import { canBeMeant, triesToRefuse } from './intent.ts';
import { type Reaction, saysNo } from './run-call.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { type TrialLimits, startTrial, type Trial } from './trial.ts';
import { type FieldPlacement, SHAPES, withoutEach, withUnknownFields } from './variants.ts';

/** Enough answers to see what a guard is about. */
const ENOUGH = 3;
/** … or, once it has refused something, to see that it does not refuse everything. */
const ENOUGH_TRIED = 20;
const MOST_MOVED = 30;
/** Of the time, when the search for the right place ends. */
const SHARE_OF_MOVED = 0.6;
const REPEATS = 12;
const PARALLEL = 6;
/** More than the client lets a Stop hook refuse in a row. */
const STOPS = 10;
const PIDS_AHEAD = 400;

/** Tries a guard in every way we know of. */
export async function examine(guard: Guard, sandbox: Sandbox, limits: TrialLimits): Promise<GuardEvidence> {
  const trial = startTrial(guard, sandbox, limits);
  const { handler, matcher } = guard.registration;
  const texts = guard.programs.map(({ text }) => text);
  const { projectDir, home } = sandbox;
  const literals = literalsIn(texts);
  const calls = callsFor({ row: guard.row, matcher, condition: handler.if, literals, projectDir, home });
  const harmless = await trial.all(calls.harmless);
  const isNew = ({ reaction }: Try): boolean => harmless.every((one) => !isAlike(one.reaction, reaction));
  const refusesAll = harmless.length > 0 && harmless.every(({ reaction }) => saysNo(reaction));
  const suspicious = await trial.all(calls.suspicious, (done) => {
    const refused = done.filter((one) => (refusesAll || isNew(one)) && saysNo(one.reaction)).length;
    return refused >= ENOUGH || (refused > 0 && done.length >= ENOUGH_TRIED);
  });
  const news = suspicious.filter(isNew);
  const attempt =
    news.find(({ reaction }) => saysNo(reaction)) ?? news.find(({ reaction }) => triesToRefuse(guard.row, reaction));
  const trigger = attempt ?? news.find(({ reaction }) => reaction.kind !== 'skipped') ?? null;
  const everyCall = [...calls.suspicious, ...calls.harmless];
  const isMeantToRefuse = guard.programs.some(canBeMeant);
  const isOpaque = guard.programs.every(({ language }) => language === 'other' || language === 'powershell');
  const isSilent = attempt === undefined && !harmless.some(({ reaction }) => saysNo(reaction));
  // A formatter or a logger need not be searched for a refusal.
  const isSearched = isSilent && (isMeantToRefuse || isOpaque);
  const moved = isSearched ? await findMoved(trial, everyCall) : null;
  const repeated = isSearched && moved === null ? await findRepeated(trial, calls.harmless) : null;
  const planted =
    isSearched && repeated === null && moved === null ? await findPlanted(trial, texts, calls.harmless[0]) : null;
  const subject = callOf(attempt, everyCall) ?? (isSilent ? undefined : calls.harmless[0]);
  const compared = subject === undefined ? NOT_COMPARED : await compare(trial, subject);
  return {
    harmless,
    suspicious,
    untried: isSilent ? calls.suspicious.length - suspicious.length : 0,
    trigger,
    moved,
    repeated,
    repeats: isSearched && moved === null ? REPEATS : 1,
    planted,
    namesStateByPid: guard.programs.some((one) => namesStateByPid(one)),
    withoutInput: calls.harmless[0] === undefined ? null : await trial.run(calls.harmless[0], { stdin: '' }),
    whileKeptGoing: await keepGoing(trial, guard, calls.harmless[0], planted?.path ?? null),
    ...compared,
    // In a directory with a space, half of a path is what was not found.
    missing: missingPrograms(
      trial.reactions.filter((one) => one !== compared.inSpacedDirectory),
      guard.programs,
      sandbox.env,
    ),
    changes: [...new Set([...trial.changes, ...triedToWrite(trial.reactions)])],
    durations: trial.reactions.filter(({ kind }) => kind !== 'skipped').map(({ durationMs }) => durationMs),
    isMeantToRefuse,
    isOpaque,
  };
}

function callOf(found: Try | undefined, calls: readonly ProbeCall[]): ProbeCall | undefined {
  return found === undefined ? undefined : calls.find(({ label }) => label === found.label);
}

/** Does it react when the fields are elsewhere? Then it looks there. */
async function findMoved(trial: Trial, calls: readonly ProbeCall[]): Promise<GuardEvidence['moved']> {
  if (!('tool_input' in trial.guard.row.payload)) return null;
  for (const shape of Object.keys(SHAPES) as FieldPlacement[]) {
    for (const call of calls.slice(0, shape === 'top' ? MOST_MOVED : ENOUGH)) {
      if (trial.isOver(SHARE_OF_MOVED)) return null;
      const reaction = await trial.run(call, { shape });
      if (saysNo(reaction) || triesToRefuse(trial.guard.row, reaction)) return { label: call.label, reaction, shape };
    }
  }
  return null;
}

/** The same call again and again, first as it is sent, then with its fields at the top. */
async function findRepeated(trial: Trial, [call]: readonly ProbeCall[]): Promise<Repeated | null> {
  if (call === undefined) return null;
  const shapes: (FieldPlacement | null)[] = 'tool_input' in trial.guard.row.payload ? [null, 'top'] : [null];
  for (const shape of shapes) {
    const found = await countTo(trial, call, shape, () => 'probe-session');
    if (found === null) continue;
    const others = await countTo(trial, call, shape, (index) => `probe-session-${index}`);
    trial.reset();
    await Promise.all(Array.from({ length: found.from }, () => trial.run(call, { shape, keepState: true })));
    const last = await trial.run(call, { shape, keepState: true });
    return { ...found, shape, acrossSessions: others !== null, countsParallel: isAlike(last, found.reaction) };
  }
  return null;
}

async function countTo(
  trial: Trial,
  call: ProbeCall,
  shape: FieldPlacement | null,
  session: (index: number) => string,
): Promise<Pick<Repeated, 'from' | 'reaction' | 'before'> | null> {
  trial.reset();
  let before: Reaction | null = null;
  for (let from = 1; from <= REPEATS && !trial.isOver(); from++) {
    const reaction = await trial.run(call, { shape, keepState: true, session: session(from) });
    if (saysNo(reaction)) return { from, reaction, before };
    if (reaction.kind === 'fails') before ??= reaction;
  }
  return null;
}

/** Puts files with the process id that the guard is going to have where it looks for them: no other process could have made them. */
async function findPlanted(
  trial: Trial,
  texts: readonly string[],
  call: ProbeCall | undefined,
): Promise<GuardEvidence['planted']> {
  const templates = pidPathsIn(texts);
  if (call === undefined || templates.length === 0) return null;
  for (const { before, after } of templates) {
    if (!(await plantAhead(trial, call, `${before}*${after}`))) continue;
    const reaction = await trial.run(call, { keepState: true });
    if (saysNo(reaction)) return { label: call.label, reaction, path: `${before}*${after}` };
  }
  return null;
}

async function plantAhead(trial: Trial, call: ProbeCall, path: string): Promise<boolean> {
  const { sandbox } = trial;
  if (sandbox.isolation.kind === 'none') return false;
  trial.reset();
  const next = await sandbox.nextPid();
  for (let pid = next; pid < next + PIDS_AHEAD; pid++)
    if (!sandbox.plant(path.replace('*', String(pid)), '999\n')) return false;
  return call !== undefined;
}

type Compared = Pick<GuardEvidence, 'unknownFields' | 'inSpacedDirectory' | 'parallel' | 'again' | 'dependsOn'>;
const NOT_COMPARED: Compared = {
  unknownFields: null,
  inSpacedDirectory: null,
  parallel: [],
  again: null,
  dependsOn: [],
};

/** The call that it answers, in other circumstances. */
async function compare(trial: Trial, call: ProbeCall): Promise<Compared> {
  const payload = trial.payload(call);
  const usual = await trial.run(call);
  const again = await trial.run(call, { keepState: true });
  const unknownFields = await trial.run(call, { stdin: JSON.stringify(withUnknownFields(payload)) });
  const inSpacedDirectory = await trial.run(call, { spaced: true });
  trial.reset();
  const parallel = await Promise.all(Array.from({ length: PARALLEL }, () => trial.run(call, { keepState: true })));
  const dependsOn: string[] = [];
  for (const { field, payload: reduced } of withoutEach(payload)) {
    if (trial.isOver()) break;
    const reaction = await trial.run(call, { stdin: JSON.stringify(reduced) });
    if (!isAlike(reaction, usual)) dependsOn.push(field);
  }
  return { unknownFields, inSpacedDirectory, parallel, again, dependsOn };
}

/** An agent that has been kept going comes back with `stop_hook_active`. */
async function keepGoing(
  trial: Trial,
  guard: Guard,
  call: ProbeCall | undefined,
  planted: string | null,
): Promise<Reaction[]> {
  if (guard.row.payload['stop_hook_active'] === undefined || call === undefined) return [];
  trial.reset();
  const reactions: Reaction[] = [];
  for (let count = 0; count < STOPS && !trial.isOver(); count++) {
    if (planted !== null) await plantAhead(trial, call, planted);
    const reaction = await trial.run(call, { keepState: true, fields: { stop_hook_active: count > 0 } });
    reactions.push(reaction);
    if (!saysNo(reaction)) break;
  }
  return reactions;
}
