import { signOfAgent } from '../../install/dispatcher/find-agent.ts';
import { settingsPath } from '../../install/places.ts';
import { isTerminal } from '../ask.ts';
import { defineCommand, InputError, UsageError } from '../command.ts';
import { filesOf, refusing } from '../confirmed-change.ts';
import { readAsked } from '../install-options.ts';
import { print, printJson } from '../output.ts';
import { performInstall, type Performed } from '../perform-install.ts';
import { renderHookDone, renderHookSummary, renderNext, renderNotArmed } from '../render/setup.ts';
import { columnsOf, painter } from '../render/text/style.ts';
import { offerDependency } from '../setup/dependency-step.ts';
import { offerIgnored } from '../setup/gitignore.ts';
import { pathForPerson } from '../setup/path-for-person.ts';
import { proveHook, testPolicy } from '../setup/proof-steps.ts';
import { offerAgents } from '../setup/offer-agents.ts';
import { askScope } from '../setup/ask-scope.ts';
import { INIT_OPTIONS, type InitInput, type SetupOutcome, type Setup } from '../setup/setup.ts';
import { writePolicy } from '../setup/write-policy.ts';

export const initCommand = defineCommand({
  name: 'init',
  group: 'install',
  summary: 'Set up a project: a policy, the hook, and a proof that it works.',
  usage:
    '[--scope user|project|local] [--all] [--watch] [--add-dependency] [--gitignore] [--diff] [--project DIR] [--home DIR] [--yes] [--json]',
  about: `Writes a starter policy unless there is one, runs its tests, registers the hook as \`hookctl install\` does, and plays one call through the settings to show that it is refused. Asks before it writes. In scope user the policy is the user's own and holds in all projects (~/.config/hookctl/policy.yaml), otherwise it is .hookctl/policy.yaml. Other agents that are found here get the hook as well, after one question for all of them. If the project is already set up, it reports that and changes nothing.`,
  options: INIT_OPTIONS,
  maxPositionals: 0,
  json: '{ scope, armed, policy: { path, status, start }, tests: { run, failed }, gitignore: [LINE], files: [{ path, status, backup }], events: [{ event, matcher }], dispatcher: { kind, file, ms }, agents: [{ agent, scope, status, files, note }], proof: { command, denied, reason }, warnings, problems }',
  exitCodes: { 0: 'armed, and proved', 1: 'not armed: you said no, a test of the policy fails, or the proof does' },
  seeAlso: ['install.md', 'install', 'doctor', 'new', 'test', 'promote'],
  examples: [
    { run: 'hookctl init', shows: 'step by step, with questions' },
    { run: 'hookctl init --yes', shows: 'the same for a script' },
    { run: 'hookctl init --watch', shows: 'record for a week before anything is refused' },
    { run: 'hookctl init --scope project --add-dependency', shows: 'for a team: hookctl becomes a dependency' },
  ],
  changes: () => "the policy and the agent's settings",
  run: async (input) => runInit(input),
});

async function runInit({ values }: InitInput): Promise<number> {
  const isSure = values.yes === true;
  if (values.json === true && !isSure) throw new UsageError('--json needs --yes: it cannot ask');
  const { place, scope: usual } = readAsked({ values: { ...values, json: undefined } });
  if (usual === 'managed')
    throw new UsageError(
      "--scope managed is for `hookctl install`; its policy is an administrator's (docs/install.md)",
    );
  if (!isSure && !isTerminal()) throw new InputError('there is no terminal to ask on; --yes sets up without asking');
  const chosen = values.scope !== undefined || isSure ? usual : await askScope(usual);
  const setup: Setup = {
    place,
    scope: chosen ?? usual,
    values,
    paint: painter(process.stdout, process.env),
    say: values.json === true ? () => undefined : print,
  };
  return chosen === null ? report(setup, NOTHING_DONE) : refusing('init', async () => setUp(setup));
}

/** Each step says what it did; the first that fails or is declined ends the setup. */
async function setUp(setup: Setup): Promise<number> {
  const { place, scope: chosen, say, paint, values } = setup;
  const delegated = await offerDependency(setup);
  if (delegated !== null) return delegated;
  say(`\n${paint('bold', 'Policy')}\n`);
  const policy = await writePolicy(setup);
  if (policy === null) return report(setup, NOTHING_DONE);
  const { tests, inForce } = testPolicy(setup);
  if (tests.failed > 0) return report(setup, { ...NOTHING_DONE, policy, tests });
  const gitignore = await offerIgnored(setup);
  say(`\n${paint('bold', 'Hook')}\n`);
  if (signOfAgent(place) === null) say(`${place.agent.adapter.title} was not found here; the hook waits for it.\n`);
  const performed = await performInstall({
    target: { scope: chosen },
    place,
    inForce,
    where: pathForPerson(settingsPath(chosen, place)),
    yes: values.yes === true,
    dryRun: false,
    quiet: values.json === true,
    paint,
    ...(values.diff === true ? {} : { summary: renderHookSummary }),
  });
  if (performed.files === null) return report(setup, { ...NOTHING_DONE, policy, tests, gitignore, performed });
  say(renderHookDone(performed, paint));
  const agents = await offerAgents(setup);
  say(`\n${paint('bold', 'Proof')}\n`);
  return report(setup, { policy, tests, gitignore, performed, agents, proof: await proveHook(setup) });
}

const NOTHING_DONE: SetupOutcome = {
  policy: null,
  tests: null,
  gitignore: [],
  performed: null,
  agents: [],
  proof: null,
};

/** What it came to, and the exit code. */
function report({ scope: chosen, values, say, paint, place }: Setup, outcome: SetupOutcome): number {
  const { policy, tests, gitignore, performed, agents, proof } = outcome;
  const problems = performed?.problems ?? [];
  const armed = proof?.denied === true && problems.length === 0;
  const isUnchanged =
    policy?.status === 'kept' &&
    gitignore.length === 0 &&
    agents.length === 0 &&
    performed?.files?.every(({ status }) => status === 'unchanged') === true;
  say(
    armed && isUnchanged
      ? '\nThis project was already set up; nothing has changed. `hookctl doctor` checks the whole installation.\n'
      : armed && policy !== null
        ? `\n${paint('bold', 'Next')}\n${renderNext({ scope: chosen, policy, place }, columnsOf(process.stdout))}`
        : `\n${renderNotArmed(outcome)}`,
  );
  if (values.json === true)
    printJson({
      scope: chosen,
      armed,
      policy,
      tests,
      gitignore,
      files: performed === null ? [] : filesOf(performed.plan, performed.files),
      events: performed?.plan.events ?? [],
      dispatcher: performed === null ? null : dispatcherOf(performed),
      agents,
      proof,
      warnings: performed?.warnings ?? [],
      problems,
    });
  return armed ? 0 : 1;
}

function dispatcherOf({ installation: { dispatcher } }: Performed): object {
  const { kind, file, ms } = dispatcher;
  return { kind, file, ms };
}
