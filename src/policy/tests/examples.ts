import type { Position, RuleHit } from '../judgement.ts';
import type { Adapter, AgentEvent, NeutralEvent } from '../../protocol/agent-event.ts';
import type { Artefact } from '../compile/artefact.ts';
import { rulesCounted } from '../compile/needs.ts';
import type { Built } from '../compile/compile.ts';
import { permissionModeOf } from '../../protocol/permission-modes.ts';
import { createSession, type Session } from '../../session/session.ts';
import { RANK } from '../strictness.ts';
import { judgeEvent } from '../judge/judge-event.ts';
import { createEventCaches, type EventCaches } from '../judge/event-caches.ts';
import { type ExampleCase, type Expectation, readExamples, type Step } from './example-cases.ts';
import { indexRules } from '../narrow/index-keys.ts';
import { fromArtefact, type LoadedPolicy } from '../stored/open-policy.ts';
import { HOME, ROOT, simulatedWorld, type SimulatedWorld } from './simulated-world.ts';
import type { PolicyPath } from '../language/problem.ts';

export interface ExampleResult {
  position: Position;
  /** Null: a test of the whole file. */
  rule: string | null;
  label: string;
  expected: Expectation;
  got: Expectation;
  ok: boolean;
  /** The rules that spoke. */
  rules: string[];
  /** What they said, the strictest first. */
  heard: Heard[];
  /** Which step of a sequence it is; null: it is not part of one. */
  number: Step['number'];
  /** What the whole policy says, where a test that sees its rule alone fails; else null. */
  inPolicy: { got: Expectation; rules: string[] } | null;
}

interface Heard {
  rule: string;
  verb: Expectation;
  text: string;
}

export interface ExampleOptions {
  adapter: Pick<Adapter, 'name' | 'readCall' | 'mainField' | 'settingsFiles'>;
  /** Which files' tests are run; default: all that took part. */
  only?: (file: string) => boolean;
  /** Which rules' tests are run; default: all. Tests of whole files are left out where it is given. */
  ofRule?: (id: string) => boolean;
  /** Whether a rule's tests see that rule alone (default) or every rule of the policy, as the agent's calls do. */
  seen?: 'rule' | 'policy';
}

/** Runs the tests written in policies. A rule's tests see that rule alone, with the rules that it counts, unless `seen` says otherwise; a file's tests see the whole policy. */
export function runExamples(built: Pick<Built, 'artefact' | 'files'>, options: ExampleOptions): ExampleResult[] {
  const { artefact, files } = built;
  if (artefact === null) return [];
  const results: ExampleResult[] = [];
  const caches = createEventCaches();
  for (const parsed of files) {
    if (options.only?.(parsed.source.file) === false) continue;
    const run = (tests: unknown, path: string[], rule: string | null, policy: LoadedPolicy) => {
      for (const one of readExamples(tests, path, () => {})) {
        const own = runCase(one, { policy, caches }, options);
        const isAlone = rule !== null && options.seen !== 'policy';
        const isAsked = isAlone && own.some(({ ok }) => !ok);
        const whole = isAsked ? runCase(one, { policy: fromArtefact(artefact), caches }, options) : [];
        for (const [index, result] of own.entries())
          results.push({
            ...result,
            rule,
            position: parsed.at(result.path),
            inPolicy: result.ok ? null : inPolicyOf(whole[index]),
          });
      }
    };
    for (const [id, rule] of Object.entries(parsed.value.rules ?? {})) {
      if (options.ofRule?.(id) === false) continue;
      const compiled = artefact.rules.filter((one) => one.id === id && one.position.file === parsed.source.file);
      const policy =
        options.seen === 'policy' ? fromArtefact(artefact) : alone(artefact, withCounted(artefact, compiled));
      if (compiled.length > 0) run(rule.tests, ['rules', id, 'tests'], id, policy);
    }
    if (options.ofRule === undefined) run(parsed.value.tests, ['tests'], null, fromArtefact(artefact));
  }
  return results;
}

function inPolicyOf(result: CaseResult | undefined): ExampleResult['inPolicy'] {
  return result === undefined ? null : { got: result.got, rules: [...new Set(result.rules)] };
}

/** A rule that counts the hits of another one cannot be tried without it. */
function withCounted({ rules, counters }: Artefact, own: Artefact['rules']): Artefact['rules'] {
  const counted = new Set(own.flatMap((rule) => rulesCounted(rule, counters)));
  return rules.filter((rule) => own.includes(rule) || counted.has(rule.id));
}

function alone(artefact: Artefact, rules: Artefact['rules']): LoadedPolicy {
  return fromArtefact({
    ...artefact,
    rules,
    index: indexRules(rules),
    defaults: { ...artefact.defaults, actions: {} },
  });
}

type CaseResult = Omit<ExampleResult, 'position' | 'rule' | 'inPolicy'> & { path: PolicyPath };

interface Judging {
  policy: LoadedPolicy;
  caches: EventCaches;
}

function runCase(one: ExampleCase, judging: Judging, options: ExampleOptions): CaseResult[] {
  const world = simulatedWorld(one.given);
  const session = createSession();
  const results: CaseResult[] = [];
  let calls = 0;
  for (const step of one.steps) {
    world.wait(1_000);
    if (step.kind === 'wait') {
      world.wait(step.ms);
      continue;
    }
    const base = baseEvent(one.given, options.adapter);
    const event = step.kind === 'event' ? eventOf(step, base) : callOf(step, ++calls, base, options.adapter);
    const { verdict, heard } = play(step, event, { ...judging, world, session });
    const got = verdict === 'none' ? 'pass' : verdict;
    const { path, number, label, expect: expected } = step;
    const rules = heard.map(({ rule }) => rule);
    if (expected !== null)
      results.push({ path, number, label, expected, got, ok: got === expected, rules, heard: strictestFirst(heard) });
  }
  return results;
}

type Verdict = (typeof RANK)[number];

/** A call is judged before it runs and, unless it was denied, again after; the stronger verdict counts. */
function play(
  step: Exclude<Step, { kind: 'wait' }>,
  event: AgentEvent,
  judging: Judging & { world: SimulatedWorld; session: Session },
): { verdict: Verdict; heard: Heard[] } {
  const heard: Heard[] = [];
  const ask = (asked: AgentEvent): Verdict => {
    const judgement = judgeEvent(asked, { ...judging, mode: 'enforce' });
    heard.push(...judgement.hits.map(({ rule, effective, text }) => ({ rule, verb: verbOf(effective), text })));
    return judgement.verdict;
  };
  const first = ask(event);
  if (step.kind === 'event' || first === 'deny') return { verdict: first, heard };
  const failed = step.exit !== 0;
  const second = ask({
    ...event,
    event: 'after-tool',
    nativeEvent: failed ? 'PostToolUseFailure' : 'PostToolUse',
    output: { result: failed ? 'failed' : 'ok', exit: step.exit, text: step.output, interrupted: false },
  });
  return { verdict: RANK.indexOf(second) > RANK.indexOf(first) ? second : first, heard };
}

/** In tests every rule is enforced, but for one that a person excused. */
function verbOf(effective: RuleHit['effective']): Expectation {
  return effective === 'observe' ? 'pass' : effective;
}

function strictestFirst(heard: readonly Heard[]): Heard[] {
  const rank = ({ verb }: Heard) => (verb === 'pass' ? 0 : RANK.indexOf(verb));
  return [...heard].sort((a, b) => rank(b) - rank(a));
}

/** A shell command about to run, in a world of which nothing is given. */
export function commandEvent(command: string, adapter: ExampleOptions['adapter']): AgentEvent {
  const step: Step & { kind: 'call' } = {
    path: [],
    number: null,
    kind: 'call',
    tool: 'Bash',
    input: command,
    exit: 0,
    output: '',
    expect: null,
    label: command,
  };
  return callOf(step, 1, baseEvent({}, adapter), adapter);
}

function callOf(
  step: Step & { kind: 'call' },
  number: number,
  base: AgentEvent,
  adapter: ExampleOptions['adapter'],
): AgentEvent {
  const input = typeof step.input === 'string' ? { [adapter.mainField(step.tool)]: step.input } : step.input;
  return {
    ...base,
    nativeEvent: 'PreToolUse',
    callId: `example-${number}`,
    input,
    ...adapter.readCall(step.tool, input, { cwd: base.cwd, home: HOME }),
  };
}

function eventOf(step: Step & { kind: 'event' }, base: AgentEvent): AgentEvent {
  const isNative = /^[A-Z]/.test(step.event);
  return {
    ...base,
    event: isNative ? 'other' : (step.event as NeutralEvent),
    nativeEvent: step.event,
    prompt: step.event === 'prompt' ? step.value : null,
    source: step.value === '' ? null : step.value,
  };
}

/** What is the same for every step of an example. */
function baseEvent(given: ExampleCase['given'], adapter: ExampleOptions['adapter']): AgentEvent {
  const { cwd, agent, model, 'permission-mode': mode } = given;
  return {
    agent: adapter.name,
    dialect: adapter.name,
    event: 'before-tool',
    nativeEvent: 'before-tool',
    session: { id: 'example', transcriptPath: null },
    callId: null,
    actor: {
      id: agent === undefined || agent === 'main' ? null : 'example',
      type: agent ?? null,
      isSubagent: agent !== undefined && agent !== 'main',
    },
    cwd: cwd === undefined ? ROOT : cwd.startsWith('/') ? cwd : `${ROOT}/${cwd}`,
    projectRoot: ROOT,
    projectVariable: null,
    settingsFiles: adapter.settingsFiles,
    scratchpad: '/tmp/scratchpad',
    permissionMode: { native: mode ?? null, normalised: permissionModeOf(mode ?? null) },
    interactive: 'unknown',
    tool: null,
    actions: [],
    input: null,
    output: null,
    prompt: null,
    source: null,
    ...(model === undefined ? {} : { model }),
    stopActive: false,
    raw: {},
    unparsed: null,
  };
}
