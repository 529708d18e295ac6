import type { Launch, SettingsScope } from '../../adapters/agent.ts';
import { DEFAULT_AGENT } from '../../adapters/agents.ts';
import type { Registrar, RegistrarScope } from '../../adapters/register/registrar.ts';
import { REGISTRARS } from '../../adapters/registrars.ts';
import type { Needs } from '../../protocol/agent/needs.ts';
import { chooseDispatcher, type Dispatcher, findDispatchers, proveDispatcher } from '../dispatcher/dispatchers.ts';
import { neededIn } from '../plan/needed-entries.ts';
import type { Plan } from '../plan/plan.ts';
import { sharedScopes } from '../plan/plan-settings.ts';
import type { InstallPlace } from '../places.ts';
import { Refusal } from '../refusal.ts';
import { signOf } from './agent-files.ts';
import { isRegistered, planAgentInstall } from './plan-agent.ts';

export interface AgentTarget {
  registrar: Registrar;
  scope: RegistrarScope;
}

/** What becomes of one agent. */
export interface AgentPlan {
  registrar: Registrar;
  scope: RegistrarScope;
  plan: Plan;
  /** Why nothing is written for it; null: its files are in the plan. */
  left: string | null;
}

export interface AgentsInstallation {
  make: () => { plans: AgentPlan[]; whole: Plan };
  dispatcher: Dispatcher & { ms: number };
}

/** The agents of this machine, by their program or their directory. */
export function foundAgents(place: InstallPlace): { registrar: Registrar; sign: string }[] {
  return REGISTRARS.flatMap((registrar) => {
    const sign = signOf(registrar, place);
    return sign === null ? [] : [{ registrar, sign }];
  });
}

/** One dispatcher for all of them; each in its own files. */
export function prepareAgents(targets: readonly AgentTarget[], place: InstallPlace): AgentsInstallation {
  const { chosen, rejected } = chooseDispatcher(findDispatchers(), (one) => proveDispatcher(one, DEFAULT_AGENT.probe));
  if (chosen === null)
    throw new Refusal(
      `no dispatcher works on this machine, so nothing was registered:\n${rejected.map(({ dispatcher, problem }) => `${dispatcher.file} ${problem}`).join('\n')}`,
    );
  // Agents of one scope need the same: the policy is compiled once for all of them.
  const needsOfScope = new Map<RegistrarScope, Needs>();
  const needsIn = (scope: RegistrarScope): Needs => {
    const needs = needsOfScope.get(scope) ?? neededIn(scope, place);
    needsOfScope.set(scope, needs);
    return needs;
  };
  const make = (): { plans: AgentPlan[]; whole: Plan } => {
    const armed = sharedScopes(place);
    const plans = targets.map((target) => planOne(target, { place, launch: chosen.launch, armed, needsIn }));
    return { plans, whole: joined(plans.map(({ plan }) => plan)) };
  };
  return { make, dispatcher: chosen };
}

export function joined(plans: readonly Plan[]): Plan {
  return {
    changes: plans.flatMap(({ changes }) => changes),
    events: plans.flatMap(({ events }) => events),
    warnings: plans.flatMap(({ warnings }) => warnings),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

const NOTHING: Plan = { changes: [], events: [], warnings: [], problems: [] };

interface Planning {
  place: InstallPlace;
  launch: Launch;
  /** Settings of the default agent that start the hook already. */
  armed: readonly SettingsScope[];
  needsIn: (scope: RegistrarScope) => Needs;
}

/** An agent whose files cannot be changed does not keep the others from being registered. */
function planOne(target: AgentTarget, { place, launch, armed, needsIn }: Planning): AgentPlan {
  const request = { ...target, place };
  const reached = target.registrar.alsoRuns?.scopes.find((scope) => armed.includes(scope));
  if (reached !== undefined && !isRegistered(request))
    return {
      ...target,
      plan: NOTHING,
      left: `runs the hook in the ${reached} settings of ${DEFAULT_AGENT.adapter.title} already; a second one would judge every call twice`,
    };
  try {
    return { ...target, plan: planAgentInstall(request, launch, needsIn(target.scope)), left: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...target, plan: { ...NOTHING, problems: [error.message] }, left: null };
  }
}
