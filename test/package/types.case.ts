import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Consumer } from './packed.ts';

/** What somebody writes who uses every entry. A line below `@ts-expect-error` must not compile. */
const PROGRAM = `
import { createHookRuntime, createJudge, judge, policyHook, policyHooks, PolicyError } from 'hookctl';
import type { HookAnswer, Judged, JudgeOptions, PolicyInput } from 'hookctl';
import { policyHooks as sdkHooks, type PreToolUseAnswer } from 'hookctl/agent-sdk';
import { buildPolicy } from 'hookctl/policy';
import { EVENT_NAMES, type EventName } from 'hookctl/protocol';
import { createHookRuntime as runtime } from 'hookctl/runtime';
import { analyse } from 'hookctl/shell';

const policy: PolicyInput = { policy: 1, rules: { a: { before: 'run', when: { runs: 'x' }, deny: 'no' } } };
const options: JudgeOptions = { policy, projectDir: '.' };
const judged: Judged = judge('ls', options);
const verdict: 'deny' | 'ask' | 'warn' | 'allow' | 'pass' = judged.verdict;
const paths: string[] = [...judged.effects.writes, ...judged.effects.runs, ...judged.rules];
createJudge(options)({ tool_name: 'Edit', tool_input: { file_path: 'a' } });

const answer: HookAnswer = policyHook({ policy: 'a.yaml' })({ hook_event_name: 'Stop' });
if (answer.hookSpecificOutput?.hookEventName === 'PreToolUse') {
  const { permissionDecision }: PreToolUseAnswer = answer.hookSpecificOutput;
  const decision: 'allow' | 'deny' | 'ask' | undefined = permissionDecision;
  console.log(decision);
}
const block: 'block' | undefined = answer.decision;
const hooks = policyHooks({ policy });
const first = hooks.PreToolUse[0]?.hooks[0]?.({}, undefined, { signal: AbortSignal.timeout(1) });
const later: Promise<HookAnswer> | undefined = first;

const agent = createHookRuntime({ projectDir: '.' });
void agent.fire('PreToolUse', { tool_name: 'Bash', tool_input: {} }).then(({ permission, updatedInput }) => [permission, updatedInput]);
void agent.fire('Stop');
const events: readonly EventName[] = EVENT_NAMES;
console.log(verdict, paths, block, later, events, sdkHooks, buildPolicy, runtime, analyse, PolicyError);

// @ts-expect-error no such event
void agent.fire('PreTooluse', {});
// @ts-expect-error no such verdict
console.log(judged.verdict === 'denied');
// @ts-expect-error an answer is no dictionary
console.log(answer.permissionDecision);
// @ts-expect-error a policy has a version
judge('ls', { policy: { rules: {} } });
// @ts-expect-error a rule has no such key
judge('ls', { policy: { policy: 1, rules: { a: { befor: 'run' } } } });
`;

export function typeCases(consumer: Consumer): void {
  describe('with tsc --strict', () => {
    consumer.write('program.ts', PROGRAM);
    it.each([
      { module: 'node16' },
      { module: 'nodenext' },
      { module: 'esnext', moduleResolution: 'bundler' },
      { module: 'preserve' },
      { module: 'nodenext', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ])('%j', (options) => {
      expect(consumer.compile({ ...options, noEmit: true }, ['program.ts'])).toBe('');
    });
  });

  describe('CommonJS', () => {
    consumer.write('common.cts', "import { judge } from 'hookctl';\nconsole.log(judge('ls').verdict);\n");

    it('require works, and TypeScript permits it with nodenext', () => {
      expect(consumer.compile({ module: 'nodenext', noEmit: true }, ['common.cts'])).toBe('');
      const file = consumer.write(
        'run.cjs',
        "console.log(require('hookctl').judge('deploy', { policy: 'policy: 1\\nrules: { a: { before: run, deny: no } }' }).verdict);",
      );
      const { stdout, status } = spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' });
      expect({ stdout, status }).toEqual({ stdout: 'deny\n', status: 0 });
    });

    it('node16 says TS1479, as docs/library.md warns', () => {
      expect(consumer.compile({ module: 'node16', noEmit: true }, ['common.cts'])).toContain('TS1479');
    });
  });
}
