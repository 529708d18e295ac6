import { resolve } from 'node:path';
import { findDispatchers } from '../install/dispatcher/dispatchers.ts';
import type { InstallTarget } from '../install/plan/install-request.ts';
import { defaultScope, type InstallPlace, placeOf } from '../install/places.ts';
import { nearest } from '../protocol/text/did-you-mean.ts';
import { type Agent, type SettingsScope, SCOPES } from '../adapters/agent.ts';
import { agentNamed, AGENTS, DEFAULT_AGENT } from '../adapters/agents.ts';
import { REGISTRARS } from '../adapters/registrars.ts';
import { type CommandInput, type Option, UsageError } from './command.ts';

/** The settings of the default agent, for help texts and questions. */
export const FILES: Record<SettingsScope, string> = settingsNames(DEFAULT_AGENT);

/** `install` and `uninstall` take the same options: what one did, the other undoes. */
export const INSTALL_OPTIONS = {
  agent: {
    type: 'string',
    value: 'NAME',
    completes: 'agents',
    help: `The agent (default: ${DEFAULT_AGENT.adapter.name}).`,
  },
  scope: {
    type: 'string',
    value: 'user|project|local|managed',
    help: `Which settings: user (${FILES.user}), project (${FILES.project}), local (${FILES.local}) or managed (${FILES.managed}, for all users of this machine).`,
  },
  plugin: { type: 'string', value: 'DIR', help: 'A plugin directory instead of settings.' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: the one around the current directory).' },
  home: {
    type: 'string',
    value: 'DIR',
    help: 'Use this home directory instead of yours, for settings, policy and state.',
  },
  managed: {
    type: 'string',
    value: 'DIR',
    help: "The directory of managed settings (default: the system's, unless --home is given).",
  },
  'dry-run': { type: 'boolean', help: 'Only show what would be written.' },
  yes: { type: 'boolean', short: 'y', help: 'Write without asking.' },
  json: { type: 'boolean', help: 'One JSON object; needs --yes or --dry-run.' },
} as const satisfies Record<string, Option>;

type InstallInput = CommandInput<typeof INSTALL_OPTIONS>;

type AskedValues = { readonly [K in keyof InstallInput['values']]?: InstallInput['values'][K] | undefined };

export interface AskedInstall {
  place: InstallPlace;
  /** The scope that was asked for by name. */
  named: SettingsScope | undefined;
  /** The scope of the settings, or the usual one here. */
  scope: SettingsScope;
  target: InstallTarget;
  /** For people: `project settings`, or the plugin's directory. */
  where: string;
}

export function readAsked({ values }: { values: AskedValues }): AskedInstall {
  const agent = readAgent(values.agent);
  if (values.json === true && values.yes !== true && values['dry-run'] !== true)
    throw new UsageError('--json needs --yes or --dry-run: it cannot ask');
  if (values.plugin !== undefined && values.scope !== undefined)
    throw new UsageError('--plugin and --scope name two places; give one');
  const { project, home, managed } = values;
  const place = placeOf({ project, home, managed, agent }, process.env, process.cwd());
  const named = readScope(values.scope) ?? undefined;
  const scope = named ?? defaultScope(place, findDispatchers());
  if (values.plugin !== undefined) {
    const plugin = resolve(values.plugin);
    return { place, named, scope, target: { plugin }, where: plugin };
  }
  return { place, named, scope, target: { scope }, where: `${scope} settings` };
}

function readAgent(name: string | undefined): Agent {
  if (name === undefined) return DEFAULT_AGENT;
  const agent = agentNamed(name);
  if (agent !== null) return agent;
  const agentNames = [...AGENTS.map(({ adapter }) => adapter.name), ...REGISTRARS.map((one) => one.agent)];
  const near = nearest(name, agentNames);
  throw new UsageError(
    `no agent "${name}"; known: ${agentNames.join(', ')}${near === null ? '' : `; did you mean "${near}"?`}`,
  );
}

function settingsNames({ settings: { userDirectory, files } }: Agent): Record<SettingsScope, string> {
  const { user, project, local, managed } = files;
  return {
    user: `~/${userDirectory.usual}/${user.path}`,
    project: project.path,
    local: local.path,
    managed: managed.path,
  };
}

function readScope(word: string | undefined): SettingsScope | null {
  if (word === undefined) return null;
  const scope = SCOPES.find((one) => one === word);
  if (scope !== undefined) return scope;
  const near = nearest(word, SCOPES);
  throw new UsageError(
    `--scope: "${word}" is not ${SCOPES.join(', ')}${near === null ? '' : `; did you mean "${near}"?`}`,
  );
}
