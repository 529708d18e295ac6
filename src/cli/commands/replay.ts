import { nodeSystem } from '../../system/node/system.ts';
import { resolve } from 'node:path';
import { TRANSCRIPT_READERS } from '../../adapters/agents.ts';
import { modeFromEnvironment } from '../../hook/host.ts';
import { type PolicyChoice, chosenFiles, isDefaultPack } from '../../hook/policy-files/chosen-files.ts';
import { unwrapArtefact } from '../../hook/policy-cache/compiled-policy.ts';
import { homeOf, stateDirectory } from '../../hook/policy-files/locations.ts';
import type { Artefact } from '../../policy/hook.ts';
import { bytesOf, type PastRecord } from '../../replay/read/read-record.ts';
import { findTranscripts } from '../../replay/read/find-transcripts.ts';
import { type ReplayedPolicy, replay, type ReplayOptions } from '../../replay/replay.ts';
import { type AlarmVerdict, VERDICTS } from '../../replay/report/alarm.ts';
import type { ReplayFilter } from '../../replay/report/summary.ts';
import type { ReplayReport } from '../../replay/report/report.ts';
import { findProduct } from '../../hook/resident/product.ts';
import { readPrivate } from '../../system/files/private-files.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { byteProgress } from '../progress-bar.ts';
import { renderReplay } from '../render/replay.ts';
import { pageOf } from '../render/text/style.ts';
import { readTimePoint, TIME_FORMS } from '../trail/time-point.ts';
import { print, printError, printJson } from '../output.ts';

const OPTIONS = {
  policy: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    help: 'Judge by this policy instead of the layers in force.',
  },
  pack: { type: 'string', value: 'NAME', completes: 'packs', help: 'Judge by a shipped pack.' },
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project whose layers are in force (default: the one around the current directory).',
  },
  against: {
    type: 'string',
    value: 'FILE',
    help: 'Compare: what would this policy decide differently? Also pack:NAME.',
  },
  suggest: { type: 'boolean', help: 'Propose exceptions for everyday work, and try them out on the same record.' },
  audit: { type: 'boolean', help: "Replay hookctl's own audit trail instead of transcripts." },
  'state-dir': { type: 'string', value: 'DIR', help: 'Where that trail is.' },
  home: {
    type: 'string',
    value: 'DIR',
    help: 'The home directory: its .claude/projects is read, and ~ means it.',
  },
  rule: { type: 'string', value: 'ID', multiple: true, completes: 'rules', help: 'Count only this rule.' },
  verdict: { type: 'string', value: 'deny|ask|warn|observe', multiple: true, help: 'Count only these verdicts.' },
  since: { type: 'string', value: 'TIME', help: 'Count events since then: 7d, 2026-11-01, yesterday.' },
  until: { type: 'string', value: 'TIME', help: 'Count events before then.' },
  limit: { type: 'string', value: 'N', help: 'Show at most N kinds of calls (default 20).' },
  'world-now': { type: 'boolean', help: "Use today's files for facts that only files have (line counts, git)." },
  json: { type: 'boolean', help: 'One JSON object: { read, decisions, rules, groups, changes, suggestions, … }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const replayCommand = defineCommand({
  name: 'replay',
  group: 'look-back',
  summary: 'What this policy would have decided on past sessions, likely false alarms first.',
  usage: '[TRANSCRIPT…] [--policy FILE] [--against FILE] [--suggest] [--audit] [--json]',
  about:
    'Reads transcripts of Claude Code, Codex, Copilot, Gemini, Qwen, OpenCode and Kilo (files or directories; default: all that these agents keep below your home) and judges every tool call, prompt and stop in them as the hook would have, ' +
    'with the memory of each session rebuilt as it was. Replay runs and writes nothing. It cannot know what files held then: rules that ask for it are counted separately.',
  options: OPTIONS,
  maxPositionals: Infinity,
  arguments: ['files'],
  examples: [
    { run: 'hookctl replay', shows: 'all sessions on this machine under the policy in force here' },
    { run: 'hookctl replay --since 30d --pack strict', shows: 'what the pack strict would have stopped last month' },
    {
      run: 'hookctl replay --against new-policy.yaml',
      shows: 'what a new policy would change; exit code 1 if anything',
    },
    { run: 'hookctl replay --suggest', shows: 'exceptions for everyday work, as YAML' },
    { run: 'hookctl replay --audit --rule loop-stop --json', shows: 'one rule over the audit trail, for a machine' },
  ],
  json: '{ policy, against, read, calls, events, decisions, unknown, rules: [], groups: [], changes, suggestions, stopped, seconds, maxRss }',
  exitCodes: {
    0: 'The record was judged; with --against: both policies make the same decisions.',
    1: 'The policy has errors, or with --against: the policies differ.',
  },
  seeAlso: ['replay.md', 'explain', 'judge'],
  changes: 'nothing',
  run: async (input) => run(input),
});

const DEFAULT_LIMIT = 20;

async function run(input: Input): Promise<number> {
  const { values } = input;
  // A copy: every look at process.env asks the system, and an event has some ten.
  const env = { ...process.env, ...(values.home === undefined ? {} : { HOME: resolve(values.home) }) };
  const filter = filterOf(values);
  const limit = limitOf(values.limit);
  const record = recordOf(input, env, filter.since);
  const policy = await layersOf({ files: values.policy, pack: values.pack, project: values.project }, env);
  const against = values.against === undefined ? null : await layersOf(otherPolicy(values.against), env);
  if (policy === null || (values.against !== undefined && against === null)) return 1;
  const report = await interruptible({
    record,
    policy,
    against,
    env,
    home: homeOf(nodeSystem, env),
    present: values['world-now'] === true,
    mode: modeFromEnvironment(env) ?? undefined,
    filter,
    limit,
    suggest: values.suggest === true,
  });
  if (values.json === true) printJson(report);
  else print(renderReplay(report, pageOf(process.stdout)));
  return (report.changes?.calls ?? 0) > 0 ? 1 : 0;
}

/** Ctrl-C ends the reading, not the report: what was found so far is shown. A second one ends everything. */
async function interruptible(options: Omit<ReplayOptions, 'onProgress' | 'isStopped'>): Promise<ReplayReport> {
  const bar = byteProgress(bytesOf(options.record), process.stderr);
  let stopped = false;
  const stop = () => {
    if (stopped) process.exit(130);
    stopped = true;
  };
  process.on('SIGINT', stop);
  try {
    return await replay({
      ...options,
      onProgress: ({ bytes }, round) => bar.show(bytes, round),
      isStopped: () => stopped,
    });
  } finally {
    bar.clear();
    process.off('SIGINT', stop);
  }
}

function recordOf({ values, positionals }: Input, env: NodeJS.ProcessEnv, since: number | undefined): PastRecord {
  if (values.audit === true) {
    if (positionals.length > 0) throw new UsageError('--audit reads the audit trail and takes no TRANSCRIPT');
    return { kind: 'trail', stateDirectory: values['state-dir'] ?? stateDirectory(nodeSystem, env) };
  }
  if (values['state-dir'] !== undefined) throw new UsageError('--state-dir needs --audit');
  // A home that is named holds the configuration, whatever the environment says.
  const place = { env: values.home === undefined ? env : {}, home: homeOf(nodeSystem, env) };
  const { sessions, paths, problems } = findTranscripts(positionals, { readers: TRANSCRIPT_READERS, place, since });
  if (positionals.length === 0 && sessions.length === 0)
    throw new InputError(
      `there are no past sessions of an agent in ${paths.join(', ') || 'the usual places'}. Name transcripts (*.jsonl) or a directory of them, or use --audit to replay what the hook itself has recorded`,
    );
  if (problems.length > 0) throw new InputError(problems.join('; '));
  if (sessions.length === 0) throw new InputError(`no transcript (*.jsonl) below ${paths.join(', ')}`);
  return { kind: 'transcripts', sessions };
}

async function layersOf(
  choice: Omit<PolicyChoice, 'env' | 'cwd'>,
  env: NodeJS.ProcessEnv,
): Promise<ReplayedPolicy | null> {
  const whole: PolicyChoice = { ...choice, env, cwd: process.cwd() };
  const { chosen } = chosenFiles(whole);
  const shipped = isDefaultPack(chosen) ? shippedDefault() : null;
  if (shipped !== null) return { chosen, artefact: shipped };
  // Only now: reading YAML takes a while to load.
  const { choosePolicy, errorsOf } = await import('../../hook/policy-files/chosen-policy.ts');
  const policy = choosePolicy(whole);
  if (policy.artefact !== null) return { chosen, artefact: policy.artefact };
  printError(`${errorsOf(policy).join('\n')}\n`);
  return null;
}

/** As it was compiled with the product; null when that was not this version. */
function shippedDefault(): Artefact | null {
  const { shipped, version } = findProduct();
  const text = readPrivate(nodeSystem, shipped);
  return text === null ? null : unwrapArtefact(nodeSystem, text, version);
}

function otherPolicy(named: string) {
  return named.startsWith('pack:') ? { pack: named.slice('pack:'.length) } : { files: [named] };
}

function filterOf(values: Input['values']): ReplayFilter {
  const time = (edge: 'since' | 'until') => {
    const text = values[edge];
    if (text === undefined) return undefined;
    const point = readTimePoint(text, Date.now(), edge);
    if (point === null) throw new UsageError(`--${edge} "${text}" is not a time: write ${TIME_FORMS}`);
    return point;
  };
  const odd = values.verdict?.find((word) => !(VERDICTS as readonly string[]).includes(word));
  if (odd !== undefined) throw new UsageError(`--verdict "${odd}" is not one of ${VERDICTS.join(', ')}`);
  return {
    rules: values.rule,
    verdicts: values.verdict as AlarmVerdict[] | undefined,
    since: time('since'),
    until: time('until'),
  };
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--limit "${text}" is not a number`);
  return Number(text);
}
