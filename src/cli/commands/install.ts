import { usualScope } from '../../adapters/register/registrar.ts';
import { REGISTRARS, registrarNamed } from '../../adapters/registrars.ts';
import { type AgentTarget, foundAgents, prepareAgents } from '../../install/agents/prepare-agents.ts';
import { signOfAgent } from '../../install/dispatcher/find-agent.ts';
import { isChanged } from '../../install/plan/plan.ts';
import { filesOf, refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { INSTALL_OPTIONS, readAsked } from '../install-options.ts';
import { performInstall, renderPerformed } from '../perform-install.ts';
import { renderPluginHint } from '../render/installation.ts';
import { painter } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';
import { listAgents } from '../setup/list-agents.ts';
import { type AgentOutcome, type How, installAgents, registrarScope } from '../setup/install-agents.ts';

const OPTIONS = {
  ...INSTALL_OPTIONS,
  all: { type: 'boolean', help: 'Every agent that is found on this machine.' },
  list: { type: 'boolean', help: 'Only show which agents are here, and which of them run the hook.' },
} as const satisfies Record<string, Option>;

export const installCommand = defineCommand({
  name: 'install',
  group: 'install',
  summary: "Register the hook in the agent's settings.",
  usage:
    '[--agent NAME | --all | --list] [--scope user|project|local|managed] [--plugin DIR] [--project DIR] [--home DIR] [--managed DIR] [--dry-run] [--yes] [--json]',
  about:
    'Shows a diff and asks before it writes. It changes only the entries of hookctl, and `hookctl uninstall` restores the file byte for byte. It registers only the events that the current policy needs, so run it again after you change the policy. The default scope is project if hookctl is a dependency of the project, otherwise local. The project scope is shared: every member needs hookctl at the same path inside the project (npm ci) and node on the PATH. The managed scope is for administrators: it writes a separate file among the managed settings of the machine, which no user, project or repository can switch off. --agent registers the hook with another agent, in the files and the form that this agent reads. `hookctl install --list` names the agents, and agents.md says what each of them can enforce. Their default scope is user, or project if the agent reads no other. hookctl adds nothing to an agent that already runs the hook of Claude Code.',
  options: OPTIONS,
  maxPositionals: 0,
  json: '{ action, agent, scope or plugin, dryRun, changed, files: [{ path, status, backup }], events: [{ event, matcher }], dispatcher: { kind, command, args, ms }, rejected, warnings, problems }; --agent of another agent: { action, dryRun, changed, files, agents: [{ agent, scope, status, files, note }], dispatcher, warnings, problems }; --list: [{ agent, title, found, registered, note }]',
  exitCodes: { 0: 'installed, or nothing to do', 1: 'refused, or the agent would ignore what is written' },
  seeAlso: ['install.md', 'agents.md', 'uninstall', 'doctor', 'fire'],
  examples: [
    { run: 'hookctl install', shows: 'this project, after a question' },
    { run: 'hookctl install --scope user --yes', shows: 'all your projects, for a script' },
    { run: 'hookctl install --agent codex', shows: 'another agent, for all your projects' },
    { run: 'hookctl install --all', shows: 'every agent that is found here' },
    { run: 'sudo hookctl install --scope managed', shows: 'all users of this machine' },
    { run: 'hookctl install --dry-run', shows: 'what would be written' },
    { run: 'hookctl install --plugin ./guard-plugin --yes', shows: 'a plugin directory, ready for a marketplace' },
  ],
  changes: ({ values }) => (values['dry-run'] === true || values.list === true ? null : "the agent's settings"),
  run: async (input) => runInstall(input),
});

type Input = CommandInput<typeof OPTIONS>;

async function runInstall(input: Input): Promise<number> {
  const { values } = input;
  if (values.all === true && values.agent !== undefined)
    throw new UsageError('--all is every agent; --agent names one');
  const registrar = values.agent === undefined ? null : registrarNamed(values.agent);
  const others = registrar !== null || values.all === true || values.list === true;
  if (others && values.plugin !== undefined) throw new UsageError('--plugin is for Claude Code only');
  if (!others) return installHere(input);
  const { place, named } = readAsked({
    values: { ...values, agent: undefined, ...(values.list === true ? { 'dry-run': true } : {}) },
  });
  const quiet = values.json === true;
  if (values.list === true) return listAgents(place, quiet);
  const how = {
    place,
    yes: values.yes === true,
    dryRun: values['dry-run'] === true,
    quiet,
    paint: painter(process.stdout, process.env),
  };
  return refusing('install', async () => {
    if (registrar !== null)
      return installAgents(prepareAgents([{ registrar, scope: registrarScope(named, registrar) }], place), how);
    const targets: AgentTarget[] = foundAgents(place).map((found) => ({
      registrar: found.registrar,
      scope:
        named === 'project' && found.registrar.directories.project !== null ? 'project' : usualScope(found.registrar),
    }));
    const isHere = signOfAgent(place) !== null;
    if (targets.length === 0 && !isHere) throw new InputError(NONE);
    // First the agent whose settings others read as well.
    if (targets.length === 0 || (isHere && !quiet)) {
      const code = await installHere(input);
      return targets.length === 0 ? code : Math.max(code, await installAgents(prepareAgents(targets, place), how));
    }
    const first = isHere ? [await registerQuietly(input, how)] : [];
    return installAgents(prepareAgents(targets, place), how, first);
  });
}

/** The default agent as one among several, for one JSON object about all of them. */
async function registerQuietly({ values }: Input, how: How): Promise<AgentOutcome> {
  const { place, target, where, scope } = readAsked({ values });
  const { plan, problems } = await performInstall({ ...how, target, place, where });
  const status = problems.length > 0 ? 'refused' : how.dryRun ? 'planned' : 'registered';
  const files = plan.changes.map(({ path }) => path);
  return { agent: place.agent.adapter.name, scope, status, files, note: problems[0] ?? null };
}

const NONE = `no agent was found on this machine: neither a program on the PATH nor a directory of one; --agent NAME registers with one all the same: ${REGISTRARS.map(({ agent }) => agent).join(', ')}`;

async function installHere(input: Input): Promise<number> {
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
