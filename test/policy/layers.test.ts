import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import type { Layer, Mode } from '../../src/policy/judgement.ts';
import { createSession } from '../../src/session/session.ts';
import {
  buildPolicy,
  formatProblem,
  fromArtefact,
  judgeEvent,
  type Resolve,
  simulatedWorld,
} from '../../src/policy/index.ts';

type Files = Partial<Record<Layer, string>>;

const PACKS: Record<string, string> = {
  'pack:git':
    'policy: 1\nchecks: { tests: { runs: pytest } }\nsets: { danger: [git push -f] }\nrules:\n  force: { before: run, when: { runs: "@danger" }, deny: "pack" }\n',
};
PACKS['pack:team'] = `policy: 1
extends: [pack:git]
overrides: { force: { mode: enforce } }
rules:
  no-rm: { before: run, when: { runs: rm }, deny: x }
  ask-mv: { before: run, when: { runs: mv }, mode: warn, ask: x }
`;
const resolve: Resolve = (ref) => (PACKS[ref] === undefined ? null : { file: ref, text: PACKS[ref] });

const build = (files: Files) =>
  buildPolicy({
    sources: Object.entries(files).map(([layer, body]) => ({
      file: `${layer}.yaml`,
      layer: layer as Layer,
      text: `policy: 1\n${body}`,
    })),
    resolve,
  });

function verdict(files: Files, command: string, mode?: Mode) {
  const { artefact, problems } = build(files);
  if (artefact === null) return problems.map(formatProblem);
  const decoded = claudeCode.decode(
    receivePayload(JSON.stringify({ cwd: '/project', tool_name: 'Bash', tool_input: { command } })),
  );
  if (!decoded.ok) throw new Error(decoded.problem);
  const { verdict: verb, hits } = judgeEvent(decoded.event, {
    policy: fromArtefact(artefact),
    world: simulatedWorld({}),
    session: createSession(),
    mode,
  });
  return [verb, ...hits.map((hit) => `${hit.layer}:${hit.rule}:${hit.effective}`)];
}

const RM = 'rules: { no-rm: { before: run, when: { runs: rm }, deny: x } }';
const LOCKED = RM.replace('before', 'locked: true, before');

describe('layers', () => {
  test('all rules of all layers apply; the strictest wins', () => {
    const files = { user: RM, project: 'rules: { ask-rm: { before: run, when: { runs: rm }, ask: y } }' };
    expect(verdict(files, 'rm a')).toEqual(['deny', 'project:ask-rm:ask', 'user:no-rm:deny']);
  });
  test('a lower layer may loosen what is not locked', () => {
    expect(verdict({ user: RM, project: 'overrides: { no-rm: { mode: warn } }' }, 'rm a')).toEqual([
      'warn',
      'user:no-rm:warn',
    ]);
    expect(verdict({ user: RM, project: 'overrides: { no-rm: { mode: off } }' }, 'rm a')).toEqual(['none']);
    const except = { user: RM, local: 'overrides: { no-rm: { unless: { deletes: "build/**" } } }' };
    expect(verdict(except, 'rm build/a')).toEqual(['none']);
    expect(verdict(except, 'rm src/a')).toEqual(['deny', 'user:no-rm:deny']);
  });
  test('a locked rule can be loosened only from its own layer or above', () => {
    expect(verdict({ user: LOCKED, project: 'overrides: { no-rm: { mode: off } }' }, 'rm a')).toEqual([
      'project.yaml:2:14: error: "no-rm" is locked by the user policy (user.yaml:2) and cannot be loosened here',
    ]);
    expect(verdict({ user: LOCKED, project: 'overrides: { no-rm: { mode: enforce } }' }, 'rm a')).toEqual([
      'deny',
      'user:no-rm:deny',
    ]);
    expect(verdict({ project: LOCKED, managed: 'overrides: { no-rm: { mode: observe } }' }, 'rm a')).toEqual([
      'none',
      'project:no-rm:observe',
    ]);
  });
  test('`locked: true` of a file locks all its rules', () => {
    expect(build({ managed: `locked: true\n${RM}` }).artefact?.rules[0]).toMatchObject({ locked: true });
  });
});

describe('modes', () => {
  test('the mildest of rule and file holds; the command line overrides both', () => {
    expect(verdict({ project: `mode: warn\n${RM}` }, 'rm a')).toEqual(['warn', 'project:no-rm:warn']);
    expect(verdict({ project: `mode: enforce\n${RM.replace('before', 'mode: observe, before')}` }, 'rm a')).toEqual([
      'none',
      'project:no-rm:observe',
    ]);
    expect(verdict({ project: RM }, 'rm a', 'warn')).toEqual(['warn', 'project:no-rm:warn']);
    expect(verdict({ project: `mode: observe\n${RM}` }, 'rm a', 'enforce')).toEqual(['deny', 'project:no-rm:deny']);
  });
  test('managed `min-mode` stands against all of them', () => {
    expect(verdict({ managed: `min-mode: enforce\nmode: warn\n${RM}` }, 'rm a', 'observe')).toEqual([
      'deny',
      'managed:no-rm:deny',
    ]);
  });
});

describe('extends', () => {
  test('a pack brings rules, sets and checks, with the authority of the layer that extends it', () => {
    const files = {
      project:
        'extends: pack:git\nrules: { gate: { at: stop, when: { unchecked: { by: tests } }, deny: x }, more: { before: run, when: { runs: "@danger" }, ask: y } }',
    };
    expect(verdict(files, 'git push -f')).toEqual(['deny', 'project:force:deny', 'project:more:ask']);
    expect(build(files).artefact?.sources.map((source) => source.file)).toEqual(['project.yaml', 'pack:git']);
  });
  test('checks of one name join, a managed one cannot be widened', () => {
    const runs = (files: Files) => build(files).artefact?.checks['tests']?.runs.map((pattern) => pattern.program[0]);
    expect(runs({ project: 'extends: [pack:git]\nchecks: { tests: { runs: make } }' })).toEqual(['make', 'pytest']);
    expect(
      runs({ managed: 'checks: { tests: { runs: pytest } }', project: 'checks: { tests: { runs: "true" } }' }),
    ).toEqual(['pytest']);
  });
  test('a file that extends itself is read once', () => {
    const files = { project: 'extends: ./self.yaml\nrules: {}' };
    const circular: Resolve = (ref) => ({ file: ref, text: 'policy: 1\nextends: ./self.yaml\n' });
    expect(
      buildPolicy({
        sources: [{ file: 'p', layer: 'project', text: `policy: 1\n${files.project}` }],
        resolve: circular,
      }).problems,
    ).toEqual([]);
  });
});

test('a project behind a symlink is still the project', () => {
  const { artefact } = build({
    project: 'rules: { only: { before: write, when: { not: { path: "src/**" } }, deny: "{path}" } }',
  });
  if (artefact === null) throw new Error('no policy');
  const world = {
    ...simulatedWorld({}),
    realpath: (path: string) =>
      path === '/project/src/out' ? '/etc/out' : path.replace(/^\/project/, '/mnt/disk/project'),
  };
  const ask = (file_path: string) => {
    const decoded = claudeCode.decode(
      receivePayload(JSON.stringify({ cwd: '/project', tool_name: 'Edit', tool_input: { file_path } })),
    );
    if (!decoded.ok) throw new Error(decoded.problem);
    return judgeEvent(decoded.event, { policy: fromArtefact(artefact), world, session: createSession() }).verdict;
  };
  expect(['src/a', 'b', 'src/out'].map(ask)).toEqual(['none', 'deny', 'deny']);
});

describe('an exception that hangs on text nobody can follow', () => {
  test('excuses nothing', () => {
    const project =
      'rules: { data: { before: run, when: { runs: docker volume rm }, unless: { runs: docker --help }, ask: x } }';
    expect(verdict({ project }, 'docker volume rm $(docker volume ls -q)')).toEqual(['ask', 'project:data:ask']);
    expect(verdict({ project }, 'docker volume rm --help')).toEqual(['none']);
  });
  test('permits nothing either', () => {
    const project =
      'rules: { push: { before: run, when: { runs: git push }, unless: { runs: git push --force }, allow: x } }';
    expect(verdict({ project }, 'git push origin')).toEqual(['allow', 'project:push:allow']);
    expect(verdict({ project }, 'git push $FLAGS')).toEqual(['none']);
  });
});

describe('defaults', () => {
  test('an allow-list: what no rule speaks of is denied', () => {
    const files = {
      project:
        'defaults: { default: { run: deny } }\nrules: { ok: { before: run, when: { runs: git status }, allow: fine } }',
    };
    expect(verdict(files, 'git status')).toEqual(['allow', 'project:ok:allow']);
    expect(verdict(files, 'git status && rm a')).toEqual(['deny', 'project:default-run:deny']);
  });
  test('uncertain text is skipped, asked about or denied', () => {
    const rules = 'rules: { no-rm: { before: run, when: { runs: rm }, deny: x } }';
    expect(verdict({ project: rules }, '$CMD a')).toEqual(['none']);
    expect(verdict({ project: `defaults: { uncertain: ask }\n${rules}` }, '$CMD a')).toEqual([
      'ask',
      'project:no-rm:ask',
    ]);
    expect(verdict({ project: `defaults: { uncertain: deny }\n${rules}` }, 'eval "$x"')).toEqual([
      'deny',
      'project:no-rm:deny',
    ]);
    expect(verdict({ project: `defaults: { uncertain: deny }\n${rules}` }, 'ls')).toEqual(['none']);
  });
  test('a fact that cannot be read follows on-error; the strictest default of the layers holds', () => {
    const rule = 'rules: { big: { before: read, when: { file.size: "> 1" }, deny: x } }';
    const ask = (files: Files) => {
      const { artefact } = build(files);
      const decoded = claudeCode.decode(
        receivePayload(JSON.stringify({ cwd: '/project', tool_name: 'Read', tool_input: { file_path: 'a' } })),
      );
      if (artefact === null || !decoded.ok) throw new Error('no policy');
      const world = { ...simulatedWorld({}), size: () => undefined };
      return judgeEvent(decoded.event, { policy: fromArtefact(artefact), world, session: createSession() }).verdict;
    };
    expect(ask({ project: rule })).toBe('none');
    expect(ask({ project: rule.replace('before', 'on-error: ask, before') })).toBe('ask');
    expect(ask({ project: rule, user: 'defaults: { on-error: deny }' })).toBe('deny');
    expect(ask({ project: rule.replace('read', 'Read') })).toBe('ask');
  });
});

describe('the mode of what is extended', () => {
  const observed = ['none', 'project:force:observe'];
  test.each([
    ['mode: observe\nextends: [pack:git]', observed],
    ['mode: warn\nextends: pack:git', ['warn', 'project:force:warn']],
    ['extends: [{ pack: git, mode: observe }]', observed],
    ['extends: { pack: git, mode: observe }', observed],
    ['extends: [{ file: "pack:git", mode: warn }]', ['warn', 'project:force:warn']],
    ['extends: [{ pack: git }]', ['deny', 'project:force:deny']],
    ['mode: warn\nextends: [{ pack: git, mode: observe }]', observed],
    ['mode: observe\nextends: [{ pack: git, mode: enforce }]', observed],
    // What is extended further is watched as well, whatever the pack in between says about it.
    ['extends: [{ pack: team, mode: observe }]', observed],
    // Two ways to one pack: the strictest holds.
    ['extends: [{ pack: team, mode: observe }, pack:git]', ['deny', 'project:force:deny']],
    ['extends: [{ pack: git, mode: observe }, pack:team]', ['deny', 'project:force:deny']],
    // The file itself may enforce single rules.
    ['mode: observe\nextends: [pack:git]\noverrides: { force: { mode: enforce } }', ['deny', 'project:force:deny']],
    ['extends: [{ pack: git, mode: observe }]\noverrides: { force: { mode: warn } }', ['warn', 'project:force:warn']],
  ])('%s', (project, wanted) => {
    expect(verdict({ project }, 'git push -f')).toEqual(wanted);
  });

  test('a milder mode of a rule of the pack stays', () => {
    expect(verdict({ project: 'extends: [{ pack: team, mode: enforce }]' }, 'mv a b')).toEqual([
      'warn',
      'project:ask-mv:warn',
    ]);
  });

  test('what another layer enforces stays enforced', () => {
    const files = { user: 'extends: pack:git', project: 'mode: observe\nextends: pack:git' };
    expect(verdict(files, 'git push -f')).toEqual(['deny', 'user:force:deny', 'project:force:observe']);
  });

  test('a managed floor holds', () => {
    const managed = 'min-mode: enforce\nextends: [{ pack: git, mode: observe }]';
    expect(verdict({ managed }, 'git push -f')).toEqual(['deny', 'managed:force:deny']);
  });

  test('defaults of a watched file stop nothing, and change nothing about rules that are enforced', () => {
    const watched = 'mode: observe\ndefaults: { default: { run: deny }, uncertain: deny }';
    expect(verdict({ project: watched }, 'ls')).toEqual(['none', 'project:default-run:observe']);
    expect(verdict({ project: watched, user: RM }, '$X a')).toEqual(['none', 'project:default-run:observe']);
    expect(verdict({ project: watched, user: `defaults: { uncertain: ask }\n${RM}` }, '$X a')).toEqual([
      'ask',
      'user:no-rm:ask',
    ]);
    const both = { project: watched, user: 'defaults: { default: { run: ask } }' };
    expect(verdict(both, 'ls')).toEqual(['ask', 'project:default-run:observe', 'project:default-run:ask']);
  });

  test.each([
    ['all rules are watched', 'extends: [{ pack: git, mode: observe }]', {}, ['none', 'pack:unread:observe']],
    ['all rules warn', 'extends: [{ pack: git, mode: warn }]', {}, ['warn', 'pack:unread:warn']],
    ['one rule is enforced', `extends: [{ pack: git, mode: observe }]\n${RM}`, {}, ['ask', 'pack:unread:ask']],
    ['another layer enforces', 'extends: [{ pack: git, mode: observe }]', { user: RM }, ['ask', 'pack:unread:ask']],
    ['there are no rules', 'mode: observe\nrules: {}', {}, ['ask', 'pack:unread:ask']],
  ])("hookctl's own rule on texts that cannot be read, when %s", (_, project, others, wanted) => {
    expect(verdict({ project, ...others }, 'make\n)')).toEqual(wanted);
  });

  test.each([
    ['extends: [{ mode: observe }]', '2:11: error: expected one of "pack" and "file": { pack: git, mode: observe }'],
    ['extends: [{ pack: gti, mode: observe }]', '2:11: error: "pack:gti" was not found'],
    [
      'extends: [{ pack: git, mood: observe }]',
      '2:1: error: "extends": expected "pack:NAME", "./file.yaml", { pack: NAME, mode: observe }, or a list of these',
    ],
    [
      'extends: [{ pack: git, mode: observed }]',
      '2:1: error: "extends": expected "pack:NAME", "./file.yaml", { pack: NAME, mode: observe }, or a list of these',
    ],
  ])('%s', (project, message) => {
    expect(build({ project }).problems.map(formatProblem)).toEqual([`project.yaml:${message}`]);
  });
});
