/** What a plugin directory holds besides its hooks, so that it can be loaded, and added as a marketplace of its own. */
export interface PluginText {
  path: string;
  text: string;
}

export const PLUGIN_NAME = 'hookctl';
export const PLUGIN_HOOKS = 'hooks/hooks.json';
export const PLUGIN_DISPATCHER = 'bin/dispatcher.cjs';

const DESCRIPTION = 'Rules that hold for the agent: every tool call is judged by the policy of the project.';

/** The client fills in where it keeps its copy of the plugin. */
export const PLUGIN_LAUNCH = { command: `\${CLAUDE_PLUGIN_ROOT}/${PLUGIN_DISPATCHER}`, args: [] };

export function pluginTexts(marketplace: string, version: string): PluginText[] {
  const plugin = {
    name: PLUGIN_NAME,
    version,
    description: DESCRIPTION,
    author: { name: 'hookctl' },
    license: 'Apache-2.0',
  };
  const market = {
    name: marketplace,
    description: DESCRIPTION,
    owner: { name: 'hookctl' },
    plugins: [{ name: PLUGIN_NAME, source: './', description: DESCRIPTION, version }],
  };
  return [
    { path: '.claude-plugin/plugin.json', text: print(plugin) },
    { path: '.claude-plugin/marketplace.json', text: print(market) },
    { path: 'README.md', text: readme(marketplace) },
  ];
}

function readme(marketplace: string): string {
  return `# ${PLUGIN_NAME}

${DESCRIPTION}

Before a tool runs, the hook reads the project's \`.hookctl/policy.yaml\` (without one, a built-in policy against destructive commands, shell writes that
nobody asked for and untested stops) and answers allow, ask or deny, with a reason that the model can act on. A hook that fails blocks the call.

## Use

    /plugin marketplace add OWNER/REPO
    /plugin install ${PLUGIN_NAME}@${marketplace}

It needs \`node\` 20.19 or newer on the PATH, and nothing else: \`bin/\` holds all that is run. State and audit trail are kept in
\`~/.local/state/hookctl\`; nothing is sent anywhere. Made by \`hookctl install --plugin\`; \`hookctl uninstall --plugin\` takes it apart again.
`;
}

/** The start of `hooks/hooks.json`; the entries come in as they do in settings. */
export const EMPTY_PLUGIN_HOOKS = print({ description: DESCRIPTION });

/** The name of a marketplace: what the directory is called, in the letters that the client takes. */
export function marketplaceName(directory: string): string {
  const name = directory
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? PLUGIN_NAME : name;
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
