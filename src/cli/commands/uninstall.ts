import { isChanged } from '../../install/plan.ts';
import { planUninstall } from '../../install/plan-settings.ts';
import { Refusal } from '../../install/refusal.ts';
import { changeAfterAsking } from '../confirmed-change.ts';
import { defineCommand } from '../command.ts';
import { INSTALL_OPTIONS, type InstallInput, readTarget } from '../install-options.ts';
import { renderApplied, renderEvents } from '../render/installation.ts';
import { painter } from '../render/style.ts';

export const uninstallCommand = defineCommand({
  name: 'uninstall',
  group: 'install',
  summary: "Take the hook out of the agent's settings.",
  usage: '[--scope user|project|local] [--project DIR] [--home DIR] [--dry-run] [--yes] [--json]',
  about:
    'Takes out every dispatcher of hookctl, of whatever version and place, and nothing else. Files and directories that `install` made go too, as long as nobody else put anything into them. Policies and records stay.',
  options: INSTALL_OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl uninstall', shows: 'this project, after a question' },
    { run: 'hookctl uninstall --scope user --yes', shows: 'your own settings, for a script' },
  ],
  run: async (input) => runUninstall(input),
});

async function runUninstall(input: InstallInput): Promise<number> {
  const { values } = input;
  const { agent, place, scope } = readTarget(input);
  const paint = painter(process.stdout, process.env);
  const quiet = values.json === true;
  const dryRun = values['dry-run'] === true;
  try {
    const { plan, files } = await changeAfterAsking({
      make: () => planUninstall(scope, place),
      question: `Take hookctl out of ${scope} settings?`,
      stateDirectory: place.stateDirectory,
      yes: values.yes === true,
      dryRun,
      quiet,
      paint,
    });
    const changed = plan.changes.some(isChanged);
    if (quiet) {
      const planned = plan.changes.map(({ path }) => ({ path, status: 'planned', backup: null }));
      const told = { action: 'uninstall', agent, scope, dryRun, changed, files: files ?? planned, events: plan.events };
      process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
    } else if (!changed) process.stdout.write(`hookctl is not installed in ${scope} settings: nothing to change\n`);
    else {
      process.stdout.write(files === null ? 'Nothing was written.\n' : renderApplied(files, paint));
      process.stdout.write(`no longer registered: ${renderEvents(plan.events)}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`hookctl uninstall: ${error.message}\n`);
    return 1;
  }
}
