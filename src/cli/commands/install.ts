import { prepareInstall } from '../../install/install-request.ts';
import { isChanged } from '../../install/plan.ts';
import { planInstall } from '../../install/plan-settings.ts';
import { Refusal } from '../../install/refusal.ts';
import { changeAfterAsking } from '../confirmed-change.ts';
import { defineCommand } from '../command.ts';
import { INSTALL_OPTIONS, type InstallInput, readTarget } from '../install-options.ts';
import { renderApplied, renderEvents, renderRemarks } from '../render/installation.ts';
import { painter } from '../render/style.ts';

export const installCommand = defineCommand({
  name: 'install',
  group: 'install',
  summary: "Register the hook in the agent's settings.",
  usage: '[--scope user|project|local] [--project DIR] [--home DIR] [--dry-run] [--yes] [--json]',
  about:
    'Shows a diff and asks before it writes; no byte of anybody else changes, and `hookctl uninstall` gives back the file as it was. Only the events that the policy in force needs are registered: run it again after a change of the policy. Default scope: project where hookctl is a dependency of the project, else local. The project scope is shared: every member needs hookctl at the same place inside the project (npm ci) and node on the PATH.',
  options: INSTALL_OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl install', shows: 'this project, after a question' },
    { run: 'hookctl install --scope user --yes', shows: 'all your projects, for a script' },
    { run: 'hookctl install --dry-run', shows: 'what would be written' },
  ],
  run: async (input) => runInstall(input),
});

async function runInstall(input: InstallInput): Promise<number> {
  const { values } = input;
  const { agent, place, scope } = readTarget(input);
  const paint = painter(process.stdout, process.env);
  const quiet = values.json === true;
  const dryRun = values['dry-run'] === true;
  try {
    const { choice, entries, warnings } = prepareInstall(scope, place);
    const { plan, files } = await changeAfterAsking({
      make: () => planInstall(scope, place, entries),
      question: `Write this to ${scope} settings?`,
      stateDirectory: place.stateDirectory,
      yes: values.yes === true,
      dryRun,
      quiet,
      paint,
    });
    const { chosen, rejected } = choice;
    const remarks = { warnings: [...warnings, ...plan.warnings], problems: plan.problems };
    if (quiet) {
      const { kind, launch, ms } = chosen;
      const told = {
        action: 'install',
        agent,
        scope,
        dryRun,
        changed: plan.changes.some(isChanged),
        files: files ?? plan.changes.map(({ path }) => ({ path, status: 'planned', backup: null })),
        events: plan.events,
        dispatcher: { kind, ...launch, ms },
        rejected: rejected.map(({ dispatcher, problem }) => ({
          kind: dispatcher.kind,
          file: dispatcher.file,
          problem,
        })),
        ...remarks,
      };
      process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
    } else {
      process.stdout.write(files === null ? '' : renderApplied(files, paint));
      process.stdout.write(`dispatcher: ${chosen.kind}, ${chosen.file} (denied a probe in ${chosen.ms} ms)\n`);
      process.stdout.write(`events: ${renderEvents(plan.events)}\n${renderRemarks(remarks, paint)}`);
      if (files === null) process.stdout.write('Nothing was written.\n');
    }
    return plan.problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`hookctl install: ${error.message}\n`);
    return 1;
  }
}
