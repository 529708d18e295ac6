import { REGISTRAR_SCOPES } from '../../adapters/register/registrar.ts';
import { REGISTRARS } from '../../adapters/registrars.ts';
import { signOf } from '../../install/agents/agent-files.ts';
import { isRegistered } from '../../install/agents/plan-agent.ts';
import { signOfAgent } from '../../install/dispatcher/find-agent.ts';
import type { InstallPlace } from '../../install/places.ts';
import { armedScopes, sharedScopes } from '../../install/plan/plan-settings.ts';
import { print, printJson } from '../output.ts';
import { columnsOf } from '../render/text/style.ts';
import { type Column, table } from '../render/text/table.ts';
import { pathForPerson } from './path-for-person.ts';

interface ListedAgent {
  agent: string;
  title: string;
  /** A sign that it is used here; null: none. */
  found: string | null;
  /** The scopes in which its files name the hook. */
  registered: string[];
  /** Another agent's settings that it runs as well. */
  reachedBy: string | null;
}

/** Which agents are here, and which of them run the hook. */
export function listAgents(place: InstallPlace, quiet: boolean): number {
  const armed = armedScopes(place);
  const shared = sharedScopes(place);
  const { adapter } = place.agent;
  const rows: ListedAgent[] = [
    { agent: adapter.name, title: adapter.title, found: signOfAgent(place), registered: armed, reachedBy: null },
    ...REGISTRARS.map((registrar) => ({
      agent: registrar.agent,
      title: registrar.title,
      found: signOf(registrar, place),
      registered: REGISTRAR_SCOPES.filter((scope) => isRegistered({ registrar, scope, place })),
      reachedBy: registrar.alsoRuns?.scopes.some((scope) => shared.includes(scope)) === true ? adapter.name : null,
    })),
  ];
  if (quiet) printJson(rows);
  else print(`${table(COLUMNS, rows.map(cells), { width: columnsOf(process.stdout) }).join('\n')}\n`);
  return 0;
}

const COLUMNS: readonly Column[] = [
  { title: 'agent' },
  { title: 'name' },
  { title: 'found', narrow: 'wrap' },
  { title: 'hook', narrow: 'wrap' },
];

function cells({ agent, title, found, registered, reachedBy }: ListedAgent): string[] {
  const runs =
    registered.length > 0
      ? `registered (${registered.join(', ')})`
      : reachedBy === null
        ? 'not registered'
        : `runs the hook of ${reachedBy}`;
  return [agent, title, found === null ? 'not found' : pathForPerson(found), runs];
}
