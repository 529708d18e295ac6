import type { Scope } from '../../adapters/agent.ts';
import { type Registrar, REGISTRAR_SCOPES, type RegistrarScope } from '../../adapters/register/registrar.ts';
import { type AgentPlan, type AgentsInstallation, joined } from '../../install/agents/prepare-agents.ts';
import { planAgentUninstall } from '../../install/agents/plan-agent.ts';
import { hasCodeCache, makeCodeCache } from '../../install/dispatcher/code-cache.ts';
import { noteNode } from '../../install/dispatcher/note-node.ts';
import { recordExecutable } from '../../install/dispatcher/recorded-executable.ts';
import type { AppliedFile } from '../../install/edit/apply-plan.ts';
import type { Place } from '../../install/places.ts';
import { isChanged, type Plan } from '../../install/plan/plan.ts';
import { UsageError } from '../command.ts';
import { changeAfterAsking, filesOf } from '../confirmed-change.ts';
import { print, printJson } from '../output.ts';
import { renderApplied, renderProblems, renderWarnings } from '../render/installation.ts';
import type { Paint } from '../render/text/style.ts';

export interface How {
  place: Place;
  yes: boolean;
  dryRun: boolean;
  quiet: boolean;
  paint: Paint;
}

/** The scope of an agent with two of them: `local` is a project, too. */
export function registrarScope(scope: Scope | undefined): RegistrarScope {
  if (scope === 'local')
    throw new UsageError('--scope local is for Claude Code only; other agents have user and project');
  return scope ?? 'user';
}

/** Registers with agents other than the default one: one plan, one question. */
export async function installAgents({ make, dispatcher }: AgentsInstallation, how: How): Promise<number> {
  const { place, paint, quiet } = how;
  const { plan, files } = await changeAfterAsking({
    ...how,
    make: () => make().whole,
    question: 'Write this?',
    remarks: ({ warnings }) => renderWarnings(warnings, paint),
    stateDirectory: place.stateDirectory,
  });
  if (files !== null && dispatcher.kind === 'node' && !hasCodeCache(dispatcher.file)) makeCodeCache(dispatcher.file);
  if (files !== null && dispatcher.kind === 'native') noteNode(dispatcher.file);
  if (files !== null) recordExecutable(place.stateDirectory, dispatcher.file);
  const { plans } = make();
  const problems = plan.problems;
  if (quiet) {
    const { kind, launch, ms } = dispatcher;
    printJson({
      action: 'install',
      dryRun: how.dryRun,
      changed: plan.changes.some(isChanged),
      files: filesOf(plan, files),
      agents: plans.map((one) => outcomeOf(one, how.dryRun)),
      dispatcher: { kind, ...launch, ms },
      warnings: plan.warnings,
      problems,
    });
  } else print(renderAgents(plans, files, paint) + renderProblems(problems, paint));
  return problems.length > 0 ? 1 : 0;
}

export interface AgentOutcome {
  agent: string;
  scope: RegistrarScope;
  status: 'registered' | 'left' | 'refused' | 'planned';
  files: string[];
  /** What is still to do, why it was left, or why it was refused. */
  note: string | null;
}

function outcomeOf({ registrar, scope, plan, left }: AgentPlan, isPlanned: boolean): AgentOutcome {
  const [problem = null] = plan.problems;
  const status = problem !== null ? 'refused' : left !== null ? 'left' : isPlanned ? 'planned' : 'registered';
  const files = plan.changes.map(({ path }) => path);
  return { agent: registrar.agent, scope, status, files, note: problem ?? left ?? registrar.trust };
}

function renderAgents(plans: readonly AgentPlan[], files: AppliedFile[] | null, paint: Paint): string {
  const lines = plans.map((one) => {
    const { status, note } = outcomeOf(one, files === null);
    const name = paint('bold', one.registrar.title);
    if (status === 'refused') return '';
    if (status === 'left') return `${name}: ${note ?? ''}\n`;
    return files === null ? '' : `${name}: registered.${note === null ? '' : ` ${note}`}\n`;
  });
  return (files === null ? 'Nothing was written.\n' : renderApplied(files, paint)) + lines.join('');
}

/** Takes hookctl out of an agent's files, in one scope or in both. */
export async function uninstallAgent(registrar: Registrar, scope: Scope | undefined, how: How): Promise<number> {
  const { place, paint, quiet } = how;
  const scopes = (scope === undefined ? REGISTRAR_SCOPES : [registrarScope(scope)]).filter(
    (one) => registrar.directories[one] !== null,
  );
  const make = (): Plan => joined(scopes.map((one) => planAgentUninstall({ registrar, scope: one, place })));
  const { plan, files } = await changeAfterAsking({
    ...how,
    make,
    question: `Take hookctl out of ${registrar.title}?`,
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
