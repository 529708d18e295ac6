import { nodeSystem } from '../../system/node/system.ts';
import { readFileSync } from 'node:fs';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { modeOf } from '../../hook/host.ts';
import { choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { guardPlaces } from '../../hook/policy-files/guard-places.ts';
import { homeOf, stateDirectory } from '../../hook/policy-files/locations.ts';
import { answerTo } from '../../policy/judge/answer-to.ts';
import { receivePayload } from '../../protocol/payload/payload.ts';
import { createSession } from '../../session/session.ts';
import { explain, fromArtefact } from '../../policy/index.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { fileState } from '../../session/store/file-state.ts';
import { createWorld } from '../../system/facts/world.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderExplanation } from '../render/explanation.ts';
import { jsonText, print, printError } from '../output.ts';
import { renderLoosenings } from '../render/loosenings.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

const OPTIONS = {
  payload: { type: 'string', value: 'FILE|-', help: 'The event, as the JSON a hook gets; - reads it from stdin.' },
  policy: { type: 'string', value: 'FILE', multiple: true, help: 'Use this policy in place of the layers in force.' },
  pack: { type: 'string', value: 'NAME', completes: 'packs', help: 'Use a shipped pack.' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: around the current directory).' },
  all: { type: 'boolean', help: 'List every rule that did not match, too.' },
  json: { type: 'boolean', help: 'One JSON object: { verdict, rules, effects, marks, answer }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const explainCommand = defineCommand({
  name: 'explain',
  group: 'try',
  summary: 'Which rules match, on which facts, and the answer that would be sent.',
  usage: '[--payload FILE] [--policy FILE] [--pack NAME] [--all] [--json] [COMMAND]',
  about:
    'Nothing is run, remembered or audited. With a payload of a known session, what that session has done so far counts.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [[]],
  json: '{ verdict, uncertain, rules: [{ rule, position, outcome, verb, conditions, why }], effects, marks, hits, loosenings, answer }',
  exitCodes: { 0: 'explained, whatever the verdict', 1: 'the policy has errors' },
  seeAlso: ['policy.md', 'judge', 'test', 'why'],
  examples: [
    {
      run: "hookctl explain 'echo KEY=1 >> .env'",
      shows: 'a shell command, with the policy in force here',
      harmless: true,
    },
    { run: 'hookctl explain --payload event.json', shows: 'any event', harmless: true },
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
  const home = homeOf(nodeSystem, process.env);
  const text = payloadText(values.payload, positionals[0]);
  const decoded = DEFAULT_ADAPTER.decode(receivePayload(text), {
    projectRoot: policy.projectRoot,
    cwd: process.cwd(),
    home,
  });
  if (!decoded.ok) throw new InputError(`the payload is ${decoded.problem}`);
  const { event } = decoded;
  const world = createWorld(nodeSystem, {
    env: process.env,
    home,
    guard: () => guardPlaces({ system: nodeSystem, env: process.env, home }),
  });
  const loaded = fromArtefact(policy.artefact);
  const mode = modeOf(process.env) ?? undefined;
  const past = fileState(nodeSystem, stateDirectory(nodeSystem, process.env)).read(event.session.id).facts;
  const explanation = explain(event, { policy: loaded, world, session: createSession(past), mode });
  const answer = DEFAULT_ADAPTER.encode(event, answerTo(explanation.judgement)).trimEnd();
  if (values.json === true) {
    const { judgement, ...rest } = explanation;
    const verdict = judgement.verdict === 'none' ? 'pass' : judgement.verdict;
    print(
      `${jsonText({ verdict, uncertain: judgement.uncertain, ...rest, hits: judgement.hits, loosenings: policy.loosenings, answer: answer === '' ? null : (JSON.parse(answer) as unknown) }, 2)}\n`,
    );
  } else
    print(
      `${wordEvent(event)}${renderExplanation(explanation, values.all === true)}\n${renderLoosenings(policy.loosenings)}${answer === '' ? 'The hook prints nothing.' : `The hook prints: ${answer}`}\n`,
    );
  return 0;
}

function payloadText(file: string | undefined, command: string | undefined): string {
  if (file !== undefined && command !== undefined) throw new UsageError('give a COMMAND or --payload, not both');
  if (file === undefined) {
    if (command === undefined) throw new UsageError('give a COMMAND or --payload FILE');
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 'explain',
      cwd: process.cwd(),
      tool_name: 'Bash',
      tool_input: { command },
    };
    return JSON.stringify(payload);
  }
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the payload ${file}: ${wordTrouble(error)}`);
  }
}

function wordEvent({ nativeEvent, tool }: AgentEvent): string {
  return `${nativeEvent}${tool === null ? '' : ` ${tool.native}`}\n`;
}
