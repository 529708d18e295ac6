import { VARIABLES } from '../variables.ts';

export const PROJECT_PLACEHOLDER = `\${${VARIABLES.projectDir}}`;
export const PLUGIN_PLACEHOLDER = `\${${VARIABLES.pluginRoot}}`;

/** What is not known here stays as it is. */
export function fillPlaceholders(text: string, { project, plugin }: { project?: string; plugin?: string }): string {
  let filled = text;
  if (plugin !== undefined) filled = filled.replaceAll(PLUGIN_PLACEHOLDER, plugin);
  if (project === undefined) return filled;
  filled = filled.replaceAll(PROJECT_PLACEHOLDER, project);
  // Without braces it is for the shell, which fills in the same.
  const bare = `$${VARIABLES.projectDir}/`;
  return filled.startsWith(bare) ? `${project}/${filled.slice(bare.length)}` : filled;
}
