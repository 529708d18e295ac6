import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { projectPolicy } from '../../hook/policy-files/locations.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import { signOfAgent } from '../../install/dispatcher/find-agent.ts';
import type { Scope } from '../../adapters/agent.ts';
import type { Place } from '../../install/places.ts';
import { showDeny } from '../../install/plan/show-deny.ts';
import { runExamples } from '../../policy/index.ts';
import { defineCommand } from '../command.ts';
import { isConfirmed, refusing } from '../confirmed-change.ts';
import { FILES, INSTALL_OPTIONS, type InstallInput, readAsked } from '../install-options.ts';
import { performInstall, renderPerformed } from '../perform-install.ts';
import { renderLoosenings } from '../render/loosenings.ts';
import { withSchemaLine } from '../schema-line.ts';
import { STARTER } from '../starter-policies.ts';
import { type Paint, painter } from '../render/text/style.ts';
import { renderTests } from '../render/tests.ts';
import { print } from '../output.ts';

const { agent, scope, project, home, yes } = INSTALL_OPTIONS;
const OPTIONS = { agent, scope, project, home, yes } as const;

type Input = Pick<InstallInput, 'values'>;

export const initCommand = defineCommand({
  name: 'init',
  group: 'install',
  summary: 'Set up a project: a policy, the hook, and a proof that it works.',
  usage: '[--scope user|project|local] [--project DIR] [--home DIR] [--yes]',
  about:
    'Writes a starter policy unless there is one, runs its tests, registers the hook as `hookctl install` does, and plays one call through the settings to show that it is refused. Asks before it writes. If the project is already set up, it reports that and changes nothing.',
  options: OPTIONS,
  maxPositionals: 0,
  exitCodes: { 0: 'set up', 1: 'a test of the policy fails, or the proof does' },
  seeAlso: ['install.md', 'install', 'doctor', 'new', 'test'],
  examples: [
    { run: 'hookctl init', shows: 'step by step, with questions' },
    { run: 'hookctl init --yes', shows: 'the same for a script' },
  ],
  changes: () => "the policy and the agent's settings",
  run: async (input) => runInit(input),
});

async function runInit(input: Input): Promise<number> {
  const paint = painter(process.stdout, process.env);
  const isSure = input.values.yes === true;
  const chosen = input.values.scope ?? (isSure || !isTerminal() ? undefined : await askScope());
  if (chosen === null) return 0;
  const { place, target, where } = readAsked({
    values: { ...input.values, ...(chosen === undefined ? {} : { scope: chosen }) },
  });
  return refusing('init', async () => {
    say(paint, 'Policy');
    if (!(await writePolicy(place, isSure))) return 0;
    const tested = runTests(place, paint);
    if (!tested) return 1;
    say(paint, 'Hook');
    const { title } = place.agent;
    const found = signOfAgent(place);
    print(
      found === null ? `${title} was not found here; its settings are written all the same.\n` : `${title}: ${found}\n`,
    );
    const performed = await performInstall({ target, place, where, yes: isSure, dryRun: false, quiet: false, paint });
    print(renderPerformed(performed, paint));
    if (performed.files === null) return 0;
    say(paint, 'Proof');
    return (await prove(input, place, paint)) ? next(performed.problems, target, place, paint) : 1;
  });
}

function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Null: the person went away; undefined: the default. */
async function askScope(): Promise<string | null | undefined> {
  const { isCancel, select } = await import('@clack/prompts');
  const answer = await select({
    message: 'Who should the rules hold for?',
    options: [
      {
        value: 'default',
        label: 'this project',
        hint: 'shared with the team if hookctl is a dependency, else on this machine',
      },
      { value: 'local', label: 'this project, only me', hint: FILES.local },
      { value: 'project', label: 'this project, the whole team', hint: FILES.project },
      { value: 'user', label: 'me, in all my projects', hint: FILES.user },
    ],
  });
  return isCancel(answer) ? null : answer === 'default' ? undefined : answer;
}

async function writePolicy(place: Place, isSure: boolean): Promise<boolean> {
  const path = projectPolicy(place.projectRoot);
  if (existsSync(path)) {
    print(`${show(path)} is there already and stays as it is.\n`);
    return true;
  }
  const text = withSchemaLine(STARTER.text, path);
  print(`${text}\n`);
  if (!isSure && !(await isConfirmed(`Write this to ${show(path)}?`))) {
    print('Nothing was written.\n');
    return false;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
  trustWritten(place.stateDirectory, place.projectRoot, [{ path, before: null, after: text }], Date.now());
  print(`wrote ${show(path)}: ${STARTER.about}\n`);
  return true;
}

function runTests({ projectRoot, env }: Place, paint: Paint): boolean {
  // Tests use the policy as written, trusted or not.
  const policy = choosePolicy({ project: projectRoot, env: { ...env, HOOKCTL_TRUST: 'project' }, cwd: projectRoot });
  const errors = errorsOf(policy);
  const own = new Set([...policy.chosen.map(({ path }) => path), ...policy.extended.keys()]);
  const results =
    errors.length > 0 ? [] : runExamples(policy, { adapter: DEFAULT_ADAPTER, only: (file) => own.has(file) });
  print(renderTests(results, errors, false, paint));
  print(renderLoosenings(choosePolicy({ project: projectRoot, env, cwd: projectRoot }).loosenings));
  return errors.length === 0 && results.every(({ ok }) => ok);
}

async function prove({ values }: Input, place: Place, paint: Paint): Promise<boolean> {
  const { command, report } = await showDeny(place, values.home);
  const isDenied = report.permission === 'deny';
  print(`The agent asks to run: ${command}\n`);
  print(
    isDenied
      ? `${paint(['green', 'bold'], 'BLOCKED')}, and the model reads:\n  ${report.reason?.split('\n')[0] ?? ''}\n`
      : `${paint(['red', 'bold'], 'IT WOULD RUN')}: the settings in force do not stop it. \`hookctl doctor\` looks for the reason.\n`,
  );
  return isDenied;
}

function next(
  problems: readonly string[],
  target: { scope: Scope } | { plugin: string },
  place: Place,
  paint: Paint,
): number {
  const policy = show(projectPolicy(place.projectRoot));
  say(paint, 'Next');
  print(
    [
      `Edit ${policy}, then \`hookctl test\`; \`hookctl install\` again when rules on other events came in.`,
      '`hookctl explain COMMAND` shows what a command would meet, `hookctl packs` what can be extended.',
      'scope' in target && target.scope === 'project'
        ? `Commit ${policy} and ${place.agent.settings.files.project.path}.`
        : `Commit ${policy}.`,
      'Running sessions pick up the change automatically; `hookctl uninstall` removes the hook again.',
      '',
    ].join('\n'),
  );
  return problems.length > 0 ? 1 : 0;
}

function say(paint: Paint, title: string): void {
  print(`\n${paint('bold', title)}\n`);
}

function show(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') ? path : near;
}
