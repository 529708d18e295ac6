import { homedir } from 'node:os';
import { relative } from 'node:path';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { wordBrokenPolicy } from '../../hook/broken-policy.ts';
import { type ChosenPolicy, choosePolicy, errorsOf, unreadNeighbours } from '../../hook/policy-files/chosen-policy.ts';
import { lastGoodHere } from '../../doctor/policies.ts';
import { trustGap } from '../../hook/trust/trust-gap.ts';
import { placeOf } from '../../install/places.ts';
import { coverageOf } from '../../install/plan/unregistered.ts';
import { writtenRules } from '../../policy/compile/engine-rules.ts';
import { modeOfRule } from '../../policy/judge/rule-hit.ts';
import type { Mode } from '../../policy/judgement.ts';
import { checkPolicy, type Problem, untestedRules } from '../../policy/index.ts';
import { createWorld } from '../../system/facts/world.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { createHookRuntime } from '../../runtime/index.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { renderLoosenings } from '../render/loosenings.ts';
import { type Checked, count, renderProblems } from '../render/problems.ts';
import { painter } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  pack: { type: 'string', value: 'NAME', completes: 'packs', help: 'Check a shipped pack.' },
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project whose layers are checked (default: the one around the current directory).',
  },
  strict: {
    type: 'boolean',
    help: 'Every rule must have a test that fires and one that does not; warnings count as errors.',
  },
  json: { type: 'boolean', help: 'One JSON object: { ok, files, rules, problems, loosenings }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const checkCommand = defineCommand({
  name: 'check',
  group: 'write',
  summary: 'Load policies and show everything that is wrong with them, with file:line:col.',
  usage: '[FILE…] [--pack NAME] [--strict] [--json]',
  about:
    "Without a FILE: the layers in force here (managed, user, project, local). Also finds rules that load and can never do what they say (docs/policy.md, What check finds). Lists all that loosens other rules, and what hookctl ignored because the project's policy is not trusted. Exit code 1 when there is an error.",
  options: OPTIONS,
  maxPositionals: Infinity,
  json: '{ ok, files: [{ file, layer }], rules: COUNT, modes: { enforce, warn, observe }, problems: [{ file, line, column, severity, message }], loosenings: [{ file, line, column, layer, kind, name, what, inForce }] }',
  exitCodes: { 0: 'no error (with --strict: nothing at all)', 1: 'a policy has errors' },
  seeAlso: ['policy.md', 'test', 'explain'],
  examples: [
    { run: 'hookctl check', shows: 'all layers in force in this project', harmless: true },
    {
      run: 'hookctl check .hookctl/policy.yaml --strict',
      shows: 'one file, and every rule must be tested',
      harmless: true,
    },
    { run: 'hookctl check policy.yaml --json | jq -r ".problems[].message"', shows: 'for an editor or CI' },
  ],
  changes: 'nothing',
  run: async (input) => runCheck(input),
});

function runCheck(input: Input): number {
  const { values, positionals } = input;
  const policy = choosePolicy({
    files: positionals,
    pack: values.pack,
    project: values.project,
    env: process.env,
    cwd: process.cwd(),
  });
  const strict = values.strict === true;
  const problems = [
    ...policy.problems,
    ...strayFiles(policy, positionals),
    ...unregisteredEvents(policy, positionals),
    ...deadRules(policy),
    ...(strict ? ownUntested(policy) : []),
  ];
  const failed = problems.some(({ severity }) => strict || severity === 'error');
  const files = policy.files.map(({ source }) => ({ file: source.file, layer: source.layer }));
  const modes = modesOf(policy);
  const numbers = numbersOf(policy);
  const rules = numbers.own.rules + numbers.packs.rules;
  if (values.json === true) printJson({ ok: !failed, files, rules, modes, problems, loosenings: policy.loosenings });
  else
    print(
      // What has errors is not in force: what its trust would change does not matter yet.
      (policy.artefact === null ? '' : renderLoosenings(policy.loosenings, trustGap(policy))) +
        renderProblems(
          { problems, files: numbers, modes, fallback: policy.fallback, meanwhile: meanwhile(policy, input) },
          painter(process.stdout, process.env),
        ),
    );
  return failed ? 1 : 0;
}

/** What is in force until the errors are fixed; null: there are none, or the question is about other files. */
function meanwhile(policy: ChosenPolicy, { values, positionals }: Input): string | null {
  const errors = errorsOf(policy).length;
  if (errors === 0 || positionals.length > 0 || values.pack !== undefined) return null;
  const { rules, impaired } = lastGoodHere(policy.projectRoot, { env: process.env, fullEnv: undefined });
  const number = impaired ? '' : ` (${count(rules.length, 'rule')})`;
  return `The policy has ${wordBrokenPolicy({ errors, impaired }).replace(/\.$/, '')}${number}.`;
}

/** What a person has written, and what comes with hookctl. A pack that two layers extend counts once. */
function numbersOf({ files }: ChosenPolicy): Checked['files'] {
  const distinct = [...new Map(files.map((one) => [one.source.file, one])).values()];
  const isPack = ({ source }: (typeof distinct)[number]) => source.file.startsWith('pack:');
  const numbers = (some: typeof distinct) => ({
    files: some.length,
    rules: some.reduce((sum, { value }) => sum + Object.keys(value.rules ?? {}).length, 0),
  });
  return { own: numbers(distinct.filter((one) => !isPack(one))), packs: numbers(distinct.filter(isPack)) };
}

/** How many rules have which mode, where something is not enforced. */
function modesOf({ artefact }: ChosenPolicy): Record<Mode, number> {
  const modes: Record<Mode, number> = { enforce: 0, warn: 0, observe: 0 };
  for (const rule of writtenRules(artefact?.rules ?? [])) modes[modeOfRule(rule, undefined)]++;
  return modes;
}

/** The tests of packs are ours to keep. */
function ownUntested(policy: ChosenPolicy): Problem[] {
  return untestedRules(policy).filter(({ file }) => !file.startsWith('pack:'));
}

/** Rules that load and never do what they say. Packs are checked where they are named. */
function deadRules(policy: ChosenPolicy): Problem[] {
  const { artefact, files, chosen, projectRoot } = policy;
  const isNamed = (file: string) => !file.startsWith('pack:') || chosen.some(({ path }) => path === file);
  if (artefact === null) return [];
  return checkPolicy({
    artefact,
    files: files.filter(({ source }) => isNamed(source.file)),
    adapter: DEFAULT_ADAPTER,
    project: { root: projectRoot, kind: createWorld(nodeSystem, { env: process.env, home: homedir() }).kind },
  });
}

function strayFiles(policy: ChosenPolicy, named: readonly string[]): Problem[] {
  if (named.length > 0) return [];
  return unreadNeighbours(policy, policy.projectRoot).map((path) => ({
    file: relative(process.cwd(), path) || path,
    line: 1,
    column: 1,
    severity: 'warning',
    message: 'hookctl does not read this file; name it in "extends" of .hookctl/policy.yaml',
  }));
}

/** Rules on events that the agent is not registered for: a change of the policy may need more. Without a hook there is nothing to compare. */
function unregisteredEvents(policy: ChosenPolicy, named: readonly string[]): Problem[] {
  const [first] = policy.chosen;
  // Until a person trusts the policy, the pack "default" stays in force beside it and may need more events; `doctor` says so.
  const isTrusted = policy.loosenings.every(({ inForce }) => inForce);
  if (named.length > 0 || policy.artefact === null || !isTrusted) return [];
  const place = placeOf({ project: policy.projectRoot }, process.env, process.cwd());
  const { settings } = createHookRuntime({ projectDir: policy.projectRoot });
  const { armed, missing } = coverageOf(place, settings);
  if (!armed || missing.length === 0) return [];
  const events = missing.map(({ event }) => event).join(', ');
  return [
    {
      file: first?.path ?? 'pack:default',
      line: 1,
      column: 1,
      severity: 'warning',
      message: `the hook is not registered for ${events}, which rules need; run \`hookctl install\` again`,
    },
  ];
}
