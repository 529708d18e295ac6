import type { HookEntry } from '../adapters/claude-code/hook-entries.ts';
import { chooseDispatcher, type Choice, findDispatchers, proveDispatcher } from './dispatchers.ts';
import { expanded, registeredIn, type Registered } from './launches.ts';
import { neededEntries } from './needed-entries.ts';
import type { Place, Scope } from './places.ts';
import { Refusal } from './refusal.ts';

export interface Prepared {
  choice: Choice<Registered> & { chosen: Registered & { ms: number } };
  entries: HookEntry[];
  /** About the dispatcher, for people. */
  warnings: string[];
}

/** Which dispatcher for which events. Runs every candidate until one has proved itself. */
export function prepareInstall(scope: Scope, place: Place): Prepared {
  const choice = chooseDispatcher(registeredIn(scope, place.projectRoot, findDispatchers()), (candidate) =>
    proveDispatcher(expanded(candidate, place.projectRoot)),
  );
  const { chosen, rejected } = choice;
  const failed = rejected.map(({ dispatcher, problem }) => `${dispatcher.file} ${problem}`);
  if (chosen === null)
    throw new Refusal(
      failed.length === 0
        ? 'there is no dispatcher beside hookctl; build it (npm run build) or install hookctl again'
        : `no dispatcher works on this machine, so nothing was registered:\n${failed.join('\n')}`,
    );
  const warnings = failed.map((text) => `${text}; the next one is used.`);
  if (scope === 'project' && chosen.machineBound)
    warnings.push(
      'These settings are shared with a team, and the dispatcher lies outside the project: on machines where it is not at the same path, every call is blocked. Make hookctl a dependency of the project, or use --scope local.',
    );
  return { choice: { chosen, rejected }, entries: neededEntries(scope, place, chosen.launch), warnings };
}
