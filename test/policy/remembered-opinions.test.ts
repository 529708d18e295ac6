import { array, assert, constantFrom, oneof, option, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { World } from '../../src/system/ports.ts';
import { rememberOpinions } from '../../src/policy/hook.ts';
import { type Given, simulatedWorld } from '../../src/policy/tests/simulated-world.ts';
import { after, before, memoryHost } from './host.ts';

/** A rule for everything that rules can ask: of the call, the world, the time and the session. */
const POLICY = `policy: 1
checks: { tests: { runs: npm test } }
rules:
  branch: { before: run, when: { runs: git push, git.branch: main }, ask: "Not to {branch}." }
  env: { before: run, when: { runs: make, env.CI: present }, deny: No make. }
  exists: { before: run, when: { runs: npm test, exists: package.json }, warn: Slow. }
  installed: { before: run, when: { runs: npm test, installed: pnpm }, warn: Use pnpm. }
  time: { before: run, when: { runs: deploy, time: "mon-fri 09:00-17:00" }, ask: In the evening. }
  lines: { before: read, when: { file.lines: "> 3" }, ask: "Long: {path}." }
  tracked: { before: write, when: { path: "*.txt", file.tracked: true }, deny: "Tracked: {path}." }
  link: { before: write, when: { path: "secret/**" }, deny: Secret., locked: true }
  scratch: { before: write, when: { place: scratchpad }, warn: Yours. }
  count: { before: write, when: { path: b.txt, count.edits: ">= 2" }, warn: "{count.edits} edits." }
  since: { before: run, when: { runs: git push, last.tests: never }, warn: Untested. }
  input: { before: run, when: { runs: cat, input.description: /risky/ }, ask: Risky. }
  who: { before: run, when: { runs: ls, agent: sub }, warn: "{agent}" }
  mode: { before: run, when: { runs: ls, permission-mode: plan }, inject: You plan. }
`;

const COMMANDS = ['ls', 'git push', 'make', 'npm test', 'deploy', 'echo x > a.txt', 'echo x > b.txt'];
const more = record(
  {
    agent_id: constantFrom('one', 'two'),
    agent_type: constantFrom('coder', 'tester'),
    permission_mode: constantFrom('plan', 'default'),
    cwd: constantFrom('/project', '/project/secret'),
    scratchpad_dir: constantFrom('/project', '/scratch'),
    session_id: constantFrom('s', 't'),
    tool_use_id: constantFrom('c1', 'c2'),
  },
  { requiredKeys: [] },
);
const call = oneof(
  { weight: 4, arbitrary: record({ command: constantFrom(...COMMANDS) }).map((input) => before('Bash', input)) },
  record({ command: constantFrom('ls', 'cat a.txt'), description: constantFrom('risky', 'plain') }).map((input) =>
    before('Bash', input),
  ),
  constantFrom('a.txt', 'b.txt').map((file_path) => before('Read', { file_path })),
  constantFrom('a.txt', 'b.txt').map((file_path) => before('Write', { file_path, content: 'x' })),
  constantFrom('a.txt', 'b.txt').map((file_path) => after('Edit', { file_path })),
  constantFrom(...COMMANDS).map((command) => after('Bash', { command })),
);
const given = record<Given>(
  {
    branch: constantFrom('main', 'dev'),
    env: option(constantFrom({ CI: '1' }, { CI: '' }, { HOME: '/elsewhere' }), { nil: {} }),
    time: constantFrom('mon 10:00', 'mon 20:00'),
    installed: constantFrom([], ['pnpm']),
    tracked: constantFrom([], ['a.txt']),
    files: constantFrom({}, { 'package.json': '{}' }, { 'a.txt': '9 lines' }, { 'a.txt': '1 line' }),
    links: constantFrom({}, { 'a.txt': 'secret/a.txt' }),
  },
  { requiredKeys: [] },
);
const step = oneof(
  { weight: 8, arbitrary: call },
  { weight: 4, arbitrary: record({ call, more }).map(({ call: one, more: rest }) => ({ ...one, ...rest })) },
  { weight: 1, arbitrary: given.map((change) => ({ change })) },
  { weight: 1, arbitrary: constantFrom({ grant: true }) },
);

it.each([
  ['whatever changes underneath', false],
  ['whatever changes between two turns', true],
])('judges as without its memory, %s', (_, countsTurns) => {
  let recalled = 0;
  assert(
    property(array(step, { minLength: 60, maxLength: 120, size: 'max' }), (steps) => {
      let world = simulatedWorld({});
      const asked = Object.fromEntries(
        Object.keys(world).map((name) => [
          name,
          (...args: never[]) => (world[name as 'env'] as (...a: never[]) => unknown)(...args),
        ]),
      ) as unknown as World;
      let turn = 0;
      const recall = rememberOpinions(countsTurns ? () => turn : undefined);
      const plain = memoryHost(POLICY, { world: asked });
      const remembering = memoryHost(POLICY, {
        world: asked,
        recall: (input, weigh) => {
          let weighed = false;
          const opinion = recall(input, (one) => {
            weighed = true;
            return weigh(one);
          });
          if (!weighed) recalled++;
          return opinion;
        },
      });
      for (const one of steps) {
        if ('change' in one || 'grant' in one) turn++;
        if ('change' in one) world = simulatedWorld(one.change);
        else if ('grant' in one) {
          for (const host of [plain, remembering])
            for (const fact of host.journal('s').slice())
              if (fact.kind === 'once-offered')
                host.journal('s').push({ kind: 'once-granted', code: fact.code, at: world.now() });
        } else expect(remembering.send(one)).toEqual(plain.send(one));
      }
      expect(remembering.journal('s')).toEqual(plain.journal('s'));
      expect(remembering.audit).toEqual(plain.audit);
    }),
    { numRuns: 80 },
  );
  expect(recalled).toBeGreaterThan(300);
});

it('asks again where the agent keeps its scratchpad', () => {
  const host = memoryHost(POLICY, { recall: rememberOpinions() });
  const write = (scratchpad_dir: string) =>
    host.answer(before('Bash', { command: 'echo x > a.txt' }, { scratchpad_dir }));
  const elsewhere = Array.from({ length: 3 }, () => write('/scratch'));
  expect(elsewhere).toEqual([null, null, null]);
  expect(write('/project')).not.toEqual(null);
});
