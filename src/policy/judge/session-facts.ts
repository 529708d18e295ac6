import type { Fact, FactBase, FactBody } from '../../session/state.ts';
import type { Action, ToolOutput } from '../../protocol/agent-event.ts';
import type { Check, Counter } from '../compile/artefact.ts';
import { bindingsOf } from '../conditions/bindings.ts';
import type { EventFacts } from './event-facts.ts';
import { isGlob } from '../match/glob.ts';
import type { LoadedPolicy } from '../stored/load.ts';
import { matchCommands } from '../match/match-command.ts';
import { testRegex } from '../regex/search.ts';

/** What an event adds to the session's memory. Only what has happened counts: a blocked call leaves no trace here. */
export function sessionFacts(policy: LoadedPolicy, facts: EventFacts): Fact[] {
  const { event, world } = facts;
  if (event.event !== 'prompt' && event.event !== 'after-tool') return [];
  const base: FactBase = {
    at: world.now(),
    ...(event.callId === null ? {} : { call: event.callId }),
    ...(event.actor.id === null ? {} : { actor: event.actor.id }),
  };
  const { counters, checks } = policy.head;
  if (event.event === 'prompt')
    return [{ kind: 'prompt' as const }, ...resets(counters, 'prompt')].map((body) => ({ ...base, ...body }));
  const ran = Object.entries(checks).flatMap(([name, check]) => runOf(name, check, facts));
  const passed = ran.filter((run) => run.ok);
  const bodies: FactBody[] = [
    ...event.actions.flatMap((action) => editsOf(action, facts)),
    ...ran,
    ...passed.flatMap(({ name }) => resets(counters, 'check', name)),
    ...Object.entries(counters).flatMap(([name, counter]) => countsOf(name, counter, facts)),
  ];
  return bodies.map((body) => ({ ...base, ...body }));
}

function editsOf(action: Action, facts: EventFacts): FactBody[] {
  const { output } = facts.event;
  if (action.kind === 'file') {
    if (action.op === 'read' || output?.result === 'failed') return [];
    const paths = action.from === undefined ? [action.path] : [action.from, action.path];
    return paths.map((path) => ({ kind: 'edit', path, by: 'tool' }));
  }
  const paths = new Set<string>();
  for (const effect of facts.analysisOf(action)?.effects ?? []) {
    const changes = (effect.kind === 'write' || effect.kind === 'delete') && effect.place === 'local';
    // A command that failed may have written before it failed.
    if (changes && effect.path !== '?' && !isGlob(effect.path)) paths.add(effect.path);
  }
  return [...paths].map((path) => ({ kind: 'edit', path, by: 'shell' }));
}

function runOf(name: string, check: Check, facts: EventFacts): (FactBody & { kind: 'check' })[] {
  const { event } = facts;
  if (event.output === null) return [];
  for (const action of event.actions) {
    const run = facts.analysisOf(action)?.invocations.find((one) => matchCommands(check.runs, one, facts) === true);
    if (run === undefined || action.kind !== 'exec') continue;
    if (event.output.interrupted) return [];
    const after = action.command.slice(run.span.end);
    return [{ kind: 'check', name, ok: passed(check, event.output, isMasked(after), facts) }];
  }
  return [];
}

function passed(check: Check, output: ToolOutput, masked: boolean, { prepared }: EventFacts): boolean {
  if (check.passes !== 'exit 0') return testRegex(prepared.regex(check.passes), output.text);
  if (output.result !== 'ok' || (output.exit ?? 0) !== 0) return false;
  return !masked || !FAILURE.some((regex) => regex.test(output.text));
}

/** `npm test | tail`, `npm test; echo done`, `npm test || true`: the exit code is another command's. */
function isMasked(after: string): boolean {
  return /[|;\n]/.test(after);
}

/** How the common runners say that something failed; only asked when the exit code cannot tell. */
const FAILURE = [
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/i,
  /\b(?:failed|failures|errors):? *[1-9]/i,
  /^(?:FAIL|FAILED|not ok)\b/m,
  /\btest result: FAILED\b/,
  /\bnpm (?:ERR!|error)/,
];

function countsOf(name: string, counter: Counter, facts: EventFacts): FactBody[] {
  if (counter.of.kind !== 'action') return [];
  const action = counter.of.name === 'edit' ? 'write' : counter.of.name;
  if (action === 'mcp') return facts.event.tool?.mcp ? [{ kind: 'count', counter: name, key: '' }] : [];
  const rule = { phase: 'after' as const, subjects: [{ kind: 'action' as const, name: action }], perPath: false };
  const bindings = bindingsOf(rule, facts).filter(
    (binding) => !binding.hypothetical && binding.target?.reading !== 'reaches',
  );
  if (bindings.length === 0) return [];
  const keys = bindings.map(({ target, invocation, action: of }) => {
    if (counter.per === 'session') return '';
    if (counter.per === 'path') return target?.path ?? '';
    return of === null || invocation === null ? '' : (facts.analysisOf(of)?.invocations[invocation]?.program ?? '');
  });
  return [...new Set(keys)].map((key) => ({ kind: 'count', counter: name, key }));
}

function resets(counters: Record<string, Counter>, on: 'prompt' | 'check', name?: string): FactBody[] {
  return Object.entries(counters).flatMap(([counter, { reset }]) =>
    reset !== null && reset.on === on && (reset.on === 'prompt' || reset.name === name)
      ? [{ kind: 'reset' as const, counter }]
      : [],
  );
}
