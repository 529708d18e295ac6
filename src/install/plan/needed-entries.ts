import type { HookEntry, Launch, SettingsScope } from '../../adapters/agent.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import type { CompiledLayers } from '../../hook/policy-files/compile-layers.ts';
import type { Needs } from '../../protocol/agent/needs.ts';
import { joinNeeds, needsOf } from '../../policy/compile/needs.ts';
import type { InstallPlace } from '../places.ts';
import { Refusal } from '../refusal.ts';

/** What the policy in force here asks of the agent. It is compiled unless the caller has it. */
export function neededEntries(
  scope: SettingsScope | 'plugin',
  place: InstallPlace,
  launch: Launch,
  inForce?: CompiledLayers,
): HookEntry[] {
  return place.agent.registration.entries(neededIn(scope, place, inForce), launch);
}

/** In no agent's words. */
export function neededIn(scope: SettingsScope | 'plugin', place: InstallPlace, inForce?: CompiledLayers): Needs {
  if (scope === 'managed') return joinNeeds(needsOrNone(place), ANY_PROJECT);
  const projectNeeds = needsHere(place, inForce);
  // Used in other projects as well: there the pack `default` is in force where no policy is written.
  const elsewhere = scope === 'user' || scope === 'plugin' ? needsOfPack(place) : null;
  return elsewhere === null ? projectNeeds : joinNeeds(projectNeeds, elsewhere);
}

/** Users cannot change managed settings when they write a rule, so the events that rules are usually about are all there from the beginning. */
const ANY_PROJECT: Needs = {
  before: true,
  after: { all: true, actions: [], tools: [] },
  events: ['prompt', 'session-start', 'stop', 'subagent-stop'],
};

/** Errors in somebody's policy must not keep the hook out of everybody's settings. */
function needsOrNone(place: InstallPlace): Needs {
  try {
    return needsHere(place);
  } catch (error) {
    if (error instanceof Refusal) return ANY_PROJECT;
    throw error;
  }
}

export function needsHere({ projectRoot, env }: InstallPlace, inForce?: CompiledLayers): Needs {
  const policy = inForce ?? choosePolicy({ project: projectRoot, env, cwd: projectRoot });
  const [first] = errorsOf(policy);
  if (first !== undefined || policy.artefact === null)
    throw new Refusal(
      `the policy has errors, so the events it needs are unknown; \`hookctl check\` lists them.\n${first ?? ''}`,
    );
  return needsOf(policy.artefact);
}

function needsOfPack({ env, projectRoot }: InstallPlace): Needs | null {
  const { artefact } = choosePolicy({ pack: 'default', env, cwd: projectRoot });
  return artefact === null ? null : needsOf(artefact);
}
