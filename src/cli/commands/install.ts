import { isChanged } from '../../install/plan/plan.ts';
import { filesOf, refusing } from '../confirmed-change.ts';
import { defineCommand } from '../command.ts';
import { INSTALL_OPTIONS, type InstallInput, readAsked } from '../install-options.ts';
import { performInstall, renderPerformed } from '../perform-install.ts';
import { renderPluginHint } from '../render/installation.ts';
import { painter } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';

export const installCommand = defineCommand({
  name: 'install',
  group: 'install',
  summary: "Register the hook in the agent's settings.",
  usage: '[--scope user|project|local] [--plugin DIR] [--project DIR] [--home DIR] [--dry-run] [--yes] [--json]',
  about:
    'Shows a diff and asks before it writes. Only the entries of hookctl change, and `hookctl uninstall` restores the file as it was. Registers only the events that the policy in force needs: run it again after you change the policy. Default scope: project if hookctl is a dependency of the project, otherwise local. The project scope is shared: every member needs hookctl at the same path inside the project (npm ci) and node on the PATH.',
  options: INSTALL_OPTIONS,
  maxPositionals: 0,
  json: '{ action, agent, scope or plugin, dryRun, changed, files: [{ path, status, backup }], events: [{ event, matcher }], dispatcher: { kind, command, args, ms }, rejected, warnings, problems }',
  exitCodes: { 0: 'installed, or nothing to do', 1: 'refused, or the agent would not heed what is written' },
  seeAlso: ['install.md', 'uninstall', 'doctor', 'fire'],
  examples: [
    { run: 'hookctl install', shows: 'this project, after a question' },
    { run: 'hookctl install --scope user --yes', shows: 'all your projects, for a script' },
    { run: 'hookctl install --dry-run', shows: 'what would be written' },
    { run: 'hookctl install --plugin ./guard-plugin --yes', shows: 'a plugin directory, ready for a marketplace' },
  ],
  changes: ({ values }) => (values['dry-run'] === true ? null : "the agent's settings"),
  run: async (input) => runInstall(input),
});

async function runInstall(input: InstallInput): Promise<number> {
  const { values } = input;
  const { place, target, where } = readAsked(input);
  const paint = painter(process.stdout, process.env);
  const quiet = values.json === true;
  const dryRun = values['dry-run'] === true;
  return refusing('install', async () => {
    const performed = await performInstall({ target, place, where, yes: values.yes === true, dryRun, quiet, paint });
    const { installation, plan, files, warnings, problems } = performed;
    if (quiet) {
      const { kind, launch, ms } = installation.dispatcher;
      printJson({
        action: 'install',
        agent: place.agent.adapter.name,
        ...target,
        dryRun,
        changed: plan.changes.some(isChanged),
        files: filesOf(plan, files),
        events: plan.events,
        dispatcher: { kind, ...launch, ms },
        rejected: installation.rejected,
        warnings,
        problems,
      });
    } else {
      print(renderPerformed(performed, paint));
      if (files !== null && 'plugin' in target) print(renderPluginHint(target.plugin, place.agent));
    }
    return problems.length > 0 ? 1 : 0;
  });
}
