import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { fromArtefact } from '../../src/policy/index.ts';
import { createPastJudge } from '../../src/replay/judge/judge-past.ts';
import { lab } from '../support/dispatcher.ts';
import { eventsOf, hooksOf, type Payload } from './support/recorded.ts';

/** Rules of every kind that need no file: commands, paths, memory of the session, stops, prompts, subagents. */
const POLICY = `policy: 1
checks: { tests: { runs: echo tests } }
counters:
  echoes: { of: run, per: program }
rules:
  no-forbidden: { before: run, when: { command: /FORBIDDEN/ }, deny: "No {command}." }
  ask-shell-write: { before: write, when: { via: redirect }, ask: "Write {path}?" }
  warn-src: { before: write, when: { path: "src/**" }, warn: "{path} is a source." }
  told-failures: { after: run, when: { result: failed }, deny: "Look at exit {exit}." }
  second-edit: { after: write, when: { count.edits: ">= 1" }, warn: "{path} edited {count.edits} times." }
  many-echoes: { before: run, when: { count.echoes: ">= 1" }, warn: "echo came {count.echoes} times." }
  subagents-read-only: { before: write, when: { agent: sub }, ask: "A subagent writes {path}." }
  tests-first: { at: stop, when: { last.tests: never }, deny: "Run the tests." }
  greeting: { at: prompt, when: { prompt: /^go$/ }, inject: "Hello." }
`;

interface Decision {
  event: unknown;
  call: unknown;
  verdict: string;
  rules: string[];
}

const ordered = (decisions: Decision[]) => decisions.map((one) => JSON.stringify(one)).sort();

async function live(name: string, payloads: Payload[]): Promise<Decision[]> {
  const here = lab(POLICY, { CLAUDE_PROJECT_DIR: '/project' });
  const policy = here.write('policy.yaml', POLICY);
  for (const payload of payloads) await here.answer(payload, { env: { HOOKCTL_POLICY: policy } });
  const records = here.audit();
  expect(records).toHaveLength(payloads.length);
  return records.map(({ nativeEvent, callId, verdict, rules }) => ({
    event: nativeEvent,
    call: callId,
    verdict,
    rules,
  }));
}

function replayed(name: string): Decision[] {
  const { artefact } = compileLayers([{ layer: 'project', path: 'policy.yaml', wanted: true }], {
    instead: new Map([['policy.yaml', POLICY]]),
  });
  if (artefact === null) throw new Error('the policy does not compile');
  const judge = createPastJudge([fromArtefact(artefact)], { env: {}, home: '/home/user', present: false });
  return eventsOf(name).map((past) => {
    const [judgement] = judge.judge(past).judgements;
    return {
      event: past.event.nativeEvent,
      call: past.event.callId,
      verdict: judgement?.verdict ?? '',
      rules: [...new Set(judgement?.hits.map((hit) => hit.rule))],
    };
  });
}

const UNTOLD = ['PostToolBatch', 'SessionEnd', 'PermissionRequest', 'PostCompact'];

describe('what the hook decided live and what a replay decides', () => {
  it.each(['tools', 'denied', 'stop'])('%s: the same', async (name) => {
    const payloads = hooksOf(name).filter(({ hook_event_name }) => !UNTOLD.includes(String(hook_event_name)));
    const [then, now] = [await live(name, payloads), replayed(name)];
    expect(ordered(now)).toEqual(ordered(then));
    expect(new Set(now.map(({ verdict }) => verdict)).size).toBeGreaterThan(2);
  });
});
