import { nodeSystem } from '../../system/node/system.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { homeOf } from '../../hook/policy-files/locations.ts';
import { type Artefact, type LoadedPolicy, openPolicy, serialise } from '../../policy/index.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { createLineJudge } from '../trail/judge-line.ts';
import { eachLine } from '../line-stream.ts';
import { jsonText, printError } from '../output.ts';

const OPTIONS = {
  policy: { type: 'string', value: 'FILE', multiple: true, help: 'Use this policy in place of the layers in force.' },
  pack: {
    type: 'string',
    value: 'NAME',
    completes: 'packs',
    help: 'Use a shipped pack: recommended, strict, default …',
  },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const judgeCommand = defineCommand({
  name: 'judge',
  group: 'try',
  summary: 'JSONL in, JSONL out: a verdict for each line.',
  usage: '[--policy FILE] [--pack NAME]',
  about:
    'In: {"id", "command", "cwd"} or {"id", "payload"}. Out: {"id", "verdict", "rules", "reason", "uncertain", "effects"}, one line for each line, in the same order. A line that cannot be read gets {"id": null, "error": …}. Lines do not affect each other.',
  options: OPTIONS,
  maxPositionals: 0,
  json: '{ id, verdict, rules: [ID], reason, uncertain, effects: { runs, writes, deletes, reads } }   (one line for each line)',
  exitCodes: { 0: 'every line has its answer', 1: 'the policy has errors' },
  seeAlso: ['explain', 'replay'],
  examples: [
    {
      run: `echo '{"id":1,"command":"rm -rf /","cwd":"/project"}' | hookctl judge --pack recommended`,
      shows: 'one command',
      harmless: true,
    },
    { run: 'hookctl judge --policy policy.yaml < commands.jsonl > verdicts.jsonl', shows: 'a whole corpus' },
  ],
  changes: 'nothing',
  run: async (input) => runJudge(input),
});

async function runJudge({ values }: Input): Promise<number> {
  const policy = choosePolicy({ files: values.policy, pack: values.pack, env: process.env, cwd: process.cwd() });
  if (policy.artefact === null) {
    printError(`${errorsOf(policy).join('\n')}\n`);
    return 1;
  }
  const judge = createLineJudge(asHookLoads(policy.artefact), {
    env: process.env,
    cwd: process.cwd(),
    home: homeOf(nodeSystem, process.env),
  });
  await eachLine(process.stdin, process.stdout, (line) => jsonText(judge(line)));
  return 0;
}

/** The same form as in the hook, whose index is looked up and not walked. */
function asHookLoads(artefact: Artefact): LoadedPolicy {
  const loaded = openPolicy(serialise(artefact));
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.policy;
}
