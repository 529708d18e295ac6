import type { SettingsScope } from '../../adapters/agent.ts';
import type { Installation } from '../../install/plan/install-request.ts';
import { insideProject, type InstallPlace } from '../../install/places.ts';
import { isChanged, type Plan } from '../../install/plan/plan.ts';
import { NOT_BELOW, type Performed } from '../perform-install.ts';
import { pathForPerson } from '../setup/path-for-person.ts';
import type { SetupOutcome, PolicyDone } from '../setup/setup.ts';
import { renderEvents, renderInstallProblems } from './installation.ts';
import type { Paint } from './text/style.ts';
import { table } from './text/table.ts';

/** What would change in the settings, without the text of it. */
export function renderHookSummary({ dispatcher }: Installation, { changes, events }: Plan): string {
  const names = renderEvents(events);
  return changes
    .filter(isChanged)
    .map(({ path, before }) => {
      const rest = before === null ? ' (new)' : '; the rest of the file stays as it is';
      return `${pathForPerson(path)}: +${count(names)} events → ${dispatcher.kind} dispatcher${rest}\n  ${names}\n`;
    })
    .join('');
}

function count(names: string): number {
  return names.split(', ').length;
}

export function renderHookDone({ installation, files, problems, ...performed }: Performed, paint: Paint): string {
  const { kind, ms } = installation.dispatcher;
  const done = (files ?? []).map(({ path, status, backup }) => {
    if (status === 'unchanged') return `${pathForPerson(path)}: nothing to change\n`;
    const backupNote = backup === null ? '' : paint('dim', `  (as it was: ${pathForPerson(backup)})`);
    return `${paint('green', status)} ${pathForPerson(path)}${backupNote}\n`;
  });
  return [
    ...done,
    `The ${kind} dispatcher denied a probe in ${ms} ms.\n`,
    performed.reachesBelow ? '' : NOT_BELOW,
    renderInstallProblems(problems, paint),
  ].join('');
}

/** The setup ended early: what is there now, and how to go on. */
export function renderNotArmed({ policy, tests, performed, proof }: SetupOutcome): string {
  if (policy === null) return 'Nothing was written, and no rule holds here. `hookctl init` starts again.\n';
  const written = policy.status === 'created' ? 'is written' : 'was there before';
  const state = `NOT ARMED: ${pathForPerson(policy.path)} ${written}`;
  if (tests !== null && tests.failed > 0)
    return `${state}, and the hook is not registered, because tests of it fail. Repair them (\`hookctl test\`), then run \`hookctl init\` again.\n`;
  if (performed?.files === null)
    return `${state}, but the hook is not registered: no rule is in force. \`hookctl install\` registers it.\n`;
  return proof?.denied === true
    ? `${state}, but the agent would ignore the settings: see NOT IN FORCE above.\n`
    : `${state} and the hook is registered, but the proof failed. \`hookctl doctor\` looks for the reason.\n`;
}

export interface NextAsked {
  scope: SettingsScope;
  policy: PolicyDone;
  place: InstallPlace;
}

/** Three commands to try, then what to do once. */
export function renderNext({ scope, policy, place }: NextAsked, width: number): string {
  const own = pathForPerson(policy.path);
  const program = insideProject(process.argv[1] ?? '', place.projectRoot) === null ? 'hookctl' : 'npx hookctl';
  const commands: [string, string][] =
    policy.start === 'watch'
      ? [
          ['log --follow', 'what the agent does, live'],
          ['stats', 'what enforcing would have changed'],
          ['promote pack:recommended', 'after a week: enforce it'],
        ]
      : [
          [`explain 'git push --force origin main'`, 'what a command would meet'],
          [scope === 'user' ? 'test' : `trust && ${program} test`, `after you have edited ${own}`],
          ['log --follow', 'what the agent does, live'],
        ];
  const rows = commands.map(([command, about]) => [`${program} ${command}`, about]);
  const settings = place.agent.settings.files.project.path;
  const commit = scope === 'user' ? '' : `Commit ${scope === 'project' ? `${own} and ${settings}` : own}. `;
  return [
    ...table([{}, { narrow: 'wrap' }], rows, { width, indent: 2 }).map((line) => `${line}\n`),
    `${commit}\`${program} uninstall\` removes the hook again.\n`,
  ].join('');
}
