import { diagnoseGuard } from './diagnose.ts';
import { type Diagnosis, ordinal } from './diagnoses.ts';
import { type GuardEvidence, type Try } from './evidence.ts';
import { examine } from './examine.ts';
import { findGuards, type FoundGuards, type Guard, type GuardSearch, type NotProbed } from './guards.ts';
import { type ReactionKind, saysNo } from './run-call.ts';
import { createSandbox, type Isolation } from './sandbox/sandbox.ts';
import type { TrialLimits } from './trial.ts';

export interface ProbeRequest extends GuardSearch {
  projectDir: string;
  homeDir: string;
  /** Run without namespaces even if there are some. */
  plain: boolean;
  /** Is this hookctl's own hook? */
  isOwn: (handler: unknown) => boolean;
  limits: TrialLimits;
  /** Called before each guard. */
  onGuard?: (name: string, index: number, count: number) => void;
}

/** What a guard did, as a person wants to know it. */
export interface GuardReport {
  name: string;
  event: string;
  matcher: string | null;
  file: string;
  command: string;
  /** `ineffective`: at least one fault. */
  verdict: 'works' | 'ineffective' | 'no guard';
  /** The calls that it said no to, the first few. */
  refuses: string[];
  /** Its words, and the reader they reach. */
  words: string | null;
  reader: string | null;
  /** Of one run. */
  medianMs: number;
  runs: number;
  /** What it does when its input is empty. */
  withoutInput: ReactionKind | null;
  dependsOn: string[];
  diagnoses: Diagnosis[];
}

export interface ProbeReport {
  guards: GuardReport[];
  notProbed: NotProbed[];
  /** Settings files that the client drops. */
  dropped: string[];
  isolation: Isolation;
  /** Parts of the project that the guards did not see. */
  notCopied: string[];
}

/** Runs every guard in a sandbox and says what it is worth. Nothing of it stays. */
export async function probe(request: ProbeRequest): Promise<ProbeReport> {
  const { guards, notProbed, dropped } = withoutOwn(findGuards(request), request);
  const texts = guards.flatMap(({ programs, registration }) => [
    registration.handler.command,
    ...programs.map(({ text }) => text),
  ]);
  const sandbox = await createSandbox({
    projectDir: request.projectDir,
    home: request.homeDir,
    env: request.env,
    plain: request.plain,
    texts,
    needed: guards.flatMap(neededBy),
  });
  try {
    const reports: GuardReport[] = [];
    for (const [index, guard] of guards.entries()) {
      if (isStopped(request.limits)) break;
      request.onGuard?.(guard.name, index + 1, guards.length);
      const evidence = await examine(guard, sandbox, request.limits);
      // What was cut short proves nothing.
      if (!isStopped(request.limits)) reports.push(reportOf(guard, evidence));
    }
    return { guards: reports, notProbed, dropped, isolation: sandbox.isolation, notCopied: [...sandbox.notCopied] };
  } finally {
    await sandbox.close();
  }
}

/**
 * In the sandbox hookctl's own hook has no trust and no state, so it would judge by another policy than the one in force, and `doctor` proves it better.
 * A script that is named is probed, whatever it is.
 */
function withoutOwn(found: FoundGuards, { isOwn, scripts }: ProbeRequest): FoundGuards {
  if (scripts.length > 0) return found;
  const isOurs = ({ registration }: Guard) => isOwn(registration.handler);
  const ours = found.guards.filter(isOurs);
  const why = "hookctl's own hook: `hookctl doctor` proves that it refuses, `hookctl test` tries the rules";
  return {
    ...found,
    guards: found.guards.filter((guard) => !isOurs(guard)),
    notProbed: [
      ...found.notProbed,
      ...ours.map(({ name, row }): NotProbed => ({ name, event: row.name, type: 'command', why })),
    ],
  };
}

/** Its scripts, and the plugin it comes with. */
function neededBy({ programs, registration }: Guard): string[] {
  const scripts = programs.flatMap(({ scriptFile }) => scriptFile ?? []);
  return [...scripts, ...(registration.origin.plugin === undefined ? [] : [registration.origin.plugin.root])];
}

function isStopped({ signal }: TrialLimits): boolean {
  return signal?.aborted === true;
}

const MOST_LABELS = 5;

function reportOf(guard: Guard, evidence: GuardEvidence): GuardReport {
  const { registration, row, name } = guard;
  const diagnoses = diagnoseGuard(row, evidence);
  const refused: Try[] = [...evidence.harmless, ...evidence.suspicious].filter(({ reaction }) => saysNo(reaction));
  const first =
    refused[0]?.reaction ??
    evidence.repeated?.reaction ??
    evidence.planted?.reaction ??
    evidence.moved?.reaction ??
    null;
  const said = first !== null && saysNo(first) ? first : null;
  const repeated =
    evidence.repeated?.shape === null ? [`the same call, from the ${ordinal(evidence.repeated.from)} time on`] : [];
  const sorted = [...evidence.durations].sort((a, b) => a - b);
  return {
    name,
    event: row.name,
    matcher: registration.matcher ?? null,
    file: registration.path,
    command: registration.handler.command,
    verdict: diagnoses.some(({ severity }) => severity === 'fault')
      ? 'ineffective'
      : diagnoses.some(({ id }) => id === 'no-guard')
        ? 'no guard'
        : 'works',
    refuses: [...refused.map(({ label }) => label), ...repeated].slice(0, MOST_LABELS),
    words: said?.words ?? null,
    reader: said?.reader ?? null,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    runs: sorted.length,
    withoutInput: evidence.withoutInput?.kind ?? null,
    dependsOn: evidence.dependsOn,
    diagnoses,
  };
}
