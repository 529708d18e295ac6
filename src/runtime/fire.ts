import { CLIENT_VARIABLES } from '../adapters/client-variables.ts';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Decision, decide } from '../protocol/decision.ts';
import type { EventRow } from '../protocol/event-row.ts';
import { type EventName, rowOf } from '../protocol/event.ts';
import { type Finding, toFinding } from '../protocol/finding.ts';
import { handlerLabel } from '../protocol/handler.ts';
import { failure, type Outcome } from '../protocol/outcome.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { rewriteProblem } from '../protocol/payload/tool-input.ts';
import { isDirectory, readText } from '../system/node/files.ts';
import { sweepByEnvironment } from '../system/node/process-group.ts';
import { envFileIn, FIRE_ID } from './handlers/command/environment.ts';
import { type HandlerRun, readContext, type RunContext, type StartChange } from './handlers/handler-run.ts';
import type { Judge } from './handlers/judge.ts';
import { runHandler } from './handlers/run-handler.ts';
import { onceKey, plan, type PlannedHandler } from './plan.ts';
import type { EffectiveSettings } from './settings/effective.ts';
import { timeoutOf } from './timeouts.ts';

/** One handler of the event: skipped, or run with a result. A skip can still fail closed. */
export type HandlerReport = PlannedHandler & { run: HandlerRun | null; blocks?: Outcome };

/** How a handler that went on in the background ended. */
export interface BackgroundRun {
  report: HandlerReport;
  run: HandlerRun;
}

export interface FireResult {
  decision: Decision;
  handlers: HandlerReport[];
  /** Settle when the handlers in the background end. */
  background: Promise<BackgroundRun>[];
  /** Ends what is still running in the background. */
  close(): Promise<void>;
}

export interface FireWorld {
  settings: EffectiveSettings;
  projectDir: string;
  home: string;
  env: Readonly<Record<string, string>>;
  oneShot: boolean;
  /** `once` handlers that have run. */
  spent: Set<string>;
  judge?: Judge | undefined;
  mcpServers?: Readonly<Record<string, unknown>> | undefined;
  signal?: AbortSignal | undefined;
  /** Text of a handler that wakes the agent later (`asyncRewake`). */
  onRewake?: ((text: string) => void) | undefined;
  /** Changes how the process of a command handler is started: `probe` puts it into a sandbox. */
  start?: StartChange | undefined;
}

/** payload → plan → run → outcomes → findings → decision. */
export async function fire(payload: Payload, world: FireWorld): Promise<FireResult> {
  const row = rowOf(payload.hook_event_name as EventName);
  const firing = startFiring(row, payload, world);
  const reports: HandlerReport[] = [];
  for (const phase of phasesOf(row, plan(row, payload, world.settings, world))) {
    const decided = firing.findings.some((finding) => finding.managed && endsWithManaged(row, payload, finding));
    if (decided) reports.push(...phase.map((item) => ({ ...item, ...NOT_STARTED, run: null })));
    else reports.push(...(await Promise.all(phase.map((item) => runOne(item, firing)))));
    // What a managed hook rewrote is what the others get to see.
    const rewritten = firing.findings.findLast((finding) => finding.updatedInput !== null)?.updatedInput;
    if (rewritten) firing.payload = { ...firing.payload, tool_input: rewritten };
  }
  const exported = readText(envFileIn(tmpdir(), firing.fireId));
  const isOver = firing.background.length === 0;
  if (isOver) firing.sweep();
  const close = async (): Promise<void> => {
    firing.stop.abort();
    await Promise.all(firing.background);
    // The search looks at every process of the machine: once is enough where nothing has run since.
    if (!isOver) firing.sweep();
  };
  const decision = decide(row, payload, firing.findings);
  // What the hooks left for later shell commands; the agent has to apply it, as it reaches no later hook.
  if ('text' in exported && exported.text !== '') decision.extras['envFile'] = exported.text;
  return { decision, handlers: reports, background: firing.background, close };
}

/** A managed deny or block ends it, and so does any managed answer where the first answer counts. */
function endsWithManaged(row: EventRow, payload: Payload, finding: Finding): boolean {
  if (row.decidesPermission && rewriteProblem(payload, finding.updatedInput) !== null) return true;
  return finding.verdict === 'deny' || (row.firstAnswerWins && finding.verdict !== null);
}

const NOT_STARTED = { skipped: 'disabled', note: 'not started: a managed hook has decided' } as const;

/** Tool calls of a verifier go through the hooks too, but not through verifiers again. */
async function fireNested(payload: Payload, world: FireWorld): Promise<Decision> {
  const registrations = world.settings.registrations;
  const settings: EffectiveSettings = {
    ...world.settings,
    registrations: (event) => registrations(event).filter(({ handler }) => handler.type !== 'agent'),
  };
  const { decision, close } = await fire(payload, { ...world, settings });
  await close();
  return decision;
}

/** Managed handlers come first, or last where the event says so. */
function phasesOf(row: EventRow, planned: PlannedHandler[]): PlannedHandler[][] {
  const isManaged = ({ registration }: PlannedHandler): boolean => registration.origin.source === 'managed';
  const phases = [planned.filter(isManaged), planned.filter((item) => !isManaged(item))];
  return row.managedPhase === 'first' ? phases : phases.reverse();
}

/** What the handlers of one event share while they run. */
interface Firing {
  row: EventRow;
  payload: Payload;
  world: FireWorld;
  fireId: string;
  stop: AbortController;
  findings: Finding[];
  background: Promise<BackgroundRun>[];
  sweep(): void;
}

function startFiring(row: EventRow, payload: Payload, world: FireWorld): Firing {
  const fireId = randomUUID();
  const stop = new AbortController();
  // Every handler listens; Node would take more than ten for a leak.
  setMaxListeners(0, stop.signal);
  if (world.signal?.aborted === true) stop.abort();
  const end = (): void => stop.abort();
  world.signal?.addEventListener('abort', end, { once: true });
  const sweep = (): void => {
    world.signal?.removeEventListener('abort', end);
    sweepAfter(fireId);
  };
  return { row, payload, world, fireId, stop, findings: [], background: [], sweep };
}

async function runOne(item: PlannedHandler, firing: Firing): Promise<HandlerReport> {
  const { row, world, findings } = firing;
  const { handler, origin } = item.registration;
  const context = contextOf(item, firing);
  if (item.skipped !== null) return { ...item, run: null, ...refuseUrl(item, firing, context) };
  const run = await runHandler(handler, context);
  const report = { ...item, run };
  if (run.background !== undefined) firing.background.push(watch(run.background, report, world));
  if (handler.once === true && origin.source === 'skill' && run.outcome.kind === 'success')
    world.spent.add(onceKey(row, item.registration));
  const managed = origin.source === 'managed';
  const plugin = origin.plugin === undefined ? undefined : `${origin.plugin.name}@${origin.plugin.market}`;
  const finding = toFinding({
    row,
    payload: firing.payload,
    outcome: run.outcome,
    label: labelOf(item),
    order: findings.length,
    managed,
    plugin,
  });
  findings.push(finding);
  if (row.firstAnswerWins && finding.verdict !== null) firing.stop.abort();
  return report;
}

/** A plugin's command is quoted with its root filled in, all others as they are. */
function labelOf({ registration: { handler, origin } }: PlannedHandler): string {
  if (origin.plugin === undefined || handler.type !== 'command') return handlerLabel(handler);
  const command = handler.command.replaceAll(`\${${CLIENT_VARIABLES.pluginRoot}}`, origin.plugin.root);
  return handlerLabel({ ...handler, command });
}

/** A URL that is not allowed is a failure, and with `onFailure: "block"` it blocks although nothing has run. */
function refuseUrl(
  item: PlannedHandler,
  { row, payload, findings }: Firing,
  context: RunContext,
): { blocks?: Outcome } {
  const { handler } = item.registration;
  if (item.skipped !== 'url-not-allowed') return {};
  const detail = `HTTP hook blocked: ${handlerLabel(handler)} does not match any pattern in allowedHttpHookUrls`;
  const outcome = failure(readContext(handler, context), { notice: detail, detail, noVerdict: true });
  const managed = item.registration.origin.source === 'managed';
  findings.push(toFinding({ row, payload, outcome, label: handlerLabel(handler), order: findings.length, managed }));
  return { blocks: outcome };
}

/** A detached `asyncRewake` handler wakes the agent when it ends with exit 2. */
async function watch(background: Promise<HandlerRun>, report: HandlerReport, world: FireWorld): Promise<BackgroundRun> {
  const run = await background;
  const { handler } = report.registration;
  const rewakes = handler.type === 'command' && handler.asyncRewake === true && run.exitCode === 2;
  if (rewakes) world.onRewake?.(run.stderr || run.stdout);
  return { report, run };
}

function contextOf({ registration }: PlannedHandler, { row, payload, world, fireId, stop }: Firing): RunContext {
  return {
    row,
    payload,
    origin: registration.origin,
    projectDir: world.projectDir,
    home: world.home,
    cwd: [payload.cwd, world.projectDir, world.home].find((dir) => dir !== undefined && isDirectory(dir)) ?? tmpdir(),
    env: world.env,
    timeoutMs: timeoutOf(row, registration, world),
    oneShot: world.oneShot,
    fireId,
    envFile: envFileIn(tmpdir(), fireId),
    httpAllowedEnvVars: world.settings.httpHookAllowedEnvVars,
    judge: world.judge,
    fireNested: (event, fields) => fireNested({ ...payload, ...fields, hook_event_name: event }, world),
    mcpServers: world.mcpServers ?? {},
    start: world.start,
    signal: stop.signal,
  };
}

/** Removes daemons that left their process group, and the variable file, which is not read after a firing. */
function sweepAfter(fireId: string): void {
  sweepByEnvironment(FIRE_ID, fireId);
  rmSync(envFileIn(tmpdir(), fireId), { force: true });
}
