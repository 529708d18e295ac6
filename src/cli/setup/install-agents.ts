import type { SettingsScope } from '../../adapters/agent.ts';
import { adapterNamed } from '../../adapters/index.ts';
import {
  type Registrar,
  REGISTRAR_SCOPES,
  type RegistrarScope,
  usualScope,
} from '../../adapters/register/registrar.ts';
import { type AgentPlan, type AgentsInstallation, joined } from '../../install/agents/prepare-agents.ts';
import { planAgentUninstall } from '../../install/agents/plan-agent.ts';
import { hasCodeCache, makeCodeCache } from '../../install/dispatcher/code-cache.ts';
import { noteNode } from '../../install/dispatcher/note-node.ts';
import { recordExecutable } from '../../install/dispatcher/recorded-executable.ts';
import type { AppliedFile } from '../../install/edit/apply-plan.ts';
import type { InstallPlace } from '../../install/places.ts';
import { isChanged, type Plan } from '../../install/plan/plan.ts';
import { UsageError } from '../command.ts';
import { changeAfterAsking, filesOf } from '../confirmed-change.ts';
import { print, printJson } from '../output.ts';
import { renderApplied, renderInstallProblems, renderWarnings } from '../render/installation.ts';
import type { Paint } from '../render/text/style.ts';

export interface How {
  place: InstallPlace;
  yes: boolean;
  dryRun: boolean;
  quiet: boolean;
  paint: Paint;
}

/** The scope of an agent with two of them, or with one: `local` is a project, too. */
export function registrarScope(scope: SettingsScope | undefined, registrar: Registrar): RegistrarScope {
  if (scope === 'local' || scope === 'managed')
    throw new UsageError(`--scope ${scope} is for Claude Code only; other agents have user and project`);
  return scope ?? usualScope(registrar);
}

export interface AgentsDone {
  plan: Plan;
  /** Null: nothing was written. */
  files: AppliedFile[] | null;
  plans: AgentPlan[];
}

/** Shows, asks and writes, for all of them at once. */
export async function performAgents(
  { make, dispatcher }: AgentsInstallation,
  { question, summary, ...how }: How & { question: string; summary?: ((plan: Plan) => string) | undefined },
): Promise<AgentsDone> {
  const { place, paint } = how;
  const { plan, files } = await changeAfterAsking({
    ...how,
    make: () => make().whole,
    question,
    summary,
    remarks: ({ warnings }) => renderWarnings([...new Set(warnings)], paint),
    stateDirectory: place.stateDirectory,
  });
  const { plans } = make();
  if (files === null) return { plan, files, plans };
  if (dispatcher.kind === 'node' && !hasCodeCache(dispatcher.file)) makeCodeCache(dispatcher.file);
  if (dispatcher.kind === 'native') noteNode(dispatcher.file);
  recordExecutable(place.stateDirectory, dispatcher.file);
  return { plan, files, plans };
}

/** Registers with agents other than the default one: one plan, one question. */
export async function installAgents(
  installation: AgentsInstallation,
  how: How,
  first: readonly AgentOutcome[] = [],
): Promise<number> {
  const { plan, files, plans } = await performAgents(installation, { ...how, question: 'Write this?' });
  const { problems } = plan;
  if (how.quiet) {
    const { kind, launch, ms } = installation.dispatcher;
    printJson({
      action: 'install',
      dryRun: how.dryRun,
      changed: plan.changes.some(isChanged),
      files: filesOf(plan, files),
      agents: [...first, ...plans.map((one) => agentStatus(one, how.dryRun ? 'planned' : 'registered'))],
      dispatcher: { kind, ...launch, ms },
      warnings: plan.warnings,
      problems,
    });
  } else
    print(
      (files === null ? 'Nothing was written.\n' : renderApplied(files, how.paint)) +
        renderAgents(plans, files === null ? 'planned' : 'registered', how.paint) +
        renderInstallProblems(problems, how.paint),
    );
  return problems.length > 0 || first.some(({ status }) => status === 'refused') ? 1 : 0;
}

export interface AgentOutcome {
  agent: string;
  scope: SettingsScope;
  status: 'registered' | 'left' | 'refused' | 'planned';
  files: string[];
  /** What is still to do, why it was left, or why it was refused. */
  note: string | null;
}

export function agentStatus({ registrar, scope, plan, left }: AgentPlan, done: 'planned' | 'registered'): AgentOutcome {
  const [problem = null] = plan.problems;
  const status = problem !== null ? 'refused' : left !== null ? 'left' : done;
  const files = plan.changes.map(({ path }) => path);
  return { agent: registrar.agent, scope, status, files, note: problem ?? left ?? registrar.trust };
}

/** Each agent on a line: is it registered, what can it not enforce, what is still to do? */
export function renderAgents(plans: readonly AgentPlan[], done: 'planned' | 'registered', paint: Paint): string {
  return plans
    .map((one) => {
      const { status, note } = agentStatus(one, done);
      const name = paint('bold', one.registrar.title);
      if (status === 'refused') return '';
      if (status === 'left') return `${name} ${note ?? ''}.\n`;
      const cannot = cannotOf(one.registrar.agent);
      return (
        [
          `${name}: ${done === 'registered' ? 'registered' : 'not registered'}.`,
          ...(cannot.length === 0 ? [] : [`It cannot ${cannot.join(', ')}.`]),
          ...(note === null ? [] : [paint('yellow', note)]),
          '',
        ]
          .join('\n  ')
          .trimEnd() + '\n'
      );
    })
    .join('');
}

/** By the row of what was seen or read about it. */
function cannotOf(agent: string): string[] {
  const row = adapterNamed(agent)?.capabilities;
  if (row === undefined) return [];
  return [
    ...(row.ask.interactive === 'asks' ? [] : ['ask (a question is a refusal)']),
    ...(row.deny === 'ends-run' ? ['go on after a refusal (the run ends)'] : []),
    ...(row.reason === 'model' ? [] : ['tell the model why']),
    ...(row.stop.held ? [] : ['be kept from stopping']),
  ];
}

/** Takes hookctl out of an agent's files, in one scope or in both. */
export async function uninstallAgent(
  registrar: Registrar,
  scope: SettingsScope | undefined,
  how: How,
): Promise<number> {
  const { place, paint, quiet } = how;
  const scopes = (scope === undefined ? REGISTRAR_SCOPES : [registrarScope(scope, registrar)]).filter(
    (one) => registrar.directories[one] !== null,
  );
  const make = (): Plan => joined(scopes.map((one) => planAgentUninstall({ registrar, scope: one, place })));
  const { plan, files } = await changeAfterAsking({
    ...how,
    make,
    question: `Remove hookctl from ${registrar.title}?`,
    remarks: ({ warnings }) => renderWarnings(warnings, paint),
    stateDirectory: place.stateDirectory,
  });
  const changed = plan.changes.some(isChanged);
  if (quiet)
    printJson({
      action: 'uninstall',
      agent: registrar.agent,
      dryRun: how.dryRun,
      changed,
      files: filesOf(plan, files),
      warnings: plan.warnings,
    });
  else if (!changed) print(`hookctl is not registered with ${registrar.title}: nothing to change.\n`);
  else print(files === null ? 'Nothing was written.\n' : renderApplied(files, paint));
  return 0;
}
