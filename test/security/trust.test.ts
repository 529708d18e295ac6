import {
  array,
  assert as assertProperty,
  boolean,
  constant,
  constantFrom,
  dictionary,
  oneof,
  option,
  pre,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import type { Layer } from '../../src/policy/judgement.ts';
import { createSession } from '../../src/session/session.ts';
import { type Built, buildPolicy, formatProblem, fromArtefact, judgeEvent } from '../../src/policy/index.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { simulatedWorld } from '../../src/policy/tests/simulated-world.ts';
import { before } from '../support/payloads.ts';

const UNTRUSTED = '/p/.hookctl/policy.yaml';

const build = (layers: Partial<Record<Layer, string>>, untrusted?: string): Built =>
  buildPolicy({
    sources: [
      ...Object.entries(layers).map(([layer, text]) => ({ file: `${layer}.yaml`, layer: layer as Layer, text })),
      ...(untrusted === undefined
        ? []
        : [{ file: UNTRUSTED, layer: 'project' as const, text: untrusted, untrusted: UNTRUSTED }]),
    ],
    resolve: resolvePack,
  });

const run = (command: string) => before('Bash', { command });
const ran = (command: string) => ({
  ...run(command),
  hook_event_name: 'PostToolUse',
  tool_response: { stdout: '', stderr: '', interrupted: false },
});
const EVENTS = {
  aa: run('aa'),
  'aa with a flag': run('aa -x'),
  bb: run('bb'),
  'aa and bb': run('aa && bb'),
  'a write': run('aa > gen/x.ts'),
  'only known at run time': run('$CMD x; eval "$y"'),
  'a read': before('Read', { file_path: '/p/secret' }),
  'an edit': before('Edit', { file_path: '/p/gen/x.ts', old_string: 'a', new_string: 'b' }),
  'a tool of a server': before('mcp__db__query', { sql: 'x' }),
  'a known tool without its fields': before('Bash', {}),
  'aa has run': ran('aa'),
  'bb has run': ran('bb'),
  edited: {
    ...before('Edit', { file_path: '/p/gen/x.ts', old_string: 'a', new_string: 'b' }),
    hook_event_name: 'PostToolUse',
    tool_response: {},
  },
  stop: { hook_event_name: 'Stop', stop_hook_active: false },
  'a permission is asked for': { ...run('aa'), hook_event_name: 'PermissionRequest' },
} as const;
type EventName = keyof typeof EVENTS;
const NAMES = Object.keys(EVENTS) as EventName[];

/** One session: the verdict on each event in turn. */
function verdicts({ artefact, problems }: Built, events: readonly EventName[]): string[] {
  if (artefact === null) throw new Error(problems.map(formatProblem).join('\n'));
  const judging = {
    policy: fromArtefact(artefact),
    world: simulatedWorld({ files: { 'gen/x.ts': 3 } }),
    session: createSession(),
  };
  return events.map((name, index) => {
    const text = JSON.stringify({ session_id: 's', cwd: '/p', tool_use_id: `${index}`, ...EVENTS[name] });
    const decoded = claudeCode.decode(receivePayload(text), { cwd: '/p', home: '/home/user', projectRoot: '/p' });
    if (!decoded.ok) throw new Error(decoded.problem);
    return judgeEvent(decoded.event, judging).verdict;
  });
}

/** Silence is stricter than allow: then the agent asks as it would without us. */
const STRENGTH: Record<string, number> = { allow: 0, none: 1, inject: 1, warn: 1, ask: 2, deny: 3 };

describe('a policy that nobody has trusted never makes an answer milder', () => {
  const program = constantFrom('aa', 'bb', 'aa -x');
  const mode = constantFrom('enforce', 'warn', 'observe');
  const onError = constantFrom('skip', 'ask', 'deny');
  const id = constantFrom('one', 'two', 'three');
  const condition = oneof(
    record({ runs: program }),
    constant({ path: 'gen/**' }),
    constant({ 'file.lines': '> 1' }),
    constantFrom({ 'count.steps': '> 1' }, { 'count.steps': '< 2' }, { 'count.seen': '> 0' }, { 'count.seen': '< 1' }),
    constantFrom({ 'last.tests': 'ok' }, { 'last.tests': 'never' }, { dynamic: true }),
    constant({ unchecked: { files: '**', by: 'tests' } }),
  );
  const words = oneof(
    record({
      before: constantFrom('run', 'any', 'write', 'read', 'mcp'),
      verb: constantFrom('deny', 'ask', 'allow', 'warn'),
    }),
    record({ at: constant('stop'), verb: constantFrom('deny', 'warn') }),
    record({ at: constant('permission-request'), verb: constantFrom('deny', 'allow') }),
  );
  const rule = record(
    { words, when: condition, unless: condition, mode, 'on-error': onError, locked: boolean() },
    { requiredKeys: ['words'] },
  ).map(({ words: { verb, ...moment }, ...rest }) => ({ ...moment, ...rest, [verb]: 'x' }));
  const defaults = record(
    {
      'on-error': onError,
      uncertain: onError,
      default: record({ run: constantFrom('ask', 'deny'), read: constantFrom('ask', 'deny') }, { requiredKeys: [] }),
      'budget-ms': constantFrom(1, 1000),
    },
    { requiredKeys: [] },
  );
  const policy = record({
    mode: option(mode, { nil: undefined }),
    locked: option(boolean(), { nil: undefined }),
    defaults,
    rules: dictionary(id, rule, { maxKeys: 3 }),
    tests: array(program, { minLength: 1, maxLength: 2 }),
    seen: id,
    overrides: dictionary(
      id,
      record(
        { mode: constantFrom('enforce', 'warn', 'observe', 'off'), unless: condition },
        { requiredKeys: ['mode'] },
      ),
      { maxKeys: 2 },
    ),
  }).map(({ tests, seen, ...rest }) => ({
    policy: 1,
    ...rest,
    checks: { tests: { runs: tests } },
    counters: { steps: { of: 'run', reset: 'check tests' }, seen: { of: seen } },
  }));
  type Policy = { rules: object; overrides: object; counters: { seen: { of: string } } };

  /** Names of rules that are nowhere would be errors. */
  const known = (value: Policy, ids: readonly string[]): object => ({
    ...value,
    overrides: Object.fromEntries(Object.entries(value.overrides).filter(([name]) => ids.includes(name))),
    counters: ids.includes(value.counters.seen.of) ? value.counters : { ...value.counters, seen: { of: 'write' } },
  });

  it('over random policies, sessions and layers', { timeout: 300_000 }, () => {
    let compared = 0;
    assertProperty(
      property(
        policy,
        policy,
        constantFrom<Layer>('user', 'managed', 'pack', 'project'),
        array(constantFrom(...NAMES), { minLength: 1, maxLength: 9 }),
        (own, foreign, layer, events) => {
          const ownText = stringify(known(own, Object.keys(own.rules)));
          const foreignText = stringify(known(foreign, [...Object.keys(own.rules), ...Object.keys(foreign.rules)]));
          const [alone, both] = [build({ [layer]: ownText }), build({ [layer]: ownText }, foreignText)];
          pre(alone.artefact !== null && both.artefact !== null);
          compared++;
          const [without, withIt] = [verdicts(alone, events), verdicts(both, events)];
          const milder = events.flatMap((event, index) => {
            const [mine, theirs] = [without[index] ?? '', withIt[index] ?? ''];
            return (STRENGTH[theirs] ?? 0) < (STRENGTH[mine] ?? 0) ? [`${event}: ${mine} became ${theirs}`] : [];
          });
          expect(milder).toEqual([]);
        },
      ),
      { numRuns: 250 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

describe('what is listed', () => {
  const lines = ({ loosenings }: Built) =>
    loosenings.map(({ file, line, kind, layer, name, inForce }) => [kind, layer, name, `${file}:${line}`, inForce]);
  const USER = `policy: 1
checks: { tests: { runs: npm test } }
rules:
  no-aa: { before: run, when: { runs: aa }, deny: "no" }
  seen: { before: run, when: { runs: bb }, mode: observe, deny: "no" }
`;
  const PROJECT = `policy: 1
defaults: { on-error: skip, budget-ms: 1 }
checks: { tests: { runs: "true" } }
overrides:
  no-aa: { mode: off }
  seen: { mode: enforce }
rules:
  fine: { before: any, allow: fine }
`;

  it('of a file that nobody has trusted: what was ignored; what tightens is in force and not listed', () => {
    const built = build({ user: USER }, PROJECT);
    expect(lines(built)).toEqual([
      ['check', 'project', 'tests', `${UNTRUSTED}:3`, false],
      ['allow', 'project', 'fine', `${UNTRUSTED}:8`, false],
      ['override', 'project', 'no-aa', `${UNTRUSTED}:5`, false],
      ['on-error', 'project', null, `${UNTRUSTED}:2`, false],
      ['budget', 'project', null, `${UNTRUSTED}:2`, false],
    ]);
    expect(verdicts(built, ['aa', 'bb', 'an edit'])).toEqual(['deny', 'deny', 'none']);
  });

  it('of a trusted file: what is in force', () => {
    const built = build({ user: USER, project: PROJECT });
    expect(lines(built)).toEqual([
      ['check', 'project', 'tests', 'project.yaml:3', true],
      ['allow', 'project', 'fine', 'project.yaml:8', true],
      ['override', 'project', 'no-aa', 'project.yaml:5', true],
      ['on-error', 'project', null, 'project.yaml:2', true],
      ['budget', 'project', null, 'project.yaml:2', true],
    ]);
    expect(verdicts(built, ['aa', 'bb', 'an edit'])).toEqual(['allow', 'deny', 'allow']);
  });

  it("the user's own entries too, and nothing for a policy that only adds", () => {
    const user = build({ user: `${USER}  mine: { before: run, when: { runs: cc }, allow: "fine" }\n` });
    expect(lines(user)).toEqual([['allow', 'user', 'mine', 'user.yaml:6', true]]);
    expect(lines(build({ user: USER }, 'policy: 1\nrules: { x: { before: run, ask: "x" } }\n'))).toEqual([]);
  });

  it('that a policy would take the place of the pack default, unless it has all of its rules', () => {
    const pack = 'policy: 1\nextends: pack:default\n';
    expect(lines(build({ pack }, 'policy: 1\nextends: pack:recommended\n'))).toEqual([
      ['default-pack', 'project', null, `${UNTRUSTED}:1`, false],
    ]);
    const whole = build({ pack }, pack);
    expect([lines(whole), whole.artefact?.rules.filter(({ untrusted }) => untrusted)]).toEqual([[], []]);
  });
});

describe('locked and min-mode cover what the file extends', () => {
  const OFF = 'policy: 1\noverrides: { delete-root-or-home: { mode: off } }\n';
  const EXCEPT = 'policy: 1\noverrides: { delete-root-or-home: { unless: { runs: rm } } }\n';
  const locked = (layer: 'user' | 'managed') => ({ [layer]: 'policy: 1\nlocked: true\nextends: [pack:recommended]\n' });

  it.each([
    ['user', OFF],
    ['user', EXCEPT],
    ['managed', OFF],
    ['managed', EXCEPT],
  ] as const)('a trusted project cannot loosen a pack that the %s policy extends and locks', (layer, text) => {
    const { artefact, problems } = build({ ...locked(layer), project: text });
    expect([artefact, problems.map(({ file, message }) => [file, message.replace(/pack:.*\)/, 'pack)')])]).toEqual([
      null,
      [['project.yaml', `"delete-root-or-home" is locked by the ${layer} policy (pack) and cannot be loosened here`]],
    ]);
  });

  it('nor turn off a rule that the managed layer holds at a mode, even if it is not locked', () => {
    const managed = 'policy: 1\nmin-mode: enforce\nextends: [pack:recommended]\n';
    const { artefact, problems } = build({ managed, project: OFF });
    const rule = artefact?.rules.find(({ id }) => id === 'delete-root-or-home');
    expect([rule?.minMode, rule?.layer, problems.map(({ severity }) => severity)]).toEqual([
      'enforce',
      'managed',
      ['warning'],
    ]);
  });

  it('a rule that its file exempts from a lock is not exempted from the lock of a file that extends it', () => {
    const files: Record<string, string> = {
      './a.yaml': 'policy: 1\nextends: ./b.yaml\n',
      './b.yaml': 'policy: 1\nlocked: true\nrules: { free: { before: run, locked: false, deny: "x" } }\n',
    };
    const built = (text: string) =>
      buildPolicy({
        sources: [{ file: 'user.yaml', layer: 'user', text }],
        resolve: (reference) => ({ file: reference, text: files[reference] ?? '' }),
      })
        .artefact?.rules.filter(({ position }) => position.file !== 'hookctl')
        .map(({ id, locked: isLocked }) => [id, isLocked]);
    expect(built('policy: 1\nextends: ./a.yaml\n')).toEqual([['free', false]]);
    expect(built('policy: 1\nlocked: true\nextends: ./a.yaml\n')).toEqual([['free', true]]);
  });
});
