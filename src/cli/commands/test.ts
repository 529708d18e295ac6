import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { runExamples } from '../../policy/index.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { renderTests } from '../render/tests.ts';
import { pageOf } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  pack: { type: 'string', value: 'NAME', completes: 'packs', help: 'Run the tests of a shipped pack.' },
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project whose layers are tested (default: the one around the current directory).',
  },
  verbose: { type: 'boolean', short: 'v', help: 'Show the tests that passed, too.' },
  json: { type: 'boolean', help: 'One JSON object: { ok, passed, failed, results }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const testCommand = defineCommand({
  name: 'test',
  group: 'write',
  summary: 'Run the tests written inside policies.',
  usage: '[FILE…] [--pack NAME] [--verbose] [--json]',
  about:
    "A rule's tests see only that rule and the rules whose hits it counts; tests at the end of a file see the whole policy. Nothing is executed, and nothing on this machine affects the result. Exit code 1 when a test fails.",
  options: OPTIONS,
  maxPositionals: Infinity,
  json: '{ ok, passed: COUNT, failed: COUNT, errors: [TEXT], results: [{ rule, label, ok, expected, got, rules, heard: [{ rule, verb, text }], number: { step, of } | null, inPolicy: { got, rules } | null, position }] }',
  exitCodes: { 0: 'every test passes', 1: 'a test fails, or a policy has errors' },
  seeAlso: ['policy.md', 'check', 'explain'],
  examples: [
    { run: 'hookctl test', shows: 'the policies in force in this project', harmless: true },
    { run: 'hookctl test .hookctl/policy.yaml -v', shows: 'one file, every test listed', harmless: true },
    { run: 'hookctl test --pack recommended', shows: 'a pack that comes with hookctl', harmless: true },
  ],
  changes: 'nothing',
  run: async (input) => runTests(input),
});

function runTests({ values, positionals }: Input): number {
  const policy = choosePolicy({
    files: positionals,
    pack: values.pack,
    project: values.project,
    // Tests use the policy as written, trusted or not.
    env: { ...process.env, HOOKCTL_TRUST: 'project' },
    cwd: process.cwd(),
  });
  const errors = errorsOf(policy);
  const own = new Set(policy.chosen.map(({ path }) => path));
  // What a file extends has been tested where it is written.
  const only = (file: string) => own.size === 0 || own.has(file) || policy.extended.has(file);
  const results = errors.length > 0 ? [] : runExamples(policy, { adapter: DEFAULT_ADAPTER, only });
  const failed = results.filter((result) => !result.ok);
  const ok = errors.length === 0 && failed.length === 0;
  if (values.json === true) {
    const passed = results.length - failed.length;
    printJson({ ok, passed, failed: failed.length, errors, results });
  } else {
    print(renderTests(results, errors, { ...pageOf(process.stdout), verbose: values.verbose === true }));
  }
  return ok ? 0 : 1;
}
