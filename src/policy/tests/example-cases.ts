import { readDuration } from '../language/comparison.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { givenProblem } from '../checks/given-values.ts';
import { testToolProblem } from '../checks/test-tools.ts';
import { GIVEN_KEYS, type Given, timeOfExample } from './simulated-world.ts';
import type { PolicyPath, ReportProblem } from '../language/problem.ts';

/**
 * What is expected of a call: the strongest verb it meets; `pass` is not a verb.
 * @public `scripts/generate-policy-schema.mjs` imports it.
 */
export const EXPECTATIONS = ['deny', 'ask', 'allow', 'warn', 'inject', 'pass'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** Where the step is written, and which one of a sequence it is. */
interface StepPlace {
  path: PolicyPath;
  /** Null: it is not part of a sequence. */
  number: { step: number; of: number } | null;
}

export type Step = StepPlace & StepBody;

type StepBody =
  | {
      kind: 'call';
      tool: string;
      input: string | Record<string, unknown>;
      exit: number;
      output: string;
      expect: Expectation | null;
      label: string;
    }
  | { kind: 'event'; event: string; value: string; expect: Expectation | null; label: string }
  | { kind: 'wait'; ms: number };

/** Steps that share one session. */
export interface ExampleCase {
  path: PolicyPath;
  given: Given & { cwd?: string; 'permission-mode'?: string; agent?: string; model?: string };
  steps: Step[];
}

const EVENTS = [
  'stop',
  'subagent-stop',
  'session-start',
  'session-end',
  'prompt',
  'compact',
  'config-change',
  'notification',
  'subagent-start',
  'permission-request',
];
const MODIFIERS = ['exit', 'output', 'is', 'times'];

/** The `tests:` of a rule or a file → cases; what cannot be read is reported. */
export function readExamples(tests: unknown, path: PolicyPath, problem: ReportProblem): ExampleCase[] {
  if (!Array.isArray(tests)) return [];
  return tests.flatMap((test, index) => {
    const testPath = [...path, index];
    if (typeof test !== 'object' || test === null) return [];
    const entries = Object.entries(test as Record<string, unknown>);
    const given = readGiven((test as Record<string, unknown>)['given'], [...testPath, 'given'], problem);
    return entries.flatMap(([key, value]): ExampleCase[] => {
      const at = [...testPath, key];
      if (key === 'given') return [];
      if (key === 'sequence') return [{ path: at, given, steps: readSequence(listOf(value), at, problem) }];
      if (!(EXPECTATIONS as readonly string[]).includes(key)) {
        problem(at, `unknown key "${key}" in a test${didYouMean(key, [...EXPECTATIONS, 'sequence', 'given'])}`);
        return [];
      }
      return listOf(value).map((item, i) => ({
        path: [...at, i],
        given,
        steps: readStep(item, key as Expectation, [...at, i], problem).map((step) => ({
          ...step,
          path: [...at, i],
          number: null,
        })),
      }));
    });
  });
}

function readSequence(items: readonly unknown[], path: PolicyPath, problem: ReportProblem): Step[] {
  return items.flatMap((item, index) => {
    const own = [...path, index];
    const number = { step: index + 1, of: items.length };
    return readStep(item, null, own, problem).map((step) => ({ ...step, path: own, number }));
  });
}

function readGiven(value: unknown, path: PolicyPath, problem: ReportProblem): ExampleCase['given'] {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) {
    problem(path, '"given" takes a map such as { branch: main }');
    return {};
  }
  for (const key of Object.keys(value)) {
    if (!GIVEN_KEYS.includes(key))
      problem([...path, key], `unknown key "${key}" in "given"${didYouMean(key, GIVEN_KEYS)}`);
    const wrong = givenProblem(key, (value as Record<string, unknown>)[key]);
    if (wrong !== null) problem([...path, key], wrong);
  }
  const { time } = value as { time?: unknown };
  if (time !== undefined && timeOfExample(textOf(time)) === null)
    problem(
      [...path, 'time'],
      `bad time "${textOf(time)}": write "fri 14:00", "14:00", "2026-12-24" or "2026-12-24 14:00"`,
    );
  return value;
}

function readStep(item: unknown, expected: Expectation | null, path: PolicyPath, problem: ReportProblem): StepBody[] {
  const report = (message: string) => problem(path, message);
  if (typeof item === 'string') {
    return [{ kind: 'call', tool: 'Bash', input: item, exit: 0, output: '', expect: expected, label: item }];
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    report('expected a shell command, or a call such as { Edit: src/a.ts }');
    return [];
  }
  const step = item as Record<string, unknown>;
  const names = Object.keys(step).filter((key) => !MODIFIERS.includes(key));
  const [name, extra] = names;
  if (name === undefined || extra !== undefined) {
    report(
      `expected one call, found ${names.length === 0 ? 'none' : names.join(', ')}; beside it only ${MODIFIERS.join(', ')}`,
    );
    return [];
  }
  const expect = expectationOf(step['is'], expected, report);
  const times = typeof step['times'] === 'number' ? step['times'] : 1;
  const body = stepBody(name, step, expect, report);
  return body === null ? [] : Array.from({ length: times }, () => body);
}

function stepBody(
  name: string,
  step: Record<string, unknown>,
  expect: Expectation | null,
  report: (message: string) => void,
): StepBody | null {
  const value = step[name];
  const label = JSON.stringify(step);
  if (name === 'wait') {
    const ms = readDuration(String(value));
    if (ms === null) report('"wait" takes a time such as 10m');
    return { kind: 'wait', ms: ms ?? 0 };
  }
  if (
    EVENTS.includes(name) ||
    /^[A-Z]\w+(?:Stop|Start|End|Submit|Compact|Change|Request|Created|Completed|Idle|Changed|Loaded)$/.test(name)
  ) {
    // `{ stop: deny }`: a stop has nothing else to say.
    const verdict = (EXPECTATIONS as readonly unknown[]).includes(value) ? (value as Expectation) : null;
    return {
      kind: 'event',
      event: name,
      value: verdict === null ? textOf(value) : '',
      expect: expect ?? verdict,
      label,
    };
  }
  if (!/^(?:[A-Z]\w*|mcp__\w[\w-]*)$/.test(name)) {
    report(`unknown call "${name}"${didYouMean(name, ['Bash', 'Edit', 'Write', 'Read', 'wait', ...EVENTS])}`);
    return null;
  }
  const wrong = testToolProblem(name);
  if (wrong !== null) {
    report(wrong);
    return null;
  }
  const input = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : textOf(value);
  return {
    kind: 'call',
    tool: name,
    input,
    exit: Number(step['exit'] ?? 0),
    output: textOf(step['output']),
    expect,
    label,
  };
}

function expectationOf(
  value: unknown,
  fallback: Expectation | null,
  report: (message: string) => void,
): Expectation | null {
  if (value === undefined) return fallback;
  if ((EXPECTATIONS as readonly unknown[]).includes(value)) return value as Expectation;
  report(`unknown expectation "${textOf(value)}"${didYouMean(textOf(value), EXPECTATIONS)}`);
  return fallback;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
