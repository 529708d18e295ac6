import { resolve } from 'node:path';
import { findDispatchers } from '../install/dispatcher/dispatchers.ts';
import type { Target } from '../install/plan/install-request.ts';
import { defaultScope, type Place, placeOf, type Scope, SCOPES } from '../install/places.ts';
import { nearest } from '../protocol/text/did-you-mean.ts';
import { adapterNames, DEFAULT_ADAPTER } from '../adapters/index.ts';
import { type CommandInput, type Option, UsageError } from './command.ts';

/** `install` and `uninstall` take the same options: what one did, the other undoes. */
export const INSTALL_OPTIONS = {
  agent: { type: 'string', value: 'NAME', completes: 'agents', help: `The agent (default: ${DEFAULT_ADAPTER.name}).` },
  scope: {
    type: 'string',
    value: 'user|project|local',
    help: 'Which settings: user (~/.claude/settings.json), project (.claude/settings.json) or local (.claude/settings.local.json).',
  },
  plugin: { type: 'string', value: 'DIR', help: 'A plugin directory in place of settings.' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: around the current directory).' },
  home: { type: 'string', value: 'DIR', help: 'A home in place of yours: settings, policy and state.' },
  'dry-run': { type: 'boolean', help: 'Only show what would be written.' },
  yes: { type: 'boolean', short: 'y', help: 'Write without asking.' },
  json: { type: 'boolean', help: 'One JSON object; needs --yes or --dry-run.' },
} as const satisfies Record<string, Option>;

export type InstallInput = CommandInput<typeof INSTALL_OPTIONS>;

export interface Asked {
  agent: string;
  place: Place;
  target: Target;
  /** For people: `project settings`, or the plugin's directory. */
  where: string;
}

export function readAsked({ values }: Pick<InstallInput, 'values'>): Asked {
  const agent = values.agent ?? DEFAULT_ADAPTER.name;
  if (!adapterNames().includes(agent)) throw new UsageError(`no agent "${agent}"; known: ${adapterNames().join(', ')}`);
  if (values.json === true && values.yes !== true && values['dry-run'] !== true)
    throw new UsageError('--json needs --yes or --dry-run: it cannot ask');
  if (values.plugin !== undefined && values.scope !== undefined)
    throw new UsageError('--plugin and --scope name two places; give one');
  const place = placeOf(values, process.env, process.cwd());
  if (values.plugin !== undefined) {
    const plugin = resolve(values.plugin);
    return { agent, place, target: { plugin }, where: plugin };
  }
  const scope = readScope(values.scope) ?? defaultScope(place, findDispatchers());
  return { agent, place, target: { scope }, where: `${scope} settings` };
}

function readScope(word: string | undefined): Scope | null {
  if (word === undefined) return null;
  const scope = SCOPES.find((one) => one === word);
  if (scope !== undefined) return scope;
  const near = nearest(word, SCOPES);
  throw new UsageError(
    `--scope: "${word}" is not ${SCOPES.join(', ')}${near === null ? '' : `; did you mean "${near}"?`}`,
  );
}
