import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ifRuleMatches, type IfRuleCall } from '../if-rule.ts';

const data = new URL('../../../test/oracle/data/', import.meta.url);

type Matrix = { commands: string[]; fires_for: Record<string, string[]> };
type Call = { tool: string; input: Record<string, unknown>; fires: 'all' | number[] };
type Run = {
  id: string;
  about: string;
  project: string;
  projectDir: string;
  cwd: string;
  home: string;
  rules: string[];
  calls: Call[];
};
type PathCase = {
  id: string;
  turns: [{ tool: string; input: { file_path: string } }][];
  observed: { fires_for: Record<string, string[]> };
};

/** What is seen but not rebuilt: quirks of the client's glob library, and one of its arithmetic. As `run: rule: input`. */
const NOT_REBUILT = new Set([
  'k12: Bash(true): X=$((1+1)); git "xy $X"',
  'o3r: Read(*\\b.ts): @PROJECT@/sp ace.ts',
  'o3r: Read(*\\\\b.ts): @PROJECT@/sp ace.ts',
  'o3r: Read(*\\b.ts): @PROJECT@/src/a.ts',
  'o3r: Read(*\\\\b.ts): @PROJECT@/src/a.ts',
  'ff3: Read(~/**/**/***): @HOME@/a',
  'ff3: Read(~/**/**/***): @HOME@/.env',
  ...['a', 'a/b', 'a/b/c.ts', 'a/src/a.ts', 'a/.env', 'b/a', 'x y/a', 'SRC/a', 'a/xb/b'].map(
    (path) => `ff1: Read(**/[a/[!a]/**): @PROJECT@/${path}`,
  ),
]);

test('the matrix: rules × Bash commands', () => {
  const { commands, fires_for: firesFor } = readJson('if-matrix.json') as Matrix;
  const call = { cwd: '/p', projectDir: '/p', home: '/h', toolName: 'Bash' };
  const ours = Object.fromEntries(
    Object.keys(firesFor).map((rule) => [
      rule,
      commands.filter((command) => ifRuleMatches(rule, { ...call, toolInput: { command } })),
    ]),
  );
  expect(ours).toEqual(firesFor);
  console.log(`if-matrix: ${commands.length * Object.keys(firesFor).length} of as many pairs agree`);
});

describe('rules × paths', () => {
  const cases = readText('cases.jsonl')
    .split('\n')
    .filter((line) => /"id": ?"c11-if-/.test(line))
    .map((line) => JSON.parse(line) as PathCase);
  test.each(cases.map((one) => [one.id, one] as const))('%s', (_, one) => {
    const places = { cwd: '/tmp/w/project', projectDir: '/tmp/w/project', home: '/tmp/w/home' };
    // The client refused to edit a file that is not there before it asked any hook.
    const turns = one.turns.filter((turn) => Array.isArray(turn)).map(([first]) => first);
    const reached = turns.filter(({ tool, input }) => tool === 'Read' || input.file_path !== '/tmp/outside.ts');
    const ours = Object.fromEntries(
      Object.keys(one.observed.fires_for).map((rule) => [
        rule,
        reached
          .filter(({ tool, input }) => {
            const file = input.file_path.replace('@PROJECT@', places.projectDir);
            const text = rule.replace('@PROJECT@', places.projectDir);
            return ifRuleMatches(text, { ...places, toolName: tool, toolInput: { file_path: file } });
          })
          .map(({ input }) => input.file_path.replace('@PROJECT@/', '')),
      ]),
    );
    expect(ours).toEqual(one.observed.fires_for);
    console.log(`${one.id}: ${reached.length * Object.keys(ours).length} of as many pairs agree`);
  });
});

describe('our own observations', () => {
  const { runs } = readJson('if-observed.json') as { runs: Run[] };
  test.each(runs.map((run) => [run.id, run.about, run] as const))('%s: %s', (_id, _about, run) => {
    const wrong = run.calls.flatMap((call) => disagreements(run, call));
    expect(wrong.filter((one) => !NOT_REBUILT.has(one))).toEqual([]);
  });
  test('in all', () => {
    const pairs = runs.reduce((sum, run) => sum + run.rules.length * run.calls.length, 0);
    const wrong = runs.flatMap((run) => run.calls.flatMap((call) => disagreements(run, call)));
    console.log(`if-observed: ${pairs - wrong.length} of ${pairs} pairs agree`);
    expect(wrong.toSorted()).toEqual([...NOT_REBUILT].toSorted());
  });
});

function disagreements(run: Run, call: Call): string[] {
  const fill = (text: string) => text.replaceAll('@PROJECT@', run.project).replaceAll('@HOME@', run.home);
  const input = Object.fromEntries(
    Object.entries(call.input).map(([key, value]) => [key, typeof value === 'string' ? fill(value) : value]),
  );
  const toolCall: IfRuleCall = {
    toolName: call.tool,
    toolInput: input,
    cwd: run.cwd,
    projectDir: run.projectDir,
    home: run.home,
  };
  return run.rules
    .filter(
      (rule, index) => ifRuleMatches(fill(rule), toolCall) !== (call.fires === 'all' || call.fires.includes(index)),
    )
    .map((rule) => `${run.id}: ${rule}: ${String(Object.values(call.input)[0])}`);
}

function readText(name: string): string {
  return readFileSync(new URL(name, data), 'utf8');
}

function readJson(name: string): unknown {
  return JSON.parse(readText(name));
}
