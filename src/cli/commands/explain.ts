import { readFileSync } from 'node:fs';
import { adapterNames, ADAPTERS } from '../../adapters/index.ts';
import { type AskedCall, AskedWrongly, readAskedCall } from '../../explain/asked-call.ts';
import { explainCall, wordExplained } from '../../explain/explain-call.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { trustGap } from '../../hook/trust/trust-gap.ts';
import type { Adapter } from '../../protocol/agent-event.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderExplanation } from '../render/explanation.ts';
import { print, printError, printJson } from '../output.ts';
import { renderLoosenings, wordTrustGap } from '../render/loosenings.ts';
import { pageOf } from '../render/text/style.ts';

const OPTIONS = {
  tool: { type: 'string', value: 'NAME', help: 'A call of this tool; the arguments are its fields: sql=…, path=….' },
  payload: { type: 'string', value: 'FILE|-', help: 'The event, as the JSON a hook gets; - reads it from stdin.' },
  agent: {
    type: 'string',
    value: 'NAME',
    completes: 'agents',
    help: 'Judge it as a call of this agent: a question that it cannot ask becomes a refusal, and the answer has its format.',
  },
  policy: { type: 'string', value: 'FILE', multiple: true, help: 'Use this policy in place of the layers in force.' },
  pack: { type: 'string', value: 'NAME', completes: 'packs', help: 'Use a shipped pack.' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: the one around the current directory).' },
  branch: { type: 'string', value: 'NAME', help: 'Suppose that this git branch is checked out.' },
  verbose: {
    type: 'boolean',
    short: 'v',
    help: 'Every rule, with every condition and what it saw; with --json also the rules that did not match.',
  },
  all: { type: 'boolean', help: 'The same as --verbose.' },
  json: {
    type: 'boolean',
    help: 'One JSON object: { verdict, deciding, uncertain, rules, effects, marks, hits, loosenings, answer }.',
  },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const explainCommand = defineCommand({
  name: 'explain',
  group: 'try',
  summary: 'Show the verdict on a call, the rule that decides it, and why.',
  usage:
    "[--verbose] [--json] [--agent NAME] [--policy FILE] [--pack NAME] [--branch NAME] 'COMMAND' | TOOL FILE | --tool NAME FIELD=VALUE… | --payload FILE",
  about:
    'A shell command in quotes, a tool of the agent (Edit, Write, Read, WebFetch …) with its file or address, a tool of an MCP server with its fields, or the JSON payload of any event. Nothing is run, remembered or audited. With a payload of a known session, what that session has done so far counts.',
  options: OPTIONS,
  takesCommandLine: true,
  maxPositionals: Infinity,
  arguments: ['files'],
  json: '{ verdict, deciding, uncertain, rules: [{ rule, position, outcome, verb, conditions, why }], effects, marks, hits, loosenings, answer }',
  exitCodes: { 0: 'explained, whatever the verdict', 1: 'the policy has errors' },
  seeAlso: ['policy.md', 'judge', 'test', 'why'],
  examples: [
    {
      run: "hookctl explain 'echo KEY=1 >> .env'",
      shows: 'a shell command, with the policy in force here',
      harmless: true,
    },
    { run: 'hookctl explain Edit src/a.ts', shows: 'a tool of the agent', harmless: true },
    {
      run: "hookctl explain --tool mcp__db__query sql='drop table users'",
      shows: 'a tool of an MCP server',
      harmless: true,
    },
    { run: 'hookctl explain --payload event.json', shows: 'any event', harmless: true },
    {
      run: "hookctl explain --agent codex 'npm install left-pad'",
      shows: 'the same call made by another agent',
      harmless: true,
    },
    {
      run: "hookctl explain --pack recommended 'git push -f origin main' --json",
      shows: 'for a machine',
      harmless: true,
    },
  ],
  changes: 'nothing',
  run: async (input) => runExplain(input),
});

function runExplain({ values, positionals }: Input): number {
  const { payload, hint } = askedCall(values, positionals);
  const policy = choosePolicy({
    files: values.policy,
    pack: values.pack,
    project: values.project,
    env: process.env,
    cwd: process.cwd(),
  });
  if (policy.artefact === null) {
    printError(`${errorsOf(policy).join('\n')}\n`);
    return 1;
  }
  const explained = explainCall(payload, policy, {
    env: process.env,
    cwd: process.cwd(),
    branch: values.branch,
    agent: agentOf(values.agent),
  });
  if ('problem' in explained) throw new InputError(explained.problem);
  const verbose = values.verbose === true || values.all === true;
  if (values.json === true) {
    const whole = wordExplained(explained, policy.loosenings);
    printJson(verbose ? whole : { ...whole, rules: whole.rules.filter(({ outcome }) => outcome !== 'miss') });
    return 0;
  }
  const { explanation, event } = explained;
  const gap = trustGap(policy);
  print(renderExplanation(explanation, event, { ...pageOf(process.stdout), verbose, cwd: event.cwd }));
  if (verbose && policy.loosenings.length > 0) print(`\n${renderLoosenings(policy.loosenings, gap)}`);
  else if (gap !== null) print(`\n${wordTrustGap(gap, policy.loosenings)} --verbose lists what is ignored.\n`);
  if (hint !== null) printError(`hint: ${hint}\n`);
  return 0;
}

function agentOf(name: string | undefined): Adapter | undefined {
  if (name === undefined) return undefined;
  const adapter = ADAPTERS.find((one) => one.name === name);
  if (adapter === undefined) throw new UsageError(`no agent "${name}"; known: ${adapterNames().join(', ')}`);
  return adapter;
}

function askedCall({ payload: file, tool }: Input['values'], words: readonly string[]): AskedCall {
  if (file !== undefined) {
    if (words.length > 0 || tool !== undefined) throw new UsageError('give a COMMAND, a tool or --payload, not both');
    return { payload: readPayload(file), hint: null };
  }
  try {
    return readAskedCall({ tool, words, cwd: process.cwd() });
  } catch (error) {
    if (!(error instanceof AskedWrongly)) throw error;
    throw error.wrong === 'usage' ? new UsageError(error.message) : new InputError(error.message);
  }
}

function readPayload(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the payload ${file}: ${wordTrouble(error)}`);
  }
}
