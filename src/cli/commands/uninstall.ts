import { registrarNamed } from '../../adapters/registrars.ts';
import { prepareUninstall } from '../../install/plan/install-request.ts';
import { isChanged } from '../../install/plan/plan.ts';
import { armedScopes } from '../../install/plan/plan-settings.ts';
import { changeAfterAsking, filesOf, refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { INSTALL_OPTIONS, readAsked } from '../install-options.ts';
import { renderApplied, renderEvents, renderWarnings } from '../render/installation.ts';
import { painter } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';
import { uninstallAgent } from '../setup/install-agents.ts';
import { uninstallAll } from '../setup/uninstall-all.ts';

const OPTIONS = {
  ...INSTALL_OPTIONS,
  all: { type: 'boolean', help: 'Every place that hookctl knows it was installed to.' },
  purge: { type: 'boolean', help: '--all, and the state with the audit trail.' },
} as const satisfies Record<string, Option>;

export const uninstallCommand = defineCommand({
  name: 'uninstall',
  group: 'install',
  summary: "Remove the hook from the agent's settings.",
  usage:
    '[--agent NAME] [--scope user|project|local|managed] [--plugin DIR] [--all] [--purge] [--project DIR] [--home DIR] [--managed DIR] [--dry-run] [--yes] [--json]',
  about:
    'Removes every hookctl dispatcher, whatever its version and location, and nothing else. It also removes files and directories that `install` created, if they contain nothing else. Policies and records stay. --all does this in every file that an installation on this machine has changed, and in the settings of the current project. --purge then also removes the state directory with the audit trail, after a second question; policies always stay. `npx hookctl uninstall --all` works even after hookctl was removed.',
  options: OPTIONS,
  maxPositionals: 0,
  json: '{ action, agent, scope or plugin or all, dryRun, changed, files: [{ path, status, backup }], events: [{ event, matcher }], warnings, elsewhere }; --all: no events and elsewhere, but problems and purged: { directory, parts, files, bytes, foreign }',
  exitCodes: { 0: 'removed, or not installed', 1: 'refused: nothing was written; --all: a file could not be changed' },
  seeAlso: ['install.md', 'install'],
  examples: [
    { run: 'hookctl uninstall', shows: 'this project, after a question' },
    { run: 'hookctl uninstall --scope user --yes', shows: 'your own settings, for a script' },
    { run: 'hookctl uninstall --agent codex', shows: "from another agent's files" },
    { run: 'hookctl uninstall --all', shows: 'wherever it was installed on this machine' },
    { run: 'hookctl uninstall --purge', shows: 'the same, and the state with the audit trail' },
  ],
  changes: ({ values }) => (values['dry-run'] === true ? null : "the agent's settings"),
  run: async (input) => runUninstall(input),
});

type Input = CommandInput<typeof OPTIONS>;

async function runUninstall(input: Input): Promise<number> {
  const { values } = input;
  const purges = values.purge === true;
  const isAll = values.all === true || purges;
  if (isAll && (values.scope !== undefined || values.plugin !== undefined))
    throw new UsageError(`--${purges ? 'purge' : 'all'} is every place; --scope and --plugin name one`);
  const registrar = values.agent === undefined || isAll ? null : registrarNamed(values.agent);
  const { place, target, where, named } = readAsked({
    values: registrar === null ? values : { ...values, agent: undefined },
  });
  const paint = painter(process.stdout, process.env);
  const quiet = values.json === true;
  const dryRun = values['dry-run'] === true;
  return refusing('uninstall', async () => {
    if (registrar !== null)
      return uninstallAgent(registrar, named, { place, yes: values.yes === true, dryRun, quiet, paint });
    if (isAll) return uninstallAll({ place, purges, yes: values.yes === true, dryRun, quiet, paint });
    const { plan, files } = await changeAfterAsking({
      make: prepareUninstall(target, place),
      question: `Remove hookctl from ${where}?`,
      remarks: ({ warnings }) => renderWarnings(warnings, paint),
      stateDirectory: place.stateDirectory,
      yes: values.yes === true,
      dryRun,
      quiet,
      paint,
    });
    const { events, warnings } = plan;
    const changed = plan.changes.some(isChanged);
    const elsewhere = armedScopes(place);
    if (quiet)
      printJson({
        action: 'uninstall',
        agent: place.agent.adapter.name,
        ...target,
        dryRun,
        changed,
        files: filesOf(plan, files),
        events,
        warnings,
        elsewhere,
      });
    else if (changed) {
      print(files === null ? 'Nothing was written.\n' : renderApplied(files, paint));
      print(`no longer registered: ${renderEvents(events)}\n`);
    } else {
      const hint = elsewhere.map((scope) => ` It is in ${scope} settings (--scope ${scope}).`).join('');
      print(`hookctl is not installed in ${where}: nothing to change.${hint}\n`);
    }
    return 0;
  });
}
