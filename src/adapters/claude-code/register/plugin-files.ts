import type { PluginFormat } from '../../agent.ts';
import { PLUGIN_PLACEHOLDER } from './placeholders.ts';

const NAME = 'hookctl';
const DISPATCHER = 'bin/dispatcher.cjs';
const MANIFEST = '.claude-plugin/plugin.json';
const DESCRIPTION = 'Rules that hold for the agent: every tool call is judged by the policy of the project.';

/** A plugin of Claude Code, which is also its own marketplace. */
export const PLUGIN: PluginFormat = {
  name: NAME,
  hooksFile: 'hooks/hooks.json',
  emptyHooks: print({ description: DESCRIPTION }),
  dispatcherFile: DISPATCHER,
  // The client fills in where it keeps its copy of the plugin.
  launch: { command: `${PLUGIN_PLACEHOLDER}/${DISPATCHER}`, args: [] },
  manifestFile: MANIFEST,
  texts: (directoryName, version) => pluginTexts(marketplaceName(directoryName), version),
  startWith: (directory) => `claude --plugin-dir ${directory}`,
  howToShare: (directoryName) =>
    `put the directory into a repository; others run \`/plugin marketplace add OWNER/REPO\` and \`/plugin install ${NAME}@${marketplaceName(directoryName)}\`.`,
};

function pluginTexts(marketplace: string, version: string): { path: string; text: string }[] {
  const plugin = {
    name: NAME,
    version,
    description: DESCRIPTION,
    author: { name: 'hookctl' },
    license: 'Apache-2.0',
  };
  const market = {
    name: marketplace,
    description: DESCRIPTION,
    owner: { name: 'hookctl' },
    plugins: [{ name: NAME, source: './', description: DESCRIPTION, version }],
  };
  return [
    { path: MANIFEST, text: print(plugin) },
    { path: '.claude-plugin/marketplace.json', text: print(market) },
    { path: 'README.md', text: readme(marketplace) },
  ];
}

function readme(marketplace: string): string {
  return `# ${NAME}

${DESCRIPTION}

Before a tool runs, the hook reads the project's \`.hookctl/policy.yaml\` (without one, a built-in policy against destructive commands, shell writes that
nobody asked for and untested stops) and answers allow, ask or deny, with a reason that the model can act on. A hook that fails blocks the call.

## Use

    /plugin marketplace add OWNER/REPO
    /plugin install ${NAME}@${marketplace}

It needs \`node\` 20.19 or newer on the PATH, and nothing else: \`bin/\` holds all that is run. State and audit trail are kept in
\`~/.local/state/hookctl\`; nothing is sent anywhere. Made by \`hookctl install --plugin\`; \`hookctl uninstall --plugin\` takes it apart again.
`;
}

/** The name of a marketplace: what the directory is called, in the letters that the client takes. */
function marketplaceName(directory: string): string {
  const name = directory
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? NAME : name;
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
