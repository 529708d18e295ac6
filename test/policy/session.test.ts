import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fact, foldFacts, readFact } from '../../src/session/state.ts';
import { memoryHost } from './host.ts';
import { after, before } from '../support/payloads.ts';

const LOOP = `policy: 1
rules:
  advice: { after: write, when: { count.edits: ">= 5" }, warn: "'{path}' has been edited {count.edits} times." }
  loop: { after: write, when: { count.edits: ">= 8" }, deny: "LOOP DETECTED: '{path}' has been edited {count.edits} times." }
`;

let call = 0;
const edit = (path: string, more: object = {}) =>
  after('Edit', { file_path: path }, { tool_use_id: `t${++call}`, ...more });
const kind = (answer: unknown) => (answer === null ? 'none' : 'decision' in (answer as object) ? 'block' : 'warn');

describe('counting edits', () => {
  test('20 edits: silent to 4, advice to 7, block from 8', () => {
    const host = memoryHost(LOOP);
    const kinds = Array.from({ length: 20 }, () => kind(host.answer(edit('src/a.ts'))));
    expect(kinds).toEqual([...Array(4).fill('none'), ...Array(3).fill('warn'), ...Array(13).fill('block')]);
  });
  test('another session and another file start at 1', () => {
    const host = memoryHost(LOOP);
    for (let i = 0; i < 7; i++) host.send(edit('a.ts'));
    expect(kind(host.answer(edit('b.ts')))).toBe('none');
    expect(kind(host.answer(edit('a.ts', { session_id: 'other' })))).toBe('none');
    expect(host.answer(edit('a.ts'))).toMatchObject({
      decision: 'block',
      reason: "LOOP DETECTED: 'a.ts' has been edited 8 times. [loop]",
    });
  });
  test('shell writes count, blocked and failed calls do not, an edit reported again counts again', () => {
    const host = memoryHost(`${LOOP}  never: { before: write, when: { path: no.ts }, deny: x }\n`);
    for (let i = 0; i < 9; i++) host.send(before('Edit', { file_path: 'no.ts' }));
    for (let i = 0; i < 9; i++)
      host.send({
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Edit',
        tool_input: { file_path: 'a.ts' },
        error: 'no',
      });
    const again = edit('a.ts');
    for (let i = 0; i < 2; i++) host.send(again);
    expect(host.journal('s').filter((fact) => fact.kind === 'edit')).toHaveLength(2);
    for (let i = 0; i < 2; i++) host.send(after('Bash', { command: 'echo x >> a.ts' }, { tool_use_id: `s${i}` }));
    expect(kind(host.answer(after('Bash', { command: 'sed -i s/a/b/ a.ts' }, { tool_use_id: 's9' })))).toBe('warn');
  });
  test('an event without a path says nothing', () => {
    expect(memoryHost(LOOP).answer(after('Edit', {}))).toBe(null);
  });
});

const GATE = `policy: 1
checks: { tests: { runs: [pytest, npm test] } }
rules:
  gate: { at: stop, when: { unchecked: { files: "src/**", by: tests } }, deny: "{unchecked.count}: {unchecked.files}" }
`;
const stop = { hook_event_name: 'Stop', stop_hook_active: false };
const bash = (command: string, more: object = {}) => after('Bash', { command }, { tool_use_id: `t${++call}`, ...more });
const failed = (command: string) => ({
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: `t${++call}`,
  error: 'Exit code 1\nFAILED',
});

describe('the test gate', () => {
  const blocked = (answer: unknown) => kind(answer) === 'block';
  test('edits, failing and passing runs, in sequence not by clock', () => {
    const host = memoryHost(GATE);
    expect(host.answer(stop)).toBe(null);
    host.send(edit('src/a.ts'));
    host.send(edit('src/a.ts'));
    host.send(edit('src/b.ts'));
    expect(host.answer(stop)).toMatchObject({ reason: '2: src/a.ts, src/b.ts [gate]' });
    host.send(failed('npm test'));
    expect(blocked(host.answer(stop))).toBe(true);
    host.send(bash('echo npm test'));
    host.send(bash('grep pytest x'));
    expect(blocked(host.answer(stop))).toBe(true);
    host.send(bash('npm test'));
    expect(host.answer(stop)).toBe(null);
    host.send(edit('README.md'));
    expect(host.answer(stop)).toBe(null);
    host.send(bash('echo x > src/c.ts'));
    expect(blocked(host.answer(stop))).toBe(true);
  });
  test('a run in the background, or interrupted, proves nothing', () => {
    const host = memoryHost(GATE);
    host.send(edit('src/a.ts'));
    host.send(after('Bash', { command: 'npm test', run_in_background: true }, { tool_use_id: 'b' }));
    host.send(bash('npm test', { tool_response: { stdout: '', interrupted: true } }));
    expect(blocked(host.answer(stop))).toBe(true);
  });
  test('three refusals without progress, ten in all, then it only warns; a prompt starts anew', () => {
    const host = memoryHost(GATE);
    host.send(edit('src/a.ts'));
    const said = Array.from({ length: 5 }, () => kind(host.answer(stop)));
    expect(said).toEqual(['block', 'block', 'block', 'warn', 'warn']);
    const busy = Array.from({ length: 12 }, () => {
      host.send(bash('npm test'));
      host.send(edit('src/a.ts'));
      return kind(host.answer(stop));
    });
    expect(busy.filter((one) => one === 'block')).toHaveLength(7);
    expect(busy.at(-1)).toBe('warn');
    host.send({ hook_event_name: 'UserPromptSubmit', prompt: 'go on' });
    expect(kind(host.answer(stop))).toBe('block');
  });
});

test('feedback repeated without effect ends with the person', () => {
  const host = memoryHost(
    'policy: 1\nrules:\n  cov: { after: run, extract: { c: "/(\\\\d+)%/" }, when: { output.c: "< 90" }, deny: "{output.c}% < 90%" }\n',
  );
  const run = () => JSON.stringify(host.answer(bash('pytest', { tool_response: { stdout: '80%' } })));
  const said = Array.from({ length: 6 }, run);
  expect(said[4]).not.toContain('ask the user');
  expect(said[5]).toContain(
    '80% < 90% (This message has appeared 5 times before. Stop and ask the user how to proceed.) [cov]',
  );
});

describe('allow-once', () => {
  const policy = 'policy: 1\nrules:\n  r: { before: run, when: { runs: rm }, deny: "no" }\n';
  const rm = (file: string) => before('Bash', { command: `rm ${file}` });
  test('a person permits one call, once', () => {
    const host = memoryHost(policy);
    const first = JSON.stringify(host.answer(rm('a')));
    const code = /allow-once ([0-9A-Z]{6})/.exec(first)?.[1] ?? '';
    expect(host.journal('s')).toContainEqual(
      expect.objectContaining({ kind: 'once-offered', code, rule: 'r', about: 'run rm a' }),
    );
    host.grantLast();
    expect(host.answer(rm('b'))).not.toBe(null);
    expect(host.answer(rm('a'))).toBe(null);
    expect(host.audit.at(-1)?.hits[0]).toMatchObject({ rule: 'r', effective: 'observe', excused: true });
    expect(host.answer(rm('a'))).not.toBe(null);
  });
  test('a call that is not kept is not offered; the next refusal offers it if it is', () => {
    const host = memoryHost(policy);
    const answers = [false, true, true].map((kept) => {
      host.keepCalls(kept);
      return JSON.stringify(host.answer(rm('a'))).includes('allow-once');
    });
    expect(answers).toEqual([false, true, true]);
    expect(host.journal('s').filter(({ kind }) => kind === 'once-offered')).toEqual([
      expect.objectContaining({ rule: 'r', hash: expect.any(String) }),
    ]);
  });
  test('a locked rule offers no way round', () => {
    const host = memoryHost(policy.replace('before: run', 'locked: true, before: run'));
    expect(JSON.stringify(host.answer(rm('a')))).not.toContain('allow-once');
  });
});

describe('folding', () => {
  const fact = fc.oneof(
    fc.record({
      kind: fc.constant('edit' as const),
      path: fc.constantFrom('/a', '/b'),
      by: fc.constant('tool' as const),
      at: fc.nat(),
      call: fc.uuid(),
    }),
    fc.record({
      kind: fc.constant('count' as const),
      counter: fc.constantFrom('x', 'y'),
      key: fc.constantFrom('', 'k'),
      at: fc.nat(),
      call: fc.uuid(),
    }),
    fc.record({ kind: fc.constant('stop-denied' as const), cause: fc.constantFrom('p', 'q'), at: fc.nat() }),
    fc.record({
      kind: fc.constant('once-offered' as const),
      code: fc.constantFrom('A', 'B'),
      rule: fc.constant('r'),
      about: fc.constant('a'),
      hash: fc.constant('h'),
      at: fc.nat(),
    }),
  );
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const counts = (facts: Fact[]) => {
    const state = foldFacts(facts);
    return {
      edits: [...state.edits.since(0)].map((path) => [path, state.edits.times(path)]).sort(byText),
      counts: [...state.counts]
        .flatMap(([name, keys]) => [...keys].map(([key, times]) => [name, key, times.length]))
        .sort(byText),
      denials: [...state.stopDenials].sort(byText),
      codesOffered: [...state.codesOffered].sort(byText),
    };
  };
  test('counts do not depend on the order in which processes wrote', () => {
    fc.assert(
      fc.property(fc.array(fact), fc.integer(), (facts, seed) => {
        const mixed = facts
          .map((one, index) => ({ one, key: (index * 7919 + seed) % 101 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(counts(mixed)).toEqual(counts(facts));
      }),
    );
  });
  test('torn and foreign lines are no facts', () => {
    expect(['', '{', 'null', '{"kind":"edit"}', '{"at":1}', '[]'].map(readFact)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(foldFacts([{ kind: 'from-the-future', at: 1 } as unknown as Fact]).length).toBe(1);
  });
});
