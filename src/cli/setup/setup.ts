import type { SettingsScope } from '../../adapters/agent.ts';
import type { InstallPlace } from '../../install/places.ts';
import type { CommandInput, Option } from '../command.ts';
import { FILES, INSTALL_OPTIONS } from '../install-options.ts';
import type { Performed } from '../perform-install.ts';
import type { Paint } from '../render/text/style.ts';
import type { AgentOutcome } from './install-agents.ts';
import type { Start } from './starter-policy.ts';

const { agent, project, home } = INSTALL_OPTIONS;
const scope = {
  type: 'string',
  value: 'user|project|local',
  help: `Which settings: user (${FILES.user}), project (${FILES.project}) or local (${FILES.local}). Default: project where hookctl is a dependency of the project, else local.`,
} as const;
export const INIT_OPTIONS = {
  agent,
  scope,
  project,
  home,
  all: { type: 'boolean', help: 'With --yes: register with the other agents that are found here, too.' },
  watch: { type: 'boolean', help: 'Watch first: the new policy only records, until `hookctl promote`.' },
  'add-dependency': {
    type: 'boolean',
    help: 'Add hookctl to the devDependencies of package.json with the package manager of the project.',
  },
  gitignore: { type: 'boolean', help: 'Add files that belong to this machine alone to .gitignore.' },
  diff: { type: 'boolean', help: 'Show the change of the settings as a diff, not as a summary.' },
  yes: { type: 'boolean', short: 'y', help: 'Write without asking. Nothing is fetched from the network.' },
  json: { type: 'boolean', help: 'One JSON object; needs --yes.' },
} as const satisfies Record<string, Option>;

export type InitInput = CommandInput<typeof INIT_OPTIONS>;

/** What every step of `init` needs. */
export interface Setup {
  place: InstallPlace;
  scope: SettingsScope;
  values: InitInput['values'];
  paint: Paint;
  /** Prints, unless the answer is one JSON object. */
  say: (text: string) => void;
}

/** What the steps did; null: the setup did not get that far. */
export interface SetupOutcome {
  policy: PolicyDone | null;
  tests: Tested | null;
  /** Lines that were added. */
  gitignore: string[];
  performed: Performed | null;
  /** Other agents that got the hook. */
  agents: AgentOutcome[];
  proof: Proved | null;
}

export interface PolicyDone {
  path: string;
  status: 'created' | 'kept';
  /** Null: it was there before. */
  start: Start | null;
}

export interface Tested {
  run: number;
  /** Errors of the policy count as well. */
  failed: number;
}

export interface Proved {
  command: string;
  denied: boolean;
  reason: string | null;
}
